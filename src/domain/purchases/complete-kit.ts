import { findProductOnSale } from '#db/queries/products/products.ts';
import { listOwnedItems } from '#db/queries/purchases/owned-items.ts';
import type { ProductRow } from '#db/tables/products.ts';
import type { Queryable } from '#db/tables.ts';
import { apportion } from '#src/wire/basics/apportion.ts';
import { MINIMUM_CHARGE_CENTS } from '#src/wire/basics/money.ts';
import { conflict } from '../refusals.ts';
import { itemsToSell, type OrderedItems } from './quote-order.ts';

/** What a customer owns by product: the item that most was paid for, and how much. */
export type Paid = ReadonlyMap<string, { itemId: string; cents: number }>;

export async function readPaid(db: Queryable, customerId: string): Promise<Paid> {
  const paid = new Map<string, { itemId: string; cents: number }>();
  for (const { id, productId, totalCents, wholeCents, keptCents } of await listOwnedItems(db, customerId)) {
    const cents = wholeCents === 0 ? 0 : Math.floor((totalCents * keptCents) / wholeCents);
    if (cents >= (paid.get(productId)?.cents ?? 0)) paid.set(productId, { itemId: id, cents });
  }
  return paid;
}

/** The parts that a customer lacks, for what the kit costs less what was paid for the others; null for all or none. */
export async function sellMissingParts(db: Queryable, kit: ProductRow, paid: Paid): Promise<OrderedItems | null> {
  const parts = await itemsToSell(db, [kit]);
  const missing = parts.filter(({ id }) => !paid.has(id));
  if (missing.length === parts.length) return null;
  // Who paid more for a part than its share of the kit gets no more than that share.
  const paidCents = parts.reduce((sum, { id, priceCents }) => sum + Math.min(paid.get(id)?.cents ?? 0, priceCents), 0);
  const leftCents = Math.max(MINIMUM_CHARGE_CENTS, kit.priceCents - paidCents);
  const prices = apportion(
    leftCents,
    missing.map(({ priceCents }) => Math.max(1, priceCents)),
  );
  const completesItemIds = parts.flatMap(({ id }) => paid.get(id)?.itemId ?? []);
  const [first, ...others] = missing.map((part, at) => ({ ...part, priceCents: prices[at] ?? 0, completesItemIds }));
  return first ? [first, ...others] : null;
}

export async function findMissingParts(db: Queryable, kitId: string, customerId: string): Promise<OrderedItems> {
  const kit = await findProductOnSale(db, kitId);
  const missing = kit?.kind === 'kit' && (await sellMissingParts(db, kit, await readPaid(db, customerId)));
  if (!missing) throw conflict('nothing_to_complete', 'Não há mais o que completar neste kit.');
  return missing;
}
