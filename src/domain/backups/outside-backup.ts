import { timingSafeEqual } from 'node:crypto';
import { findSecretHash, insertSecretHash } from '#db/queries/secrets/secrets.ts';
import { inTransaction } from '#db/transactions.ts';
import { COMMAND } from '#src/wire/audit/audit.ts';
import { OUTSIDE_BACKUP_PATH, type OutsideCommand } from '#src/wire/backups/backups.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { newId } from '../ids.ts';
import { refuseFor } from '../rate-limits.ts';
import { refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { hashOfToken } from '../tokens.ts';

/** A person says it on the screen, or a script by its token. */
export async function noteOutsideBackup(shop: Shop, actor: Actor): Promise<void> {
  await recordChange(shop.db, shop, actor, { action: 'backup.told', entityId: 'all' });
}

/** The one before it ends. */
export async function drawOutsideToken(shop: Shop, actor: Actor): Promise<OutsideCommand> {
  const token = newId();
  await inTransaction(shop.db, async (tx) => {
    await insertSecretHash(tx, OUTSIDE_TOKEN, hashOfToken(token));
    await recordChange(tx, shop, actor, { action: 'backup.outside_token', entityId: 'all' });
  });
  const address = shop.settings.siteUrl + OUTSIDE_BACKUP_PATH;
  return { command: `curl -fsS -X POST -H 'Authorization: Bearer ${token}' ${address}` };
}

export async function hasOutsideToken({ db }: Pick<Shop, 'db'>): Promise<boolean> {
  return (await findSecretHash(db, OUTSIDE_TOKEN)) !== undefined;
}

/** Refuses whoever does not know its token. */
export async function readOutsideScript(shop: Shop, authorization: string, clientNetwork: string): Promise<Actor> {
  refuseFor(await shop.limits.peek('outsideTokens', clientNetwork));
  const hash = await findSecretHash(shop.db, OUTSIDE_TOKEN);
  const typed = hashOfToken(authorization.replace(/^Bearer +/i, ''));
  if (hash && timingSafeEqual(Buffer.from(hash), Buffer.from(typed))) return { id: COMMAND };
  await shop.limits.take('outsideTokens', clientNetwork);
  throw refusal('unauthenticated', 'unknown_token', UNKNOWN);
}

const OUTSIDE_TOKEN = 'outside_backup';
const UNKNOWN =
  'A senha do script não vale, ou foi trocada. Crie outra em Configurações, Backup, e troque a linha do script.';
