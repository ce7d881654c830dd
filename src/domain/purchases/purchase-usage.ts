import { listItemsOfPurchase } from '#db/queries/purchases/purchase-items.ts';
import { countMachinesOfPurchase } from '#db/queries/withdrawals/withdrawals.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import type { Queryable } from '#db/tables.ts';
import { downloadsOf } from './purchase-items.ts';

/** It counts since the purchase was delivered. */
export type Use = { downloads: number; machines: number };

export async function readUsage(db: Queryable, purchase: PurchaseRow): Promise<Use> {
  const items = await listItemsOfPurchase(db, purchase.id);
  return { downloads: downloadsOf({ items }), machines: await countMachinesOfPurchase(db, purchase.id) };
}

/** Writes `2 downloads, 1 computador`; nothing when nothing was done. */
export function usageText({ downloads, machines }: Use): string {
  return [countOf(downloads, 'download', 'downloads'), countOf(machines, 'computador', 'computadores')]
    .filter((part) => part !== '')
    .join(', ');
}

function countOf(count: number, one: string, many: string): string {
  if (count === 0) return '';
  return count === 1 ? `1 ${one}` : `${count.toLocaleString('pt-BR')} ${many}`;
}
