import { startRandom } from '#db/seed/random.ts';
import type { Affiliate } from '#src/wire/affiliates/affiliates.ts';
import type { Coupon } from '#src/wire/coupons/coupons.ts';
import type { AdminProduct } from '#src/wire/products/products.ts';
import { type Client, openClient } from '../calls/client.ts';
import type { Store } from '../store/store.ts';
import { actAtSandbox, expectStatus, startPurchase, waitForStatus } from './buy.ts';
import { bankSays, giveBack } from './purchases.ts';

const OUTCOMES = [
  'paid',
  'paid too much',
  'paid late',
  'given back',
  'paid too little',
  'paid too little, sent back',
  'rejected',
  'expired',
  'left open',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

type Offer = { id: string; name: string; priceCents: number };
/** `cents` or `hundredths` of a percent off; `partner` earns a commission. */
type Discount = { code: string; cents?: number; hundredths?: number; partner?: Partner };
export type Partner = { id: string; rate: number };
export type Shelf = { offers: Offer[]; discounts: Discount[]; partners: Partner[] };

/** The test did so much, independent of the store's responses. */
export type KnownOrder = { id: string; fate: Outcome; offer: Offer; discount: Discount | null; email: string };

export async function fillShelf(owner: Client): Promise<Shelf> {
  const offers: Offer[] = [];
  for (const [name, priceCents] of PRICES) {
    const fields = { name, price: priceCents / 100, downloadUrl: 'https://arquivos.test/a.zip', status: 'active' };
    const made = expectStatus(await owner.post('/api/admin/products', { ...fields, requiresActivation: false }), 201);
    offers.push({ id: made.json<AdminProduct>().id, name, priceCents });
  }
  const terms = { name: 'Oferta', validFrom: '2020-01-01', validTo: '2090-01-01', isActive: true };
  for (const coupon of [
    { code: 'DOZE', type: 'PERCENT', discount: 12.5 },
    { code: 'DEZ', type: 'FIXED', discount: 10 },
  ]) {
    expectStatus(await owner.post('/api/admin/coupons', { ...terms, maxUses: null, ...coupon }), 201);
  }
  const bia = await addPartner(owner, { name: 'Bia', commissionRate: 12.5, couponCode: 'BIA' });
  const caio = await addPartner(owner, { name: 'Caio', commissionRate: 7, couponCode: 'CAIO' });
  const coupons = expectStatus(await owner.get('/api/admin/coupons'), 200).json<Coupon[]>();
  const own = coupons.find(({ code }) => code === 'CAIO')?.id;
  expectStatus(await owner.put(`/api/admin/coupons/${own}`, { discount: 33.33 }), 200);
  const discounts = [
    { code: 'DOZE', hundredths: 1_250 },
    { code: 'DEZ', cents: 1_000 },
    { code: 'BIA', hundredths: 1_250, partner: bia },
    { code: 'CAIO', hundredths: 3_333, partner: caio },
  ];
  return { offers, discounts, partners: [bia, caio] };
}

/** Nine orders at a time over the API: every fate per round, with each coupon and without in five rounds. */
export async function placeOrders(store: Store, owner: Client, shelf: Shelf, rounds: number): Promise<KnownOrder[]> {
  const random = startRandom(2_026);
  const visitor = openClient(store.url);
  const choices = [null, ...shelf.discounts];
  const orders: KnownOrder[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const drawn = OUTCOMES.map((fate, at) => ({
      fate,
      offer: random.pick(shelf.offers),
      discount: choices[(round + at) % choices.length] ?? null,
      email: `pessoa${random.whole(1, 14)}@exemplo.com.br`,
    }));
    orders.push(...(await Promise.all(drawn.map((order) => meetFate(store, { owner, visitor }, order)))));
  }
  return orders;
}

const PRICES = [
  ['Prisma', 3_333],
  ['Névoa', 14_997],
  // The minimum charge is left with R$ 10,00 off.
  ['Faísca', 999],
  ['Órbita', 101_005],
] as const;

async function addPartner(owner: Client, values: { name: string; commissionRate: number; couponCode: string }) {
  const email = `${values.name.toLowerCase()}@afiliadas.test`;
  const body = { ...values, email, password: 'segredo-1', isAffiliate: true };
  const made = expectStatus(await owner.post('/api/admin/affiliates', body), 201);
  return { id: made.json<Affiliate>().id, rate: values.commissionRate * 100 };
}

async function meetFate(
  store: Store,
  { owner, visitor }: { owner: Client; visitor: Client },
  drawn: Omit<KnownOrder, 'id'>,
): Promise<KnownOrder> {
  const { fate, offer, discount, email } = drawn;
  const wanted = { productId: offer.id, customerEmail: email, customerName: `Pessoa ${email}` };
  const { purchaseId, transactionId } = await startPurchase(visitor, {
    ...wanted,
    ...(discount && { couponCode: discount.code }),
  });
  const atBank = (act: 'pay' | 'reject' | 'expire') => actAtSandbox(visitor, transactionId, act);
  const verify = async () => expectStatus(await owner.post(`/api/admin/purchases/${purchaseId}/verify`), 200);
  const bankHas = async (cents: number) => {
    await bankSays(store, purchaseId, { state: 'paid', amountCents: cents, paidAt: new Date().toISOString() });
    await verify();
  };
  const known = { id: purchaseId, ...drawn };
  if (fate === 'paid' || fate === 'given back') await atBank('pay');
  if (fate === 'given back') await giveBack(owner, purchaseId);
  if (fate === 'paid too much') await bankHas(paidCentsOf(known));
  if (fate.startsWith('paid too little')) await bankHas(paidCentsOf(known));
  if (fate === 'paid too little, sent back') {
    await bankSays(store, purchaseId, { state: 'refunded' });
    await verify();
  }
  if (fate === 'rejected') await atBank('reject');
  if (fate === 'expired' || fate === 'paid late') await atBank('expire');
  if (fate === 'paid late') {
    await waitForStatus(visitor, purchaseId, 'FAILED');
    await atBank('pay');
  }
  return known;
}

export function totalCentsOf({ offer, discount }: Pick<KnownOrder, 'offer' | 'discount'>): number {
  const share = Math.round((offer.priceCents * (discount?.hundredths ?? 0)) / 10_000);
  return Math.max(50, offer.priceCents - (discount?.cents ?? share));
}

export function paidCentsOf(order: KnownOrder): number {
  const { fate } = order;
  if (fate === 'paid too much') return totalCentsOf(order) + 101;
  if (fate.startsWith('paid too little')) return totalCentsOf(order) - 1;
  return ['paid', 'paid late', 'given back'].includes(fate) ? totalCentsOf(order) : 0;
}
