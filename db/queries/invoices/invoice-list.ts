import { sql } from 'kysely';
import type { InvoiceState } from '#src/wire/invoices/invoices.ts';
import type { PaymentStatus } from '#src/wire/purchases/purchases.ts';
import { countRows } from '../../results.ts';
import type { InvoiceRow } from '../../tables/invoices.ts';
import type { PurchaseRow } from '../../tables/purchases.ts';
import type { Queryable } from '../../tables.ts';
import { contains } from '../lists/like-search.ts';
import type { Slice } from '../lists/paging.ts';
import { withProduct } from '../purchases/purchase-items.ts';
import { amountOf } from './invoices.ts';

/** The moments bound when the invoice is due; `ids` are the chosen rows, and all are meant without them. */
export type InvoiceFilter = {
  q: string;
  state: InvoiceState | null;
  since: string | null;
  until: string | null;
  ids?: readonly string[] | null;
};

export type InvoiceInList = InvoiceRow &
  Pick<PurchaseRow, 'customerEmail'> & { purchaseNumber: number; amountCents: number; product: string };

const SORTS = {
  dueAt: 'invoices.dueAt',
  number: 'purchases.number',
  taker: 'invoices.words',
  amount: 'purchases.totalCents',
} as const;

export async function listInvoices(
  db: Queryable,
  filter: InvoiceFilter,
  sort: keyof typeof SORTS,
  { order, limit, offset }: Slice,
): Promise<InvoiceInList[]> {
  const rows = await filtered(db, filter)
    .orderBy(SORTS[sort], order)
    .orderBy('invoices.purchaseId', order)
    .limit(limit)
    .offset(offset)
    .execute();
  return withProduct(db, rows);
}

export async function findListedInvoice(db: Queryable, purchaseId: string): Promise<InvoiceInList | undefined> {
  const rows = await withPurchases(db).where('invoices.purchaseId', '=', purchaseId).execute();
  return (await withProduct(db, rows))[0];
}

export function countInvoices(db: Queryable, filter: InvoiceFilter): Promise<number> {
  return filtered(db, filter).$call(countRows);
}

/** The search is for a part of a name, or the whole number of the sale or of the invoice. */
function filtered(db: Queryable, { q, state, since, until, ids = null }: InvoiceFilter) {
  const number = /^#?(\d{1,9})$/.exec(q)?.[1];
  return withPurchases(db)
    .$if(state !== null, (rows) => rows.where('invoices.state', '=', state ?? 'requested'))
    .$if(since !== null, (rows) => rows.where('invoices.dueAt', '>=', since ?? ''))
    .$if(until !== null, (rows) => rows.where('invoices.dueAt', '<', until ?? ''))
    .$if(ids !== null, (rows) => rows.where('invoices.purchaseId', 'in', ids ?? []))
    .$if(q !== '', (rows) =>
      rows.where((row) =>
        row.or([
          contains('invoices.words', q),
          row('invoices.number', '=', q),
          ...(number ? [row('purchases.number', '=', Number(number))] : []),
        ]),
      ),
    );
}

/** An order that is not paid has asked for nothing yet. */
function withPurchases(db: Queryable) {
  return db
    .selectFrom('invoices')
    .innerJoin('purchases', 'purchases.id', 'invoices.purchaseId')
    .selectAll('invoices')
    .select(['purchases.number as purchaseNumber', 'purchases.customerEmail'])
    .select((row) => amountOf(row).as('amountCents'))
    .where('purchases.status', 'in', [sql.lit<PaymentStatus>('COMPLETED'), sql.lit<PaymentStatus>('REFUNDED')]);
}
