import type { PixProvider } from '#src/domain/payments/pix-provider.ts';
import { pollDuePurchases } from '#src/domain/payments/polling/poll.ts';
import { settlePayment } from '#src/domain/payments/settle.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import { receiveWebhook } from '#src/domain/payments/webhooks.ts';
import type { World } from '../purchases/payment-world.ts';

export const MINUTE = 60_000;

export function actIn(currentWorld: () => World) {
  const references = () => [...currentWorld().bank.charges.keys()];
  const charge = (at = 0) => {
    const found = currentWorld().bank.charges.get(references()[at] ?? '');
    if (!found) throw new Error('The bank has no such charge.');
    return found;
  };
  const row = (at = 0) =>
    currentWorld()
      .shop.db.selectFrom('purchases')
      .selectAll()
      .orderBy('createdAt')
      .offset(at)
      .limit(1)
      .executeTakeFirstOrThrow();
  const id = async () => (await row()).id;

  const order = (
    key: string,
    fate: World['bank']['next']['create'] = 'fine',
    pix: PixProvider = currentWorld().bank,
  ) => {
    const world = currentWorld();
    world.now += 20_000;
    world.bank.next.create = fate;
    const buyer = { customerName: 'Ana Conceição', customerEmail: 'ana@exemplo.com.br', paymentMethod: 'pix' } as const;
    const wanted = { ...buyer, productId: 'with-keys', couponCode: null };
    return startPayment({ ...world.shop, pix }, wanted, { idempotencyKey: key, clientNetwork: '' });
  };
  /** The full price by default. */
  const pay = (cents?: number, at = 0) => {
    const paid = charge(at);
    const paidAt = new Date(currentWorld().now);
    Object.assign(paid, { state: 'paid', paidCents: cents ?? paid.request.amountCents, paidAt });
  };
  return {
    references,
    charge,
    row,
    id,
    order,
    pay,
    events: () => currentWorld().shop.db.selectFrom('purchaseEvents').selectAll().execute(),
    async sold() {
      await order('a');
      pay();
      await settlePayment(currentWorld().shop, await id(), 'webhook');
    },
    bankWith: (changes: Partial<PixProvider>): PixProvider => ({ ...currentWorld().bank, ...changes }),
    async workerLooks(afterMs: number, pix: PixProvider = currentWorld().bank) {
      const world = currentWorld();
      world.now += afterMs;
      await pollDuePurchases({ ...world.shop, pix });
    },
    async notify(at: number) {
      const call = { url: new URL('http://shop/'), headers: new Headers(), secret: null };
      const reference = references()[at] ?? '';
      await receiveWebhook(currentWorld().shop, 'memory', { ...call, body: `${reference}-told ${reference}` });
    },
  };
}
