import { takeNotice } from '#src/domain/notices.ts';
import { startPayment } from '#src/domain/payments.ts';
import type { PixProvider } from '#src/domain/pix.ts';
import { settleDuePayments } from '#src/domain/reconciliation.ts';
import { settlePayment } from '#src/domain/settlement.ts';
import type { World } from './payment-world.ts';

export const MINUTE = 60_000;

/** What one buyer, the bank and the worker do in a world, and what the books say of it. `at` counts the charges. */
export function actIn(worldNow: () => World) {
  const references = () => [...worldNow().bank.charges.keys()];
  const charge = (at = 0) => {
    const found = worldNow().bank.charges.get(references()[at] ?? '');
    if (!found) throw new Error('The bank has no such charge.');
    return found;
  };
  const row = (at = 0) =>
    worldNow()
      .shop.db.selectFrom('purchases')
      .selectAll()
      .orderBy('createdAt')
      .offset(at)
      .limit(1)
      .executeTakeFirstOrThrow();
  const id = async () => (await row()).id;

  const order = (key: string, fate: World['bank']['next']['create'] = 'fine', pix: PixProvider = worldNow().bank) => {
    const world = worldNow();
    world.now += 20_000;
    world.bank.next.create = fate;
    const buyer = { customerName: 'Ana Conceição', customerEmail: 'ana@exemplo.com.br', paymentMethod: 'pix' } as const;
    const wanted = { ...buyer, productId: 'with-keys', couponCode: null };
    return startPayment({ ...world.shop, pix }, wanted, { idempotencyKey: key, address: '' });
  };
  /** So much has arrived, or all of it. */
  const pay = (cents?: number, at = 0) => {
    const paid = charge(at);
    const paidAt = new Date(worldNow().now);
    Object.assign(paid, { state: 'paid', paidCents: cents ?? paid.request.amountCents, paidAt });
  };
  return {
    references,
    charge,
    row,
    id,
    order,
    pay,
    events: () => worldNow().shop.db.selectFrom('purchaseEvents').selectAll().execute(),
    /** A sale that was paid in full. */
    async sold() {
      await order('a');
      pay();
      await settlePayment(worldNow().shop, await id(), 'webhook');
    },
    /** The bank of the world, which does some things its own way. */
    bankWith: (changes: Partial<PixProvider>): PixProvider => ({ ...worldNow().bank, ...changes }),
    async workerLooks(afterMs: number, pix: PixProvider = worldNow().bank) {
      const world = worldNow();
      world.now += afterMs;
      await settleDuePayments({ ...world.shop, pix });
    },
    async notify(at: number) {
      const call = { url: new URL('http://shop/'), headers: new Headers(), secret: null };
      const reference = references()[at] ?? '';
      await takeNotice(worldNow().shop, 'memory', { ...call, body: `${reference}-told ${reference}` });
    },
  };
}
