import { insertSoldKey } from '#db/queries/keys/activation-keys.ts';
import { takePlace } from '#db/queries/licenses/machines.ts';
import { findProduct } from '#db/queries/products/products.ts';
import type { BoughtItem } from '#db/queries/purchases/purchase-status.ts';
import { findPurchase } from '#db/queries/purchases/purchases.ts';
import { sellTrial } from '#db/queries/trials/trials.ts';
import type { Queryable } from '#db/tables.ts';
import { MOST_MACHINES } from '#src/wire/licenses/machines.ts';
import { newId } from '../ids.ts';
import { addressHash } from '../mail/address-hash.ts';
import type { Shop } from '../shop.ts';

/** Returns false where the buyer has no trial. Its computer stays active, so that the plugin goes on as it is. */
export async function sellTrialKey(tx: Queryable, shop: Shop, item: BoughtItem, now: string): Promise<boolean> {
  const { productId, id: itemId, purchaseId } = item;
  const email = (await findPurchase(tx, purchaseId))?.customerEmail;
  const trial = email && (await sellTrial(tx, { productId, itemId, mailboxHash: addressHash(shop, email) }));
  if (!trial || trial.key === null) return false;
  const { id, key, fingerprintHash, machineName, activatedAt } = trial;
  const machineLimit = (await findProduct(tx, productId))?.machineLimit ?? null;
  await insertSoldKey(tx, { id, key, productId, itemId, createdAt: now, assignedAt: now, machineLimit });
  if (fingerprintHash !== null && machineName !== null && activatedAt !== null) {
    const told = { name: machineName, platform: null, pluginVersion: null, host: null, offlineUntil: null };
    const machine = { id: newId(), keyId: id, fingerprintHash, ...told };
    const seen = { firstSeenAt: activatedAt, lastSeenAt: activatedAt };
    await takePlace(tx, { ...machine, ...seen }, { limit: machineLimit ?? MOST_MACHINES, at: now });
  }
  return true;
}
