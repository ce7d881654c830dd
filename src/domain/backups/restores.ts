import { listOpenDifferences } from '#db/queries/payments/reconciliation-sweeps.ts';
import { countRestoredPurchases, findNewestRestore, findUnreconciledRestore } from '#db/queries/payments/restores.ts';
import type { RestoreRow } from '#db/tables/payments.ts';
import type { CheckBackupBucket } from '#src/wire/backups/backups.ts';
import { ON_SERVER_RESTORE } from '#src/wire/backups/restore-texts.ts';
import type {
  CarriedOver,
  CheckRestore,
  LastRestore,
  RestoreChoice,
  SentArchive,
  ShownRestore,
  StartRestore,
} from '#src/wire/backups/restores.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import type { Actor } from '../audit/audit.ts';
import { listBanks } from '../payments/bank-accounts.ts';
import { conflict, invalid, notFound, refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { readBackupBucket, readBackupSettings, readPassphrase } from './backup-settings.ts';
import { findListed } from './backups.ts';
import { findOwnCopy } from './own-copy.ts';
import type { CopyPlace, RestoreSource } from './restore-source.ts';

export async function showRestore(shop: Shop): Promise<ShownRestore> {
  const { failure } = shop.reopening;
  return { current: shop.restores.current(), failure, last: await findLastRestore(shop) };
}

/** A backup that somebody brings along. */
export function receiveArchive(
  shop: Shop,
  chunks: AsyncIterable<Uint8Array>,
  sizeBytes: number | null,
): Promise<SentArchive> {
  expectFile(shop);
  return shop.restores.receive(chunks, sizeBytes);
}

/** Opens it and restores it once into a folder of its own, before anything is changed. */
export async function checkRestore(shop: Shop, { choice, passphrase }: CheckRestore): Promise<ShownRestore> {
  expectFile(shop);
  const source = await sourceOf(shop, choice);
  if ('isEncrypted' in source && source.isEncrypted && passphrase === null) {
    const sentence = 'Este backup é cifrado. Informe a senha dele.';
    throw refusal('invalid', 'passphrase', sentence, { fields: { passphrase: sentence } });
  }
  const known = choice.kind === 'continuous' ? await readPassphrase(shop, await readBackupSettings(shop)) : null;
  if (!shop.restores.check({ source, passphrase: passphrase ?? known })) {
    throw conflict('checking', 'Um backup já está sendo conferido. Espere até que termine.');
  }
  return showRestore(shop);
}

async function sourceOf(shop: Shop, choice: RestoreChoice): Promise<RestoreSource> {
  if (choice.kind === 'sent') {
    const sent = shop.restores.findSent(choice.id);
    if (!sent) throw notFound('O arquivo enviado não está mais aqui. Envie de novo.');
    return sent;
  }
  if (choice.kind === 'continuous') return { kind: 'continuous', place: await findOwnCopy(shop) };
  if (choice.kind === 'copy in bucket') return { kind: 'continuous', place: bucketOf(choice.bucket) };
  if (choice.kind === 'copy in folder') return { kind: 'continuous', place: await folderOf(shop, choice.folder) };
  const { name, isEncrypted, isHere } = await findListed(shop, choice.name);
  const settings = await readBackupSettings(shop);
  if (isHere) return shop.backups.placeOf(name, shop.backups.folderOf(settings.folder), isEncrypted);
  const bucket = await readBackupBucket(shop, settings);
  if (!bucket) throw notFound('Este backup está num balde que a loja não usa mais.');
  return { kind: 'bucket', bucket, name, isEncrypted };
}

function bucketOf({ secret, ...address }: CheckBackupBucket): CopyPlace {
  if (secret !== null) return { folder: null, bucket: { ...address, secret } };
  throw invalid('secret', 'Informe o segredo da chave.');
}

async function folderOf(shop: Shop, typed: string): Promise<CopyPlace> {
  const found = await shop.restores.findCopy(typed);
  if ('folder' in found) return { folder: found.folder, bucket: null };
  throw invalid('folder', found.problem);
}

/** The answer leaves before the shop closes. */
export async function startRestore(
  shop: Shop,
  actor: Actor,
  { areKeysFree }: Pick<StartRestore, 'areKeysFree'>,
): Promise<void> {
  expectFile(shop);
  if (shop.backups.running()) throw conflict('running', 'Um backup está sendo feito. Espere até que ele termine.');
  const restoring = shop.restores.restoring({ areKeysFree, actorId: actor.id });
  if (!restoring) throw conflict('not_checked', 'Confira o backup de novo antes de restaurar.');
  shop.reopening.ask(restoring);
}

function expectFile(shop: Shop): void {
  if (shop.backups.engine === 'server') throw refusal('not_allowed', 'not_here', ON_SERVER_RESTORE);
}

/** It is told for a month. */
async function findLastRestore(shop: Shop): Promise<LastRestore | null> {
  const row = await findNewestRestore(shop.db);
  if (!row || shop.clock.now().getTime() - Date.parse(row.restoredAt) > TOLD_MS) return null;
  const accounts = listBanks(shop).map(({ accountId }) => accountId);
  const [counts, differences, ...waiting] = await Promise.all([
    countRestoredPurchases(shop.db),
    listOpenDifferences(shop.db, MOST_DIFFERENCES),
    ...accounts.map((account) => findUnreconciledRestore(shop.db, account)),
  ]);
  const sales = {
    ...counts,
    differences: differences.length,
    isFinished: waiting.every((restore) => restore === undefined),
  };
  return { backupAt: row.backupAt, restoredAt: row.restoredAt, carriedOver: carriedOverOf(row), sales };
}

function carriedOverOf({ isFormerRead, purchases, keys, heldKeys, erased }: RestoreRow): CarriedOver | null {
  if (isFormerRead === null) return null;
  const [carried, kept, held, gone] = [purchases, keys, heldKeys, erased].map((count) => count ?? 0);
  return {
    isFormerRead: isFormerRead === 1,
    purchases: carried ?? 0,
    keys: kept ?? 0,
    heldKeys: held ?? 0,
    erased: gone ?? 0,
  };
}

const TOLD_MS = 30 * DAY_MS;
const MOST_DIFFERENCES = 10_000;
