import { updatePartner } from '#db/queries/affiliates/partners.ts';
import { readClick, writeClick } from '#src/domain/affiliates/attribution.ts';
import { refundSale } from '#src/domain/payments/refunds/refund.ts';
import { settlePayment } from '#src/domain/payments/settle.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { OWNER, passTime, type World } from './payment-world.ts';

/** The partner of every world, whose coupon gives 10 % and whose rate is 10 %. */
export const PARTNER_ID = 'partner';
export const PARTNER_EMAIL = 'parceira@loja.test';

export type Indicated = {
  couponCode?: string | null;
  clickedDaysAgo?: number | null;
  email?: string;
  productId?: string;
};

/** Orders, pays and settles; returns the purchase's id. */
export async function sellIndicated(world: World, wanted: Indicated = {}): Promise<string> {
  const { couponCode = null, clickedDaysAgo = null, email = 'ana@exemplo.com.br', productId = 'without-keys' } = wanted;
  const clickedAt = new Date(world.now - (clickedDaysAgo ?? 0) * DAY_MS).toISOString();
  const cookie = writeClick(world.shop, { affiliateId: PARTNER_ID, clickedAt });
  const order = {
    customerName: 'Ana Conceição',
    customerEmail: email,
    paymentMethod: 'pix',
    productId,
    couponCode,
    click: clickedDaysAgo === null ? null : readClick(world.shop, cookie),
  } as const;
  const { purchaseId } = await startPayment(world.shop, order, { idempotencyKey: null, clientNetwork: '' });
  const { providerReference } = await world.shop.db
    .selectFrom('purchases')
    .select('providerReference')
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow();
  const charge = world.bank.charges.get(providerReference);
  if (!charge) throw new Error('The bank has no such charge.');
  Object.assign(charge, { state: 'paid', paidCents: charge.request.amountCents, paidAt: new Date(world.now) });
  await settlePayment(world.shop, purchaseId, 'webhook');
  return purchaseId;
}

export async function giveMoneyBack(world: World, purchaseId: string): Promise<void> {
  await refundSale(world.shop, OWNER, purchaseId);
}

export function commissionOfPurchase({ shop }: World, purchaseId: string) {
  return shop.db.selectFrom('affiliateSales').selectAll().where('purchaseId', '=', purchaseId).executeTakeFirst();
}

export function release(world: World): void {
  passTime(world, world.shop.settings.commissionHoldDays * DAY_MS + 1);
}

export function giveKey({ shop }: World, pixKeyHeldUntil: string | null = null): Promise<void> {
  const pixKey = '123e4567-e12b-12d3-a456-426655440000';
  return updatePartner(shop.db, PARTNER_ID, { pixKeyType: 'random', pixKey, pixKeyHeldUntil });
}
