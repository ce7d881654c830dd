import type { ChargeIdentity } from '#src/domain/payments/pix-provider.ts';
import { changeOrder, findOrderId, isAlreadyDone } from './change-order.ts';
import type { MercadoPago } from './context.ts';
import { codeOf } from './error-reasons.ts';
import { findOrder } from './find-order.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { type MercadoPagoOrder, readOrder } from './order.ts';

export async function cancelCharge(bank: MercadoPago, charge: ChargeIdentity, deadline: Date): Promise<void> {
  const found = await findOrderId(bank, charge, deadline);
  if (found.outcome === 'missing') return;
  if (found.outcome === 'unavailable') throw new Error(`the bank did not close the charge (${found.reason})`);
  const { response } = await changeOrder(
    bank,
    found.id,
    'cancel',
    idempotencyKey('cancel', charge.reference),
    deadline,
  );
  const order = response.outcome === 'done' ? readOrder(response.body) : undefined;
  if (order?.state === 'cancelled' || isAlreadyDone(response, 'cancel')) return;
  const reading = await findOrder(bank, { ...charge, providerChargeId: found.id }, deadline);
  if (reading.outcome === 'found' && CLOSED.has(reading.order.state)) return;
  throw new Error(`the bank did not close the charge (${codeOf(response)})`);
}

const CLOSED = new Set<MercadoPagoOrder['state']>(['cancelled', 'expired', 'rejected', 'refunded']);
