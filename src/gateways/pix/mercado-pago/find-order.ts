import * as z from 'zod/mini';
import type { ChargeIdentity } from '#src/domain/pix.ts';
import type { MercadoPago } from './mercado-pago.ts';
import { isOrderId, type Order, readOrder } from './order.ts';
import { type Answer, hasStatus, isPassing, isSuccess, withRetries } from './orders-api.ts';
import { reasonOf } from './refusals.ts';

export type OrderReading =
  | { outcome: 'found'; order: Order }
  | { outcome: 'missing' }
  | { outcome: 'unavailable'; reason: string; retryAfterMs: number | null };

/** The order by the bank's name for it, or by ours where that is not known or leads nowhere. */
export async function findOrder(bank: MercadoPago, charge: ChargeIdentity, deadline: Date): Promise<OrderReading> {
  const { providerChargeId, reference } = charge;
  if (providerChargeId === null || !isOrderId(providerChargeId)) return findByReference(bank, reference, deadline);
  const reading = await readById(bank, providerChargeId, deadline);
  return reading.outcome === 'missing' ? findByReference(bank, reference, deadline) : reading;
}

/** The search only gives the name: what it knows of the state may be older than the order itself. */
export async function findByReference(bank: MercadoPago, reference: string, deadline: Date): Promise<OrderReading> {
  const now = bank.clock.now().getTime();
  // Dates and reference alone: the document and the bank's own library name the other parameters differently.
  const query = {
    begin_date: new Date(now - SEARCHED_MS).toISOString(),
    end_date: new Date(now + DAY_MS).toISOString(),
    external_reference: reference,
  };
  const answer = await ask(bank, '/v1/orders', deadline, query);
  const read = isSuccess(answer) ? z.safeParse(SearchAnswer, answer.body) : undefined;
  if (!read?.success) return unavailable(answer);
  const ours = read.data.data.filter((row) => row.external_reference === reference);
  const [best] = ours.toSorted((one, other) => rankOf(other.status) - rankOf(one.status));
  if (best) return readById(bank, best.id, deadline);
  // Rows of other references mean that the search did not search: then nothing is known.
  if (read.data.data.length > 0) return { outcome: 'unavailable', reason: 'search_not_filtered', retryAfterMs: null };
  return { outcome: 'missing' };
}

export async function readById(bank: MercadoPago, id: string, deadline: Date): Promise<OrderReading> {
  const answer = await ask(bank, `/v1/orders/${id}`, deadline);
  if (hasStatus(answer, 404)) return { outcome: 'missing' };
  const order = isSuccess(answer) ? readOrder(answer.body) : undefined;
  return order ? { outcome: 'found', order } : unavailable(answer);
}

/** A bank that asks for a pause gets it: the page or the worker comes again anyway. */
function ask(bank: MercadoPago, path: string, deadline: Date, query?: Record<string, string>): Promise<Answer> {
  return withRetries(
    () => bank.api.send({ method: 'GET', path, query }, deadline),
    deadline,
    (answer) => isPassing(answer) && !hasStatus(answer, 429),
  );
}

function unavailable(answer: Answer): OrderReading {
  const reason = isSuccess(answer) ? 'unreadable_answer' : reasonOf(answer);
  return { outcome: 'unavailable', reason, retryAfterMs: answer.kind === 'answered' ? answer.retryAfterMs : null };
}

/** Where there is more than one, the one with the money counts, then the one that can be paid. */
function rankOf(status: string): number {
  if (['processed', 'refunded', 'charged_back'].includes(status)) return 2;
  return ['created', 'processing', 'action_required'].includes(status) ? 1 : 0;
}

const SearchAnswer = z.object({
  data: z.array(
    z.object({
      id: z.string().check(z.refine(isOrderId)),
      external_reference: z.nullish(z.string()),
      status: z.string(),
    }),
  ),
});

const DAY_MS = 24 * 60 * 60 * 1000;
const SEARCHED_MS = 30 * DAY_MS;
