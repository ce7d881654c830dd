import { startRandom } from '#db/seed/random.ts';
import type { Affiliate } from '#src/wire/affiliates/affiliates.ts';
import { apportion } from '#src/wire/basics/apportion.ts';
import type { Coupon } from '#src/wire/coupons/coupons.ts';
import type { AdminProduct } from '#src/wire/products/products.ts';
import type { SaleDetails } from '#src/wire/sales/sales.ts';
import { type Client, openClient } from '../calls/client.ts';
import type { Store } from '../store/store.ts';
import { actAtSandbox, expectStatus, type Order, startPurchase, waitForStatus } from './buy.ts';
import { enterAsBuyer } from './buyers.ts';
import { bankSays, giveBack, purchaseRow } from './purchases.ts';

const OUTCOMES = [
  'paid',
  'paid too much',
  'paid late',
  'given back',
  'withdrawn',
  'key revoked',
  'paid too little',
  'paid too little, sent back',
  'rejected',
  'expired',
  'left open',
] as const;
/** One that is paid for nothing was at the price for owners, and its ground had gone. */
export type Outcome = (typeof OUTCOMES)[number] | 'paid for nothing';

/** What is ordered, and its name on every screen; a coupon takes nothing off `plainCents`. */
type Offer = { name: string; priceCents: number; plainCents?: number; wanted: Partial<Order> };
/** `cents` or `hundredths` of a percent off; `partner` earns a commission. */
type Discount = { code: string; cents?: number; hundredths?: number; partner?: Partner };
export type Partner = { id: string; email: string; rate: number };
export type Shelf = {
  offers: Offer[];
  discounts: Discount[];
  partners: Partner[];
  ids: Record<ProductName | 'kit', string>;
};

/** The test did so much, independent of the store's responses. */
export type KnownOrder = { id: string; fate: Outcome; offer: Offer; discount: Discount | null; email: string };

export async function fillShelf(store: Store, owner: Client): Promise<Shelf> {
  expectStatus(await owner.post('/api/admin/gates/activation-keys', { password: store.gatePassword }), 200);
  const file = { downloadUrl: 'https://arquivos.test/a.zip', status: 'active', requiresActivation: true };
  const add = async (fields: object) => {
    const made = expectStatus(await owner.post('/api/admin/products', { ...file, ...fields }), 201);
    return made.json<AdminProduct>().id;
  };
  const license = { keySource: 'made', keyPrefix: 'LUZ', allowsQuantity: true };
  const Prisma = await add({ ...license, name: 'Prisma', price: PRICES.Prisma / 100 });
  const Névoa = await add({ ...license, name: 'Névoa', price: PRICES.Névoa / 100 });
  const Faísca = await add({ ...license, name: 'Faísca', price: PRICES.Faísca / 100 });
  const upgrade = { upgradesFrom: [Prisma], upgradePrice: UPGRADE_CENTS / 100 };
  const Órbita = await add({ ...license, ...upgrade, name: 'Órbita', price: PRICES.Órbita / 100 });
  const parts = [Prisma, Névoa, Faísca].map((productId) => ({ productId, name: '' }));
  const kit = await add({
    kind: 'kit',
    name: 'Kit Luz',
    price: KIT_CENTS / 100,
    downloadUrl: '',
    requiresActivation: false,
    parts,
  });
  const beside = { productId: Órbita, offeredProductId: Faísca, price: BESIDE_CENTS / 100 };
  const made = await owner.post('/api/admin/offers', { ...beside, headline: '', text: '', isActive: true });
  const { id: offerId } = expectStatus(made, 201).json<{ id: string }>();
  const ids = { Prisma, Névoa, Faísca, Órbita, kit };
  const offers: Offer[] = [
    ...PRODUCT_NAMES.map((name) => ({ name, priceCents: PRICES[name], wanted: { productId: ids[name] } })),
    { name: 'Kit Luz', priceCents: KIT_CENTS, wanted: { productId: kit } },
    { name: 'Prisma × 3', priceCents: 3 * PRICES.Prisma, wanted: { productId: Prisma, quantity: 3 } },
    {
      name: 'Órbita e Faísca',
      priceCents: PRICES.Órbita + BESIDE_CENTS,
      plainCents: BESIDE_CENTS,
      wanted: { productId: Órbita, offerIds: [offerId] },
    },
  ];
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
  return { offers, discounts, partners: [bia, caio], ids };
}

/** Every fate at a time per round over the API, with each coupon and without in five rounds; then what an owner buys for less. */
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
      // The third withdrawal of a person waits for the owner.
      email: fate === 'withdrawn' ? `desiste${round}@exemplo.com.br` : `pessoa${random.whole(1, 14)}@exemplo.com.br`,
    }));
    orders.push(...(await Promise.all(drawn.map((order) => meetFate(store, { owner, visitor }, order)))));
    orders.push(...(await buyAsOwner(store, { owner, visitor }, shelf, round)));
  }
  return orders;
}

