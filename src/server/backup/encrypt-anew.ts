import { listEncryptedSettings, upsertEncryptedSetting } from '#db/queries/secrets/encrypted-settings.ts';
import { findSecretHash, insertSecretHash } from '#db/queries/secrets/secrets.ts';
import type { Queryable } from '#db/tables.ts';
import type { Settings } from '#src/config.ts';
import { TRAIL_KEY } from '#src/domain/audit/seal-trail.ts';
import type { Encryption } from '#src/domain/secrets/encryption.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';

export type SecretKeys = Pick<Settings, 'SECRETS_KEY' | 'SHARED_SECRET'>;

/** A file has its key beside it, and a PostgreSQL in the environment: what was moved needs the other one. */
export async function encryptAnew(db: Queryable, from: Encryption, to: Encryption): Promise<void> {
  for (const setting of await listEncryptedSettings(db)) {
    const text = await from.decrypt(setting.name, setting.value);
    // What could not be read before stays so, and the store says it.
    if (text !== null) await upsertEncryptedSetting(db, { ...setting, value: await to.encrypt(setting.name, text) });
  }
  const trailKey = await findSecretHash(db, TRAIL_KEY);
  const text = trailKey === undefined ? null : await from.decrypt(TRAIL_KEY, trailKey);
  if (text !== null) await insertSecretHash(db, TRAIL_KEY, await to.encrypt(TRAIL_KEY, text));
}

export async function assertKeyOfServer(db: Queryable, { SECRETS_KEY, SHARED_SECRET }: SecretKeys): Promise<void> {
  if (SECRETS_KEY !== '' || SHARED_SECRET !== '') return;
  const hasTrailKey = (await findSecretHash(db, TRAIL_KEY)) !== undefined;
  if (hasTrailKey || (await listEncryptedSettings(db)).length > 0) throw settingsError(NO_KEY);
}

const NO_KEY =
  'A loja tem segredos cifrados, como os do banco. Antes de mover, ponha no .env o SHARED_SECRET que ela terá no PostgreSQL ' +
  '(sorteie um com openssl rand -hex 32).';
