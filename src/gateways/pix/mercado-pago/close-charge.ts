import type { ChargeIdentity, RefundOutcome, RefundRequest } from '#src/domain/pix.ts';
import { findOrder, type OrderReading } from './find-order.ts';
import { idempotencyKey } from './idempotency-key.ts';
import type { MercadoPago } from './mercado-pago.ts';
import { isOrderId, type Order, readOrder } from './order.ts';
import { type Answer, hasStatus, isPassing, isSuccess, withRetries } from './orders-api.ts';
import { codeOf, reasonOf } from './refusals.ts';

/** An order that was cancelled before, or can take no money any more for another reason, is as good. */
export async function cancelCharge(bank: MercadoPago, charge: ChargeIdentity, deadline: Date): Promise<void> {
  const named = await nameOf(bank, charge, deadline);
  if (named.outcome === 'missing') return;
  if (named.outcome === 'unavailable') throw new Error(`the bank did not close the charge (${named.reason})`);
  const answer = await post(bank, named.id, 'cancel', idempotencyKey('cancel', charge.reference), deadline);
  const order = isSuccess(answer) ? readOrder(answer.body) : undefined;
  if (order?.state === 'cancelled' || isAlready(answer, 'cancel')) return;
  const reading = await findOrder(bank, { ...charge, providerChargeId: named.id }, deadline);
  if (reading.outcome === 'found' && CLOSED.has(reading.order.state)) return;
  throw new Error(`the bank did not close the charge (${isSuccess(answer) ? 'unreadable_answer' : codeOf(answer)})`);
}

/** The whole payment: without a body the bank gives all of it back. */
export async function refundPayment(bank: MercadoPago, refund: RefundRequest, deadline: Date): Promise<RefundOutcome> {
  const named = await nameOf(bank, refund, deadline);
  if (named.outcome === 'missing') return { outcome: 'refused', reason: 'order_not_found' };
  if (named.outcome === 'unavailable') return { outcome: 'unclear', reason: named.reason };
  let isSure = true;
  const key = idempotencyKey('refund', refund.refundReference);
  const answer = await post(bank, named.id, 'refund', key, deadline, () => {
    isSure = false;
  });
  // What was given is not always back yet: only the state tells.
  if (isSuccess(answer)) return { outcome: statusOf(answer.body) === 'refunded' ? 'refunded' : 'pending' };
  if (isAlready(answer, 'refund')) return { outcome: 'refunded' };
  const reading = await findOrder(bank, { ...refund, providerChargeId: named.id }, deadline);
  if (isRefunded(reading)) return { outcome: 'refunded' };
  return { outcome: isSure && isRefusal(answer) ? 'refused' : 'unclear', reason: reasonOf(answer) };
}

type Name = { outcome: 'named'; id: string } | Exclude<OrderReading, { outcome: 'found' }>;

async function nameOf(bank: MercadoPago, charge: ChargeIdentity, deadline: Date): Promise<Name> {
  const { providerChargeId } = charge;
  if (providerChargeId !== null && isOrderId(providerChargeId)) return { outcome: 'named', id: providerChargeId };
  const reading = await findOrder(bank, charge, deadline);
  return reading.outcome === 'found' ? { outcome: 'named', id: reading.order.charge.providerChargeId } : reading;
}

function post(
  bank: MercadoPago,
  id: string,
  act: 'cancel' | 'refund',
  key: string,
  deadline: Date,
  onLost?: () => void,
): Promise<Answer> {
  return withRetries(async () => {
    const answer = await bank.api.send(
      { method: 'POST', path: `/v1/orders/${id}/${act}`, idempotencyKey: key },
      deadline,
    );
    if (isPassing(answer) && !hasStatus(answer, 429)) onLost?.();
    return answer;
  }, deadline);
}

/** Spelt both ways, as the bank does elsewhere. */
function isAlready(answer: Answer, act: 'cancel' | 'refund'): boolean {
  const pattern = act === 'cancel' ? /^order_already_cancell?ed$/ : /^order_already_refunded$/;
  return hasStatus(answer, 409) && pattern.test(codeOf(answer));
}

/** A key that was used before tells nothing; the other conflicts say that the order cannot be given back. */
function isRefusal(answer: Answer): boolean {
  if (hasStatus(answer, 409)) return codeOf(answer) === 'cannot_refund_order';
  return hasStatus(answer, 400, 401, 402, 403, 404, 422);
}

function isRefunded(reading: OrderReading): boolean {
  return reading.outcome === 'found' && reading.order.state === 'refunded';
}

function statusOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'status' in body ? body.status : undefined;
}

const CLOSED = new Set<Order['state']>(['cancelled', 'expired', 'rejected', 'refunded']);
