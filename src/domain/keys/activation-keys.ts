import {
  deleteFreeKey,
  findActivationKey,
  insertActivationKeys,
  revokeAssignedKey,
} from '#db/queries/keys/activation-keys.ts';
import { findKeyStock } from '#db/queries/keys/key-stock.ts';
import { findPurchaseItem } from '#db/queries/purchases/purchase-items.ts';
import type { PurchaseItemRow } from '#db/tables/purchases.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, lockRow } from '#db/transactions.ts';
import { type AddKeys, type KeysAdded, readKeyLines } from '#src/wire/keys/activation-keys.ts';
import type { KeyStatus } from '#src/wire/keys/key-list.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { publishAfterCommit } from '../events.ts';
import { newId } from '../ids.ts';
import { conflict, notFound, unknownProduct } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { recordEvent } from '../timeline/purchase-events.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import { deliverWaitingKeys, returnReplacedKeys } from './key-delivery.ts';
import { followStock, STOCK_CHANGED } from './stock.ts';

/** Stores the keys and gives them to the buyers who wait, all or nothing. */
export async function addKeys(shop: Shop, actor: Actor, { productId, keys: text }: AddKeys): Promise<KeysAdded> {
  const { keys, repeated } = readKeyLines(text);
  const { stored, served, requiresActivation } = await inTransaction(shop.db, async (tx) => {
    const product = await findKeyStock(tx, productId);
    // Buyers of a withdrawn product still get their key.
    if (!product || (product.withdrawnAt && product.buyersWaiting === 0)) throw unknownProduct();
    const stored = await storeKeys(tx, shop, productId, keys);
    const served = await deliverWaitingKeys(tx, shop, productId, 'admin');
    await followStock(tx, shop, productId);
    publishAfterCommit(tx, shop, STOCK_CHANGED);
    if (stored.size > 0) {
      await recordChange(tx, shop, actor, { action: 'key.import', entityId: productId, fields: ['keys'] });
    }
    return { stored, served, requiresActivation: product.requiresActivation === 1 };
  });
  const again = new Set(repeated);
  const duplicates = keys.filter((key) => again.has(key) || !stored.has(key));
  return {
    success: true,
    message: addedSummary(stored.size, served, requiresActivation),
    created: stored.size,
    duplicates,
    delivered: served,
  };
}

/** `expected` is the state the owner saw, so that a key sold meanwhile is not revoked by mistake. */
export async function removeKey(shop: Shop, actor: Actor, id: string, expected: KeyStatus | null): Promise<void> {
  await inTransaction(shop.db, async (tx) => {
    if (expected !== 'assigned' && (await deleteFreeKey(tx, id))) {
      await recordChange(tx, shop, actor, { action: 'key.delete', entityId: id });
      return;
    }
    const item = expected === 'available' ? undefined : await lockPurchaseOfKey(tx, id);
    if (!item || !(await revokeAssignedKey(tx, id, now(shop)))) throw await refuseRemoval(tx, id);
    await recordEvent(tx, shop, item.purchaseId, 'key_revoked', 'admin');
    await returnReplacedKeys(tx, shop, [item], 'admin');
    await recordChange(tx, shop, actor, { action: 'key.revoke', entityId: id });
  });
}

async function lockPurchaseOfKey(tx: Queryable, id: string): Promise<PurchaseItemRow | undefined> {
  const key = await findActivationKey(tx, id);
  const item = key?.itemId ? await findPurchaseItem(tx, key.itemId) : undefined;
  if (item) await lockRow(tx, 'purchases', item.purchaseId);
  return item;
}

async function storeKeys(tx: Queryable, shop: Shop, productId: string, keys: string[]): Promise<Set<string>> {
  const createdAt = now(shop);
  // Ids order keys of the same moment, so sorted ids keep the order of the text.
  const ids = keys.map(() => newId()).sort();
  const rows = keys.map((key, at) => ({ id: ids[at] ?? newId(), productId, key, createdAt }));
  // Two imports of the same keys would wait for each other if each had its own order.
  rows.sort((one, other) => (one.key < other.key ? -1 : 1));
  const stored = new Set<string>();
  for (let start = 0; start < rows.length; start += BATCH) {
    for (const key of await insertActivationKeys(tx, rows.slice(start, start + BATCH))) stored.add(key);
    await yieldToEventLoop();
  }
  return stored;
}

const BATCH = 200;

async function refuseRemoval(tx: Queryable, id: string) {
  const key = await findActivationKey(tx, id);
  if (!key) return notFound('Chave não encontrada. Ela pode já ter sido excluída.');
  if (key.revokedAt) return conflict('already_revoked', 'Esta chave já foi revogada.');
  return conflict(
    'state_changed',
    key.itemId
      ? 'Esta chave acabou de ser entregue a um comprador. Confira a lista antes de excluir.'
      : 'Esta chave ainda está disponível. Confira a lista antes de excluir.',
  );
}

function addedSummary(created: number, delivered: number, requiresActivation: boolean): string {
  const added =
    created === 0 ? 'Nenhuma chave nova.' : created === 1 ? '1 chave adicionada.' : `${created} chaves adicionadas.`;
  const given =
    delivered === 1
      ? ' 1 comprador que esperava já recebeu a sua.'
      : delivered > 1
        ? ` ${delivered} compradores que esperavam já receberam a sua.`
        : '';
  const unused = requiresActivation || created === 0 ? '' : ' Este produto não pede ativação: elas ficam guardadas.';
  return `${added}${given}${unused}`;
}

function now(shop: Shop): string {
  return shop.clock.now().toISOString();
}
