import { listPublicKeys } from '#db/queries/licenses/signing-keys.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { OFFLINE_TICKET_DAYS } from '#src/wire/licenses/machines.ts';
import type { PublicKeys } from '#src/wire/licenses/plugin-calls.ts';
import type { Shop } from '../shop.ts';

/** A JWKS of the keys whose tickets may still be good. */
export async function showPublicKeys({ db, clock }: Shop): Promise<PublicKeys> {
  const retiredSince = new Date(clock.now().getTime() - OFFLINE_TICKET_DAYS * DAY_MS).toISOString();
  const keys = await listPublicKeys(db, retiredSince);
  return { keys: keys.map(({ publicJwk }) => JSON.parse(publicJwk)) };
}
