import type { ChargeIdentity } from '#src/domain/payments/pix-provider.ts';
import { type BankResponse, hasStatus, type TriedCall, withRetries } from '../bank-calls.ts';
import type { MercadoPago } from './context.ts';
import { codeOf } from './error-reasons.ts';
import { findOrder, type OrderReading } from './find-order.ts';
import { isOrderId } from './order.ts';

export function changeOrder(
  bank: MercadoPago,
  id: string,
  act: 'cancel' | 'refund',
  key: string,
  deadline: Date,
): Promise<TriedCall> {
  const call = { method: 'POST' as const, path: `/v1/orders/${id}/${act}`, idempotencyKey: key };
  return withRetries(() => bank.api.send(call, deadline), deadline);
}

type OrderIdReading = { outcome: 'found'; id: string } | Exclude<OrderReading, { outcome: 'found' }>;

export async function findOrderId(bank: MercadoPago, charge: ChargeIdentity, deadline: Date): Promise<OrderIdReading> {
  const { providerChargeId } = charge;
  if (providerChargeId !== null && isOrderId(providerChargeId)) return { outcome: 'found', id: providerChargeId };
  const reading = await findOrder(bank, charge, deadline);
  return reading.outcome === 'found' ? { outcome: 'found', id: reading.order.charge.providerChargeId } : reading;
}

/** The bank spells it both ways. */
export function isAlreadyDone(response: BankResponse, act: 'cancel' | 'refund'): boolean {
  const pattern = act === 'cancel' ? /^order_already_cancell?ed$/ : /^order_already_refunded$/;
  return hasStatus(response, 409) && pattern.test(codeOf(response));
}
