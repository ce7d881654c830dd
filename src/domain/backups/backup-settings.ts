import { listVerifiedBackups } from '#db/queries/backups/backups.ts';
import { findNewestRestore } from '#db/queries/payments/restores.ts';
import { deleteEncryptedSetting } from '#db/queries/secrets/encrypted-settings.ts';
import { deleteSetting, findSetting, upsertSetting } from '#db/queries/upkeep/settings.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import type {
  BackupSettings,
  CheckBackupBucket,
  SaveBackupSettings,
  ShownBackupSettings,
} from '#src/wire/backups/backups.ts';
import { SECOND_MS } from '#src/wire/basics/durations.ts';
import type { CheckStep } from '#src/wire/upkeep/findings.ts';
import { type Actor, changesBetween, recordChange } from '../audit/audit.ts';
import { BACKUPS_CHANGED, publishAfterCommit } from '../events.ts';
import { invalid } from '../refusals.ts';
import { encryptSetting, readEncryptedSetting, storeEncryptedSetting } from '../secrets/encrypted-settings.ts';
import type { Shop } from '../shop.ts';
import type { BackupBucket } from './restore-source.ts';

const USUAL: BackupSettings = {
  isOn: true,
  place: 'folder',
  folder: '',
  hasKeyFile: false,
  isEncrypted: false,
  isContinuous: false,
  bucket: null,
};

export async function readBackupSettings({ db }: { db: Queryable }): Promise<BackupSettings> {
  const row = await findSetting(db, ROW);
  return row ? { ...USUAL, ...JSON.parse(row.value) } : USUAL;
}

export async function showBackupSettings(shop: Shop): Promise<ShownBackupSettings> {
  const { defaultFolder, isFolderGiven } = shop.backups;
  const [settings, secret] = await Promise.all([readBackupSettings(shop), readEncryptedSetting(shop, SECRET)]);
  const copySeconds = shop.continuousCopy.everyMs / SECOND_MS;
  return { ...settings, defaultFolder, isFolderGiven, copySeconds, hasSecret: secret.state !== 'missing' };
}

export async function saveBackupSettings(
  shop: Shop,
  actor: Actor,
  { passphrase, bucket, ...wanted }: SaveBackupSettings,
): Promise<ShownBackupSettings> {
  const before = await readBackupSettings(shop);
  await refuseFolder(shop, wanted.folder);
  if (wanted.isContinuous && shop.backups.engine === 'server') throw invalid('isContinuous', ON_SERVER);
  if (wanted.place !== 'folder' && !bucket) throw invalid('place', 'Informe o balde que recebe os backups.');
  if (wanted.isEncrypted && passphrase === null && !before.isEncrypted) {
    throw invalid('passphrase', 'Informe a senha que cifra os backups.');
  }
  if (bucket && wanted.place !== 'folder') await refuseForeignSecret(shop, before, bucket);
  const { secret = null, ...address } = bucket ?? {};
  const settings = { ...wanted, bucket: bucket ? address : null };
  const encrypted = await Promise.all([
    ...(secret === null ? [] : [encryptSetting(shop, SECRET, secret)]),
    ...(passphrase === null || !wanted.isEncrypted ? [] : [encryptSetting(shop, PASSPHRASE, passphrase)]),
  ]);
  await inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, 'settings');
    const row = { key: ROW, value: JSON.stringify(settings), updatedAt: shop.clock.now().toISOString() };
    await upsertSetting(tx, { ...row, updatedBy: actor.id });
    for (const setting of encrypted) await storeEncryptedSetting(tx, shop, actor, setting);
    // It was of the copy as it was before.
    await deleteSetting(tx, COPY_TRIAL);
    if (!bucket) await deleteEncryptedSetting(tx, SECRET);
    if (!wanted.isEncrypted) await deleteEncryptedSetting(tx, PASSPHRASE);
    const fields = [
      ...Object.keys(changesBetween(before, wanted)),
      ...(JSON.stringify(before.bucket) === JSON.stringify(settings.bucket) && secret === null ? [] : ['bucket']),
      ...(passphrase === null ? [] : ['passphrase']),
    ];
    await recordChange(tx, shop, actor, { action: 'backup.settings', entityId: 'all', fields });
    publishAfterCommit(tx, shop, BACKUPS_CHANGED);
  });
  return showBackupSettings(shop);
}

