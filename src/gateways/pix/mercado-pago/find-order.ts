import * as z from 'zod/mini';
import type { ChargeIdentity } from '#src/domain/payments/pix-provider.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { type BankResponse, hasStatus, isTransient, pauseAskedBy, readBody, withRetries } from '../bank-calls.ts';
import type { MercadoPago } from './context.ts';
import { reasonOf } from './error-reasons.ts';
import { isOrderId, type MercadoPagoOrder, readOrder } from './order.ts';

export type OrderReading =
  | { outcome: 'found'; order: MercadoPagoOrder }
  | { outcome: 'missing' }
  | { outcome: 'unavailable'; reason: string; retryAfterMs: number | null };

export async function findOrder(bank: MercadoPago, charge: ChargeIdentity, deadline: Date): Promise<OrderReading> {
  const { providerChargeId, reference } = charge;
  if (providerChargeId === null || !isOrderId(providerChargeId)) return findByReference(bank, reference, deadline);
  const reading = await readById(bank, providerChargeId, deadline);
  return reading.outcome === 'missing' ? findByReference(bank, reference, deadline) : reading;
}

/** Search results may be older than the order, so only the id is taken from them. */
export async function findByReference(bank: MercadoPago, reference: string, deadline: Date): Promise<OrderReading> {
  const now = bank.clock.now().getTime();
  // Sends only dates and reference: the document and the bank's own library name the other parameters differently.
  const query = {
    begin_date: new Date(now - SEARCHED_MS).toISOString(),
    end_date: new Date(now + DAY_MS).toISOString(),
    external_reference: reference,
  };
  const response = await fetchOrders(bank, '/v1/orders', deadline, query);
  const read = readBody(response, SearchResponse);
  if (!read) return unavailable(response);
  const rows = read.data.flatMap((row) => z.safeParse(FoundOrder, row).data ?? []);
  const ours = rows.filter((row) => row.external_reference === reference);
  const [best] = ours.toSorted((one, other) => rankOf(other.status) - rankOf(one.status));
  if (best) return readById(bank, best.id, deadline);
  // Rows that are not ours mean that the filter was ignored or ours is unreadable, so nothing is known.
  if (read.data.length > 0) return { outcome: 'unavailable', reason: 'search_not_filtered', retryAfterMs: null };
  return { outcome: 'missing' };
}

export async function readById(bank: MercadoPago, id: string, deadline: Date): Promise<OrderReading> {
  const response = await fetchOrders(bank, `/v1/orders/${id}`, deadline);
  if (hasStatus(response, 404)) return { outcome: 'missing' };
  const order = response.outcome === 'done' ? readOrder(response.body, id) : undefined;
  return order ? { outcome: 'found', order } : unavailable(response);
}

/** Does not wait for Retry-After: the page or the worker polls again anyway. */
async function fetchOrders(
  bank: MercadoPago,
  path: string,
  deadline: Date,
  query?: Record<string, string>,
): Promise<BankResponse> {
  const { response } = await withRetries(
    () => bank.api.send({ method: 'GET', path, query }, deadline),
    deadline,
    (tried) => isTransient(tried) && !hasStatus(tried, 429),
  );
  return response;
}

function unavailable(response: BankResponse): OrderReading {
  return { outcome: 'unavailable', reason: reasonOf(response), retryAfterMs: pauseAskedBy(response) };
}

/** Prefers the order with the money, then one that can still be paid. */
function rankOf(status: string | null | undefined): number {
  if (['processed', 'refunded', 'charged_back'].includes(status ?? '')) return 2;
  return ['created', 'processing', 'action_required'].includes(status ?? '') ? 1 : 0;
}

const SearchResponse = z.object({ data: z.array(z.unknown()) });
const FoundOrder = z.object({
  id: z.string().check(z.refine(isOrderId)),
  external_reference: z.nullish(z.string()),
  status: z.nullish(z.string()),
});

const SEARCHED_MS = 30 * DAY_MS;
