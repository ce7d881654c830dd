import * as z from 'zod/mini';
import type { BankPayment, PaymentList, Period, UnreadableRow } from '#src/domain/payments/pix-provider.ts';
import { type BankResponse, isTransient, readBody, TOO_LONG, withRetries } from '../bank-calls.ts';
import { isAlmostOver } from '../deadline-in.ts';
import { unreadableRow } from '../unreadable-row.ts';
import type { MercadoPago } from './context.ts';
import { reasonOf } from './error-reasons.ts';
import { type MercadoPagoOrder, readOrder } from './order.ts';
import type { Call } from './orders-api.ts';

export async function listPayments(bank: MercadoPago, period: Period, deadline: Date): Promise<PaymentList> {
  const reading: Reading = { rows: new Map(), unread: [], offset: 0, size: LARGEST_PAGE };
  for (;;) {
    const page = await fetchPage(bank, period, reading, deadline);
    if (page === 'too_long') shrink(reading);
    else if ('reason' in page) return reading.rows.size > 0 && isAlmostOver(deadline) ? { outcome: 'too_many' } : page;
    else {
      const isNew = addRows(reading, page.data);
      if (isComplete(reading, page)) return listOf(reading);
      // The bank ignores `offset`, so the caller splits the period.
      if (!isNew) return { outcome: 'too_many' };
    }
  }
}

type Reading = { rows: Map<string, unknown>; unread: UnreadableRow[]; offset: number; size: number };
type Page = z.infer<typeof ListResponse>;

async function fetchPage(
  bank: MercadoPago,
  { from, to }: Period,
  { offset, size }: Reading,
  deadline: Date,
): Promise<Page | 'too_long' | Extract<PaymentList, { outcome: 'unavailable' }>> {
  const query = {
    begin_date: from.toISOString(),
    end_date: to.toISOString(),
    status: 'processed',
    limit: String(size),
    offset: String(offset),
  };
  const call: Call = { method: 'GET', path: '/v1/orders', query, maximumBytes: LONGEST_PAGE_BYTES };
  const { response } = await withRetries(
    () => bank.api.send(call, deadline),
    deadline,
    (tried) => isTransient(tried) && !isTooLong(tried),
  );
  if (isTooLong(response)) return 'too_long';
  return readBody(response, ListResponse) ?? { outcome: 'unavailable', reason: reasonOf(response) };
}

function isTooLong(response: BankResponse): boolean {
  return response.outcome === 'silent' && response.reason === TOO_LONG;
}

/** Orders carry pictures; one that is too long by itself is reported as unreadable. */
function shrink(reading: Reading): void {
  if (reading.size > 1) {
    reading.size = Math.ceil(reading.size / 4);
    return;
  }
  reading.unread.push(unreadableRow({ offset: reading.offset, too: 'long' }, []));
  reading.offset += 1;
}

function addRows(reading: Reading, rows: unknown[]): boolean {
  const before = reading.rows.size;
  for (const row of rows) reading.rows.set(nameOf(row), row);
  reading.offset += rows.length;
  return reading.rows.size > before;
}

function nameOf(row: unknown): string {
  return z.safeParse(Named, row).data?.id ?? JSON.stringify(row) ?? '';
}

/** A page may have been cut where no total is told, so only an empty page is the end. */
function isComplete({ rows, unread, offset }: Reading, { data, paging }: Page): boolean {
  const total = paging?.total ?? null;
  if (data.length === 0) return true;
  return total === null ? offset < SURELY_COMPLETE : rows.size + unread.length >= total;
}

function listOf({ rows, unread }: Reading): PaymentList {
  const payments: BankPayment[] = [];
  const unreadable = [...unread];
  for (const row of rows.values()) {
    const order = readOrder(row);
    const payment = order && paymentOf(order);
    if (payment) payments.push(payment);
    else if (!order || (order.isPix && order.state === 'unknown'))
      unreadable.push(unreadableRow(row, ['external_reference', 'id']));
  }
  return { outcome: 'found', payments, unread: unreadable };
}

/** The account may also sell by card; only Pix counts. */
function paymentOf(order: MercadoPagoOrder): BankPayment | undefined {
  const { state, isPix, reference, charge, paidCents, payer, description } = order;
  if (!isPix || paidCents === null) return undefined;
  if (state !== 'paid' && state !== 'refunded' && state !== 'disputed') return undefined;
  const facts = { arrivedAt: order.updatedAt ?? order.createdAt, payer, description };
  const returned = order.returnedCents === undefined ? {} : { returnedCents: order.returnedCents };
  return {
    reference: reference || null,
    providerChargeId: charge.providerChargeId,
    state,
    paidCents,
    ...returned,
    facts,
  };
}

const ListResponse = z.object({
  data: z.array(z.unknown()),
  paging: z.nullish(z.object({ total: z.nullish(z.coerce.number()) })),
});
const Named = z.object({ id: z.string() });

const LARGEST_PAGE = 30;
const LONGEST_PAGE_BYTES = 2 * 1024 * 1024;
const SURELY_COMPLETE = 10;