/** Tries what was typed before it is saved. */
export async function checkBackupBucket(shop: Shop, typed: CheckBackupBucket): Promise<AsyncIterable<CheckStep>> {
  await refuseForeignSecret(shop, await readBackupSettings(shop), typed);
  const secret = typed.secret ?? (await readSecret(shop, SECRET, 'o segredo do balde'));
  return shop.backups.checkBucket({ ...typed, secret });
}

export async function readBackupBucket(shop: Shop, { bucket }: BackupSettings): Promise<BackupBucket | null> {
  return bucket && { ...bucket, secret: await readSecret(shop, SECRET, 'o segredo do balde') };
}

export async function readPassphrase(shop: Shop, { isEncrypted }: BackupSettings): Promise<string | null> {
  return isEncrypted ? readSecret(shop, PASSPHRASE, 'a senha dos backups') : null;
}

export async function refuseFolder(shop: Shop, typed: string): Promise<void> {
  if (typed !== '' && shop.backups.isFolderGiven) {
    throw invalid('folder', 'A pasta é definida no servidor (BACKUPS_DIR). Para mudar aqui, apague a linha de lá.');
  }
  const sentence = await shop.backups.refuseFolder(typed);
  if (sentence) throw invalid('folder', sentence);
}

/** A sentence where a disk that is not mounted left an empty folder on the shop's own. Saving the settings accepts any folder. */
export async function findAwayFolder(shop: Shop, settings: BackupSettings): Promise<string | null> {
  const folder = shop.backups.folderOf(settings.folder);
  if (settings.place === 'bucket' || shop.backups.engine === 'server' || (await shop.backups.isKnown(folder, [])))
    return null;
  const restored = await findNewestRestore(shop.db);
  const kept = (await listVerifiedBackups(shop.db)).filter(
    (row) => row.folder === folder && row.startedAt > (restored?.restoredAt ?? ''),
  );
  const names = kept.map(({ name }) => name);
  return names.length > 0 && !(await shop.backups.isKnown(folder, names)) ? notMounted(folder) : null;
}

/** The stored secret goes only to the address that it was typed for. */
async function refuseForeignSecret(shop: Shop, before: BackupSettings, typed: CheckBackupBucket): Promise<void> {
  if (typed.secret !== null) return;
  const { endpoint, key } = before.bucket ?? {};
  const isSame = endpoint === typed.endpoint && key === typed.key;
  const stored = await readEncryptedSetting(shop, SECRET);
  if (!isSame || stored.state !== 'read') throw invalid('secret', 'Informe o segredo da chave.');
}

async function readSecret(shop: Shop, name: string, what: string): Promise<string> {
  const stored = await readEncryptedSetting(shop, name);
  if (stored.state === 'read') return stored.text;
  throw invalid('secret', `Não foi possível ler ${what}. Digite de novo em Configurações, Backup.`);
}

const notMounted = (folder: string) =>
  `Os backups que a loja guardou em ${folder} não estão mais lá. Se a pasta é de outro disco, monte-o; se você a esvaziou, escolha Salvar em Configurações, Backup.`;
const ON_SERVER =
  'A cópia contínua é do banco de dados em arquivo. Num PostgreSQL ela é do servidor: réplica, ou o WAL arquivado (PITR) do provedor.';
const ROW = 'backups';
/** The row of what became of the continuous copy's trial. */
export const COPY_TRIAL = 'backups.copyTrial';
const SECRET = 'backups.bucketSecret';
const PASSPHRASE = 'backups.passphrase';
