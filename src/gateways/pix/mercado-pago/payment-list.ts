import * as z from 'zod/mini';
import type { BankPayment, PaymentList, Period } from '#src/domain/pix.ts';
import type { MercadoPago } from './mercado-pago.ts';
import { type Order, readOrder } from './order.ts';
import { isSuccess, withRetries } from './orders-api.ts';
import { reasonOf } from './refusals.ts';

/** The search goes by the day of creation; an order may be paid some time after it. */
export async function listPayments(bank: MercadoPago, period: Period, deadline: Date): Promise<PaymentList> {
  const orders = new Map<string, Order>();
  const searched = { from: new Date(period.from.getTime() - LONGEST_WAIT_MS), to: period.to };
  const failure = await collect(bank, searched, deadline, orders);
  if (failure !== null) return { outcome: 'unavailable', reason: failure };
  const payments = [...orders.values()].filter((order) => hasMovedIn(order, period)).flatMap(paymentOf);
  return { outcome: 'found', payments };
}

/**
 * A period with more orders than one answer holds is asked for in shorter pieces, until each answer is whole: the document
 * and the bank's own library disagree on how to turn pages. Answers why it failed, or null.
 */
async function collect(
  bank: MercadoPago,
  period: Period,
  deadline: Date,
  orders: Map<string, Order>,
): Promise<string | null> {
  const query = { begin_date: period.from.toISOString(), end_date: period.to.toISOString() };
  const answer = await withRetries(
    () => bank.api.send({ method: 'GET', path: '/v1/orders', query }, deadline),
    deadline,
  );
  const read = isSuccess(answer) ? z.safeParse(ListAnswer, answer.body) : undefined;
  if (!read?.success) return isSuccess(answer) ? 'unreadable_answer' : reasonOf(answer);
  const { data, paging } = read.data;
  const pieces = piecesOf(period, data.length, paging?.total ?? null);
  if (pieces === 'too_many') return 'too_many_orders_at_once';
  for (const row of data) {
    const order = readOrder(row);
    if (order) orders.set(order.charge.providerChargeId, order);
  }
  for (const piece of pieces) {
    const failure = await collect(bank, piece, deadline, orders);
    if (failure !== null) return failure;
  }
  return null;
}

/** None where the answer held all. Without a total, an answer of ten or more may have been cut. */
function piecesOf({ from, to }: Period, shown: number, total: number | null): Period[] | 'too_many' {
  if (total === null ? shown < SURELY_WHOLE : shown >= total) return [];
  const lengthMs = to.getTime() - from.getTime();
  if (lengthMs <= SHORTEST_PIECE_MS) return 'too_many';
  const wanted = total === null ? 2 : Math.ceil((1.5 * total) / Math.max(shown, 1));
  const count = Math.min(Math.max(wanted, 2), MOST_PIECES, Math.ceil(lengthMs / SHORTEST_PIECE_MS));
  const bounds = Array.from({ length: count + 1 }, (_, index) => from.getTime() + (lengthMs * index) / count);
  // The bound belongs to both neighbours; an order that comes twice is kept once.
  return bounds.slice(1).map((bound, index) => ({ from: new Date(bounds[index] ?? bound), to: new Date(bound) }));
}

function hasMovedIn({ updatedAt }: Order, { from }: Period): boolean {
  return updatedAt === null || !(Date.parse(updatedAt) < from.getTime());
}

/** The account may sell by other means as well: only what came by Pix is told. */
function paymentOf({ state, isPix, reference, charge, paidCents }: Order): BankPayment[] {
  if (!isPix || paidCents === null) return [];
  if (state !== 'paid' && state !== 'refunded' && state !== 'disputed') return [];
  return [{ reference: reference || null, providerChargeId: charge.providerChargeId, state, paidCents }];
}

const ListAnswer = z.object({
  data: z.array(z.unknown()),
  paging: z.nullish(z.object({ total: z.nullish(z.coerce.number()) })),
});

const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;
const SURELY_WHOLE = 10;
const SHORTEST_PIECE_MS = 10;
const MOST_PIECES = 50;
