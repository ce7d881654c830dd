import type { RefundOutcome, RefundRequest } from '#src/domain/payments/pix-provider.ts';
import { type BankResponse, hasStatus } from '../bank-calls.ts';
import { changeOrder, findOrderId, isAlreadyDone } from './change-order.ts';
import type { MercadoPago } from './context.ts';
import { codeOf, reasonOf } from './error-reasons.ts';
import { findOrder, type OrderReading } from './find-order.ts';
import { idempotencyKey } from './idempotency-key.ts';

/** The bank refunds all that is left where the call has no body. */
export async function refundPayment(bank: MercadoPago, refund: RefundRequest, deadline: Date): Promise<RefundOutcome> {
  const found = await findOrderId(bank, refund, deadline);
  if (found.outcome === 'missing') return { outcome: 'refused', reason: 'order_not_found' };
  if (found.outcome === 'unavailable') return { outcome: 'unclear', reason: found.reason };
  const key = idempotencyKey('refund', refund.refundReference);
  const { response, isSure } = await changeOrder(bank, found.id, 'refund', key, deadline);
  // An accepted refund is not always done; only the status tells.
  if (response.outcome === 'done') return { outcome: statusOf(response.body) === 'refunded' ? 'refunded' : 'pending' };
  if (isAlreadyDone(response, 'refund')) return { outcome: 'refunded' };
  const reading = await findOrder(bank, { ...refund, providerChargeId: found.id }, deadline);
  if (isRefunded(reading)) return { outcome: 'refunded' };
  // A 401 or 403 is not about this refund, and an earlier try may have got through.
  const isAboutRefund = !hasStatus(response, 401, 403) || !refund.isRepeat;
  return {
    outcome: isSure && isAboutRefund && isRefusal(response) ? 'refused' : 'unclear',
    reason: reasonOf(response),
  };
}

/** A conflict on the idempotency key proves nothing; every other conflict is a refusal. */
function isRefusal(response: BankResponse): boolean {
  if (hasStatus(response, 409)) return codeOf(response) === 'cannot_refund_order';
  return hasStatus(response, 400, 401, 402, 403, 404, 422);
}

function isRefunded(reading: OrderReading): boolean {
  return reading.outcome === 'found' && reading.order.state === 'refunded';
}

function statusOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'status' in body ? body.status : undefined;
}