const PRODUCT_NAMES = ['Prisma', 'Névoa', 'Faísca', 'Órbita'] as const;
type ProductName = (typeof PRODUCT_NAMES)[number];
const PRICES: Record<ProductName, number> = {
  Prisma: 3_333,
  Névoa: 14_997,
  // The minimum charge is left with R$ 10,00 off.
  Faísca: 999,
  Órbita: 101_005,
};
const KIT_CENTS = 15_555;
const UPGRADE_CENTS = 4_447;
const BESIDE_CENTS = 555;

async function addPartner(owner: Client, values: { name: string; commissionRate: number; couponCode: string }) {
  const email = `${values.name.toLowerCase()}@afiliadas.test`;
  const body = { ...values, email, password: 'segredo-1', isAffiliate: true };
  const made = expectStatus(await owner.post('/api/admin/affiliates', body), 201);
  return { id: made.json<Affiliate>().id, email, rate: values.commissionRate * 100 };
}

async function meetFate(
  store: Store,
  { owner, visitor }: { owner: Client; visitor: Client },
  drawn: Omit<KnownOrder, 'id'>,
): Promise<KnownOrder> {
  const { fate, offer, discount, email } = drawn;
  const wanted = { ...offer.wanted, customerEmail: email, customerName: `Pessoa ${email}` };
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
  if (['paid', 'given back', 'withdrawn', 'key revoked'].includes(fate)) await atBank('pay');
  if (fate === 'given back') await giveBack(owner, purchaseId);
  if (fate === 'withdrawn') await giveUp(visitor, purchaseId, email);
  if (fate === 'key revoked') {
    const { keys } = expectStatus(await owner.get(`/api/admin/purchases/${purchaseId}`), 200).json<SaleDetails>();
    for (const { key } of keys) expectStatus(await owner.delete(`/api/admin/activation-keys/${key?.id}`), 200);
  }
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

async function giveUp(visitor: Client, purchaseId: string, email: string): Promise<void> {
  expectStatus(await visitor.post(`/api/payments/withdrawal/${purchaseId}`, { email }), 200);
}

/** Somebody owns Prisma, upgrades it and completes the kit; every second one gives Prisma up, and all the rest with it. */
async function buyAsOwner(
  store: Store,
  { owner, visitor }: { owner: Client; visitor: Client },
  { ids }: Shelf,
  round: number,
): Promise<KnownOrder[]> {
  const email = `dona${round}@exemplo.com.br`;
  const isGivenUp = round % 2 === 1;
  const kept: Outcome = isGivenUp ? 'withdrawn' : 'paid';
  const known = { discount: null, email };
  const prisma = { name: 'Prisma', priceCents: PRICES.Prisma, wanted: { productId: ids.Prisma } };
  const owned = await meetFate(store, { owner, visitor }, { ...known, fate: 'paid', offer: prisma });
  const buyer = await enterAsBuyer(store, email);
  const upgrade = { itemId: owned.id };
  const cheaper = {
    name: 'Órbita (upgrade de Prisma)',
    priceCents: UPGRADE_CENTS,
    wanted: { productId: ids.Órbita, upgrade },
  };
  const late = await meetFate(store, { owner, visitor: buyer }, { ...known, fate: 'expired', offer: cheaper });
  const upgraded = await meetFate(store, { owner, visitor: buyer }, { ...known, fate: 'paid', offer: cheaper });
  await actAtSandbox(visitor, (await purchaseRow(store, late.id)).transactionId, 'pay');

  const body = new URLSearchParams({ intent: 'complete-kit', kit: ids.kit });
  const ordered = await buyer.fetch('/minhas-compras', { method: 'POST', body, headers: { origin: store.url } });
  const completionId = ordered.headers.get('location')?.split('/').at(-1) ?? '';
  await actAtSandbox(visitor, (await purchaseRow(store, completionId)).transactionId, 'pay');
  const [share = 0] = apportion(KIT_CENTS, [PRICES.Prisma, PRICES.Névoa, PRICES.Faísca]);
  const rest = { name: 'Kit Luz', priceCents: KIT_CENTS - share, wanted: { productId: ids.kit } };
  if (isGivenUp) await giveUp(visitor, owned.id, email);
  return [
    { ...owned, fate: kept },
    { ...late, fate: 'paid for nothing' },
    { ...upgraded, fate: kept },
    { ...known, id: completionId, fate: kept, offer: rest },
  ];
}

export function totalCentsOf({ offer, discount }: Pick<KnownOrder, 'offer' | 'discount'>): number {
  const reduced = offer.priceCents - (offer.plainCents ?? 0);
  const share = Math.round((reduced * (discount?.hundredths ?? 0)) / 10_000);
  return Math.max(50, offer.priceCents - (discount?.cents ?? share));
}

export function paidCentsOf(order: KnownOrder): number {
  const { fate } = order;
  if (fate === 'paid too much') return totalCentsOf(order) + 101;
  if (fate.startsWith('paid too little')) return totalCentsOf(order) - 1;
  return ['rejected', 'expired', 'left open'].includes(fate) ? 0 : totalCentsOf(order);
}
