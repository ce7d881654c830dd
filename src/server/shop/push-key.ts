import { findOrInsertSecret } from '#db/queries/secrets/secrets.ts';
import type { Queryable } from '#db/tables.ts';
import { makePushKey } from '#src/gateways/push/push-key.ts';

/** Browsers subscribe under this one key of the shop, so every backup carries it. */
export function readPushKey(db: Queryable): Promise<string> {
  return findOrInsertSecret(db, 'push key', makePushKey());
}
