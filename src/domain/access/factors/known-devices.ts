import { randomBytes } from 'node:crypto';
import { deleteDevicesSeenBefore, listKnownDevices, upsertKnownDevice } from '#db/queries/access/known-devices.ts';
import { inTransaction } from '#db/transactions.ts';
import { DEVICE_DAYS } from '#src/wire/access/factors.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import type { Shop } from '../../shop.ts';
import { hashOfToken } from '../../tokens.ts';
import { raiseAlert } from './account-alerts.ts';

type Entry = { userId: string; device: string; token: string | undefined };

/** Returns the token that the browser keeps. The first device of a person is nobody's surprise; of each further one the person is told. */
export async function recognizeDevice(shop: Shop, { userId, device, token }: Entry): Promise<string> {
  const kept = token && TOKEN.test(token) ? token : randomBytes(32).toString('base64url');
  const hash = hashOfToken(kept);
  await inTransaction(shop.db, async (tx) => {
    const known = await listKnownDevices(tx, userId);
    await upsertKnownDevice(tx, { userId, hash, seenAt: shop.clock.now().toISOString() });
    if (known.length === 0 || known.some((row) => row.hash === hash)) return;
    await raiseAlert(tx, shop, { userId, kind: 'new_device', detail: device });
  });
  return kept;
}

export async function clearOldDevices({ db, clock }: Shop): Promise<void> {
  await deleteDevicesSeenBefore(db, new Date(clock.now().getTime() - DEVICE_DAYS * DAY_MS).toISOString());
}

const TOKEN = /^[\w-]{43}$/;
