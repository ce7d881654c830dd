import type { ChargeIdentity, RefundOutcome, RefundRequest } from '#src/domain/payments/pix-provider.ts';
import type { MercadoPago } from './account.ts';
import { findOrder, type OrderReading } from './find-order.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { isOrderId, type MercadoPagoOrder, readOrder } from './order.ts';
import { hasStatus, isSuccess, isTransient, type OrdersResponse, withRetries } from './orders-api.ts';
import { codeOf, reasonOf } from './refusals.ts';

/** An order that is already canceled, or can no longer be paid, counts as canceled. */
export async function cancelCharge(bank: MercadoPago, charge: ChargeIdentity, deadline: Date): Promise<void> {
  const named = await nameOf(bank, charge, deadline);
  if (named.outcome === 'missing') return;
  if (named.outcome === 'unavailable') throw new Error(`the bank did not close the charge (${named.reason})`);
  const response = await post(bank, named.id, 'cancel', idempotencyKey('cancel', charge.reference), deadline);
  const order = isSuccess(response) ? readOrder(response.body) : undefined;
  if (order?.state === 'cancelled' || isAlready(response, 'cancel')) return;
  const reading = await findOrder(bank, { ...charge, providerChargeId: named.id }, deadline);
  if (reading.outcome === 'found' && CLOSED.has(reading.order.state)) return;
  throw new Error(
    `the bank did not close the charge (${isSuccess(response) ? 'unreadable_response' : codeOf(response)})`,
  );
}

/** Without a body the bank refunds all that is left. */
export async function refundPayment(bank: MercadoPago, refund: RefundRequest, deadline: Date): Promise<RefundOutcome> {
  const named = await nameOf(bank, refund, deadline);
  if (named.outcome === 'missing') return { outcome: 'refused', reason: 'order_not_found' };
  if (named.outcome === 'unavailable') return { outcome: 'unclear', reason: named.reason };
  let isSure = true;
  const key = idempotencyKey('refund', refund.refundReference);
  const response = await post(bank, named.id, 'refund', key, deadline, () => {
    isSure = false;
  });
  // An accepted refund is not always done; only the status tells.
  if (isSuccess(response)) return { outcome: statusOf(response.body) === 'refunded' ? 'refunded' : 'pending' };
  if (isAlready(response, 'refund')) return { outcome: 'refunded' };
  const reading = await findOrder(bank, { ...refund, providerChargeId: named.id }, deadline);
  if (isRefunded(reading)) return { outcome: 'refunded' };
  // A 401 or 403 is not about this refund, and an earlier try may have got through.
  const isAboutRefund = !hasStatus(response, 401, 403) || !refund.isRepeat;
  return {
    outcome: isSure && isAboutRefund && isRefusal(response) ? 'refused' : 'unclear',
    reason: reasonOf(response),
  };
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
): Promise<OrdersResponse> {
  return withRetries(async () => {
    const response = await bank.api.send(
      { method: 'POST', path: `/v1/orders/${id}/${act}`, idempotencyKey: key },
      deadline,
    );
    if (isTransient(response) && !hasStatus(response, 429)) onLost?.();
    return response;
  }, deadline);
}

/** The bank spells it both ways. */
function isAlready(response: OrdersResponse, act: 'cancel' | 'refund'): boolean {
  const pattern = act === 'cancel' ? /^order_already_cancell?ed$/ : /^order_already_refunded$/;
  return hasStatus(response, 409) && pattern.test(codeOf(response));
}

/** A conflict on the idempotency key proves nothing; every other conflict is a refusal. */
function isRefusal(response: OrdersResponse): boolean {
  if (hasStatus(response, 409)) return codeOf(response) === 'cannot_refund_order';
  return hasStatus(response, 400, 401, 402, 403, 404, 422);
}

function isRefunded(reading: OrderReading): boolean {
  return reading.outcome === 'found' && reading.order.state === 'refunded';
}

function statusOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'status' in body ? body.status : undefined;
}

const CLOSED = new Set<MercadoPagoOrder['state']>(['cancelled', 'expired', 'rejected', 'refunded']);
