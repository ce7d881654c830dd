import type { Selectable } from 'kysely';
import type { Database, Tables } from '#db/tables.ts';
import { firstItemOf, soleItem } from './items.ts';

/** Copies the newest sale to these times, each with its own reference. */
export async function insertSales(
  db: Database,
  bank: { name: string; accountId: string },
  sales: readonly { reference: string; at: Date }[],
): Promise<void> {
  const row = await db.selectFrom('purchases').selectAll().limit(1).executeTakeFirstOrThrow();
  const model = withoutFigures(row);
  for (let first = 0; first < sales.length; first += 200) {
    const rows = sales.slice(first, first + 200).map(({ reference, at }) => ({
      ...model,
      provider: bank.name,
      account: bank.accountId,
      id: `sale-${reference}`,
      transactionId: `transaction-${reference}`,
      providerReference: reference,
      providerChargeId: null,
      providerPaymentId: null,
      idempotencyKeyHash: null,
      createdAt: at.toISOString(),
      completedAt: at.toISOString(),
    }));
    await db.insertInto('purchases').values(rows).execute();
    const items = rows.map((sale) => soleItem(sale));
    await db.insertInto('purchaseItems').values(items).execute();
  }
}

/** Generated columns and figures cannot be inserted. */
function withoutFigures(row: Selectable<Tables['purchases']>) {
  const { customerOrder: _1, customerOrderHalfPlain: _2, productOrder: _3, productOrderHalfPlain: _4, ...rest } = row;
  const { keptCents: _5, number: _6, ...model } = rest;
  return { ...model, ...firstItemOf(row) };
}
