import { findEncryptedSetting, upsertEncryptedSetting } from '#db/queries/secrets/encrypted-settings.ts';
import type { Queryable } from '#db/tables.ts';
import type { Actor } from '../audit/audit.ts';
import type { Clock } from '../shop.ts';
import type { Encryption } from './encryption.ts';

type Vault = { db: Queryable; encryption: Encryption };

/** `unreadable`: the key file or `SECRETS_KEY` is another one than when it was stored. */
export type StoredSecret = { state: 'missing' } | { state: 'unreadable' } | { state: 'read'; text: string };

export async function readEncryptedSetting({ db, encryption }: Vault, name: string): Promise<StoredSecret> {
  const row = await findEncryptedSetting(db, name);
  if (!row) return { state: 'missing' };
  const text = await encryption.decrypt(name, row.value);
  return text === null ? { state: 'unreadable' } : { state: 'read', text };
}

/** Encrypt before the transaction in which the row is stored: the key may have to be made first. */
export async function encryptSetting(
  { encryption }: Pick<Vault, 'encryption'>,
  name: string,
  text: string,
): Promise<EncryptedSetting> {
  return { name, value: await encryption.encrypt(name, text) };
}

export type EncryptedSetting = { name: string; value: string };

export async function storeEncryptedSetting(
  tx: Queryable,
  { clock }: { clock: Clock },
  actor: Actor,
  setting: EncryptedSetting,
): Promise<void> {
  await upsertEncryptedSetting(tx, { ...setting, updatedAt: clock.now().toISOString(), updatedBy: actor.id });
}
