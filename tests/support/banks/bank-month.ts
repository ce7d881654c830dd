import { randomUUID } from 'node:crypto';
import type { FakeMercadoPago } from './fake-mercado-pago.ts';
import { aCharge, charged, openShopSide } from './mercado-pago.ts';
import { type BankOrder, moveOrder } from './mercado-pago-orders.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Fills the thirty days before `end`. Returns the references of the paid orders, oldest first. */
export async function fillMonth(
  fake: FakeMercadoPago,
  { orders, paidOneIn, end }: { orders: number; paidOneIn: number; end: number },
): Promise<string[]> {
  const { identity } = await charged(openShopSide(fake), aCharge());
  const model = fake.order(identity.reference);
  const kept = Array.from({ length: orders }, (_, index) => {
    const madeAt = new Date(end - 30 * DAY_MS + ((index + 0.5) * 30 * DAY_MS) / orders);
    return orderLike(model, madeAt, index % paidOneIn === 0);
  });
  fake.keep(...kept);
  return kept.filter(({ status }) => status === 'processed').map(({ external_reference }) => external_reference);
}

function orderLike(model: BankOrder, madeAt: Date, isPaid: boolean): BankOrder {
  const name = randomUUID().replaceAll('-', '').toUpperCase().slice(0, 26);
  const [payment] = model.transactions.payments;
  const order: BankOrder = {
    ...model,
    id: `ORD${name}`,
    external_reference: randomUUID().replaceAll('-', ''),
    created_date: madeAt.toISOString(),
    transactions: { payments: [{ ...payment, id: `PAY${name}` }] },
  };
  moveOrder(order, isPaid ? 'processed' : 'expired', isPaid ? 'accredited' : 'expired', madeAt);
  return order;
}
