import type { ChargeIdentity } from '#src/domain/payments/pix-provider.ts';
import type { MercadoPago } from './context.ts';
import { codeOf } from './error-reasons.ts';
import { findOrder, type OrderReading } from './find-order.ts';
import { isOrderId } from './order.ts';
import { hasStatus, isTransient, type OrdersResponse, withRetries } from './orders-api.ts';

export function changeOrder(
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

type OrderIdReading = { outcome: 'found'; id: string } | Exclude<OrderReading, { outcome: 'found' }>;

export async function findOrderId(bank: MercadoPago, charge: ChargeIdentity, deadline: Date): Promise<OrderIdReading> {
  const { providerChargeId } = charge;
  if (providerChargeId !== null && isOrderId(providerChargeId)) return { outcome: 'found', id: providerChargeId };
  const reading = await findOrder(bank, charge, deadline);
  return reading.outcome === 'found' ? { outcome: 'found', id: reading.order.charge.providerChargeId } : reading;
}

/** The bank spells it both ways. */
export function isAlreadyDone(response: OrdersResponse, act: 'cancel' | 'refund'): boolean {
  const pattern = act === 'cancel' ? /^order_already_cancell?ed$/ : /^order_already_refunded$/;
  return hasStatus(response, 409) && pattern.test(codeOf(response));
}
