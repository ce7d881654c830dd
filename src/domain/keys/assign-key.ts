import { assignActivationKey, findKeyMaker, insertSoldKey } from '#db/queries/keys/activation-keys.ts';
import type { ActivationKeyRow } from '#db/tables/keys.ts';
import type { Queryable } from '#db/tables.ts';
import { newId } from '../ids.ts';
import { generateKey } from './generated-keys.ts';

/** A product whose keys the shop makes spends what is left of its pool first, and never runs out. */
export async function assignKey(
  tx: Queryable,
  taker: { productId: string; itemId: string; now: string },
): Promise<Pick<ActivationKeyRow, 'id' | 'key'> | undefined> {
  const free = await assignActivationKey(tx, taker);
  if (free) return free;
  const maker = await findKeyMaker(tx, taker.productId);
  if (!maker?.keyPrefix) return undefined;
  const made = { id: newId(), key: generateKey(maker.keyPrefix), createdAt: taker.now };
  const { productId, itemId, now: assignedAt } = taker;
  await insertSoldKey(tx, { ...made, productId, itemId, assignedAt, machineLimit: maker.machineLimit });
  return made;
}
