import { foldTallyChanges } from '#db/queries/reports/tally-changes.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import { completeKit } from '#src/domain/buyers/complete-kits.ts';
import { editCoupon } from '#src/domain/coupons/coupons.ts';
import { correctEmail } from '#src/domain/customers/correct-email.ts';
import { removeCustomer } from '#src/domain/customers/erasure.ts';
import { addKeys, removeKey } from '#src/domain/keys/activation-keys.ts';
import { deliverAllWaitingKeys } from '#src/domain/keys/key-delivery.ts';
import { watchStock } from '#src/domain/keys/stock.ts';
import { activateMachine } from '#src/domain/licenses/activate-machine.ts';
import { acceptShortPayment, decidePartialReturn, resolveSale } from '#src/domain/payments/manual-resolution.ts';
import { pollDuePurchases } from '#src/domain/payments/polling/poll.ts';
import { reconcileAccounts } from '#src/domain/payments/reconciling/reconcile-accounts.ts';
import { refundSale } from '#src/domain/payments/refunds/refund.ts';
import { settlePayment } from '#src/domain/payments/settle.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import { processDeliveries } from '#src/domain/payments/webhooks.ts';
import { closePayouts } from '#src/domain/payouts/close-payouts.ts';
import { cancelPayout, payPayout } from '#src/domain/payouts/payouts.ts';
import { keepReports } from '#src/domain/reports/report-parts.ts';
import type { Shop } from '#src/domain/shop.ts';
import { deliverDueMail } from '#src/domain/upkeep/deliver-mail.ts';
import { answerWithdrawal } from '#src/domain/withdrawals/answer-withdrawal.ts';
import { cancelWithdrawal, withdraw } from '#src/domain/withdrawals/request-withdrawal.ts';
import { retryWithdrawals } from '#src/domain/withdrawals/retry-withdrawals.ts';
import type { Random } from '../../../db/seed/random.ts';
import type { MemoryCharge } from '../banks/memory-bank.ts';
import { giveKey } from '../purchases/partners.ts';
import { finishRefunds } from '../purchases/payment-steps.ts';
import { COUPON, KIT, OWNER, PRODUCTS, passTime, type World } from '../purchases/payment-world.ts';

/** A world of many hands lives through it; `findings` has what should never come out of it. */
export type RandomWorld = {
  world: World;
  random: Random;
  purchaseIds: string[];
  orders: number;
  keys: number;
  findings: string[];
};

/** Six bursts of 25 acts at once, with time between them; then everything runs out. */
export async function liveAtRandom(at: RandomWorld): Promise<void> {
  for (let first = 0; first < 4; first += 1) await act(at, 'order', () => order(at));
  for (let burst = 0; burst < BURSTS; burst += 1) {
    const names = Array.from({ length: ACTS_AT_ONCE }, () => at.random.pick(BAG));
    await Promise.all(names.map((name) => act(at, name, () => ACTS[name](at))));
    passTime(at.world, at.random.pick(PAUSES_MS));
  }
  at.world.bank.next.refund = 'fine';
  for (const charge of at.world.bank.charges.values()) finishRefunds(charge, 'done');
  for (const hours of LAST_HOURS) {
    passTime(at.world, hours * HOUR_MS);
    const shop = anyShop(at);
    for (const job of JOBS) await act(at, job.name, () => job(shop));
  }
  await foldTallyChanges(at.world.shop.db);
}

const BURSTS = 6;
const ACTS_AT_ONCE = 25;
const HOUR_MS = 3_600_000;
const PAUSES_MS = [1_000, 20_000, 600_000, HOUR_MS, 8_000_000];
const LAST_HOURS = [1, 1, 0.5, 1, 6, 12, 6, 25, 25];
const JOBS: ((shop: Shop) => Promise<unknown>)[] = [
  processDeliveries,
  pollDuePurchases,
  deliverAllWaitingKeys,
  deliverDueMail,
  retryWithdrawals,
  reconcileAccounts,
];

/** Refusals are expected; anything else is a finding. */
async function act({ findings }: RandomWorld, name: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Error && 'kind' in error) return;
    findings.push(`${name} failed: ${error instanceof Error ? error.stack : error}`);
  }
}

type Act = (at: RandomWorld) => Promise<unknown>;

/** Each of these asks a purchase, and does nothing in a world that has none. */
function toPurchase(work: (at: RandomWorld, purchase: PurchaseRow, shop: Shop) => Promise<unknown>): Act {
  return async (at) => {
    if (at.purchaseIds.length === 0) return;
    const id = at.random.pick(at.purchaseIds);
    const { db } = at.world.shop;
    const purchase = await db.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    await work(at, purchase, anyShop(at));
  };
}

function byAnyShop(work: (shop: Shop) => Promise<unknown>): Act {
  return (at) => work(anyShop(at));
}

const ACTS = {
  order,
  payOut,
  upgrade: toPurchase(async (at, { id, customerId, customerName, customerEmail }, shop) => {
    const items = shop.db.selectFrom('purchaseItems').select('id').where('purchaseId', '=', id);
    const owned = await items.where('productId', '=', PRODUCTS[0]).execute();
    if (owned.length === 0 || !customerEmail) return;
    at.orders += 1;
    const buyer = {
      customerName: customerName ?? '',
      customerEmail,
      paymentMethod: 'pix',
      buyerId: customerId,
    } as const;
    const { purchaseId } = await startPayment(
      shop,
      { ...buyer, productId: UPGRADE, upgrade: { itemId: at.random.pick(owned).id } },
      { idempotencyKey: `order-${at.orders}`, clientNetwork: `network-${at.orders}` },
    );
    await addOrder(at, purchaseId);
  }),
  completeKit: toPurchase(async (at, { customerId, customerName, customerEmail }, shop) => {
    const buyer = { customerId, name: customerName ?? '', email: customerEmail ?? '' };
    const { purchaseId } = await completeKit(shop, buyer, KIT, `network-${at.orders}`);
    if (!at.purchaseIds.includes(purchaseId)) await addOrder(at, purchaseId);
  }),
  pay: toPurchase(async (at, purchase) => payAtBank(at, purchase)),
  bank: toPurchase(async ({ world, random }, { providerReference }) => {
    const charge = world.bank.charges.get(providerReference);
    if (charge) changeAtBank(charge, random);
  }),
  settle: toPurchase(({ random }, { id }, shop) =>
    settlePayment(shop, id, random.pick(['worker', 'admin', 'page', 'webhook'])),
  ),
  withdraw: toPurchase(({ random }, { id, customerEmail }, shop) => {
    const settings = { ...shop.settings, withdrawal: random.pick(['automatic', 'review'] as const) };
    return withdraw({ ...shop, settings }, id, { email: customerEmail ?? '', reason: 'x' });
  }),
  cancelWithdrawal: toPurchase((_at, { id, customerEmail }, shop) =>
    cancelWithdrawal(shop, id, { email: customerEmail ?? '' }),
  ),
  answerWithdrawal: toPurchase(({ random }, { id }, shop) => {
    const refuse = { decision: 'refuse', reason: 'O plugin foi usado em um trabalho.' } as const;
    return answerWithdrawal(shop, OWNER, id, random.chance(0.5) ? { decision: 'approve' } : refuse);
  }),
  refund: toPurchase(({ world, random }, { id }, shop) => {
    world.bank.next.refund = random.pick(['fine', 'pending', 'lost', 'refused', 'fine']);
    return refundSale(shop, OWNER, id);
  }),
  accept: toPurchase((_at, { id }, shop) => acceptShortPayment(shop, OWNER, id)),
  resolve: toPurchase(({ random }, { id }, shop) => {
    const outcome = random.pick(['received', 'returned', 'unpaid'] as const);
    return resolveSale(shop, OWNER, id, { outcome, reason: 'O extrato do banco diz.' });
  }),
  decideReturn: toPurchase(({ random }, { id }, shop) =>
    decidePartialReturn(shop, OWNER, id, { decision: random.pick(['keep', 'revoke']) }),
  ),
  removeKey: async (at) => {
    const keys = await at.world.shop.db.selectFrom('activationKeys').select('id').execute();
    if (keys.length === 0) return;
    await removeKey(anyShop(at), OWNER, at.random.pick(keys).id, at.random.pick([null, 'assigned', 'available']));
  },
  addKeys: async (at) => {
    const keys = [1, 2].map((step) => `A-${(at.keys + step) % 40}`).join('\n');
    at.keys += 2;
    await addKeys(anyShop(at), OWNER, { productId: 'with-keys', keys });
  },
  activate: async (at) => {
    const { db } = at.world.shop;
    const keys = await db.selectFrom('activationKeys').select('key').where('itemId', 'is not', null).execute();
    if (keys.length === 0) return;
    const fingerprint = `machine-${at.random.whole(0, 4)}-000000000`;
    const request = { key: at.random.pick(keys).key, fingerprint, machineName: 'Mac' };
    await activateMachine(anyShop(at), request, `network-${at.random.next()}`);
  },
  erase: async (at) => {
    const customers = await listCustomers(at);
    if (customers.length > 2 && at.random.chance(0.5))
      await removeCustomer(anyShop(at), OWNER, at.random.pick(customers).id);
  },
  correctEmail: async (at) => {
    const customers = await listCustomers(at);
    if (customers.length < 3) return;
    const email = at.random.pick(customers).email ?? '';
    await correctEmail(anyShop(at), OWNER, at.random.pick(customers).id, { email, merge: true });
  },
  coupon: (at) => {
    const change = at.random.pick([{ maxUses: 3 }, { maxUses: 5 }, { maxUses: null }, { isActive: true }]);
    return editCoupon(anyShop(at), OWNER, 'coupon', change);
  },
  deliver: byAnyShop(deliverAllWaitingKeys),
  poll: byAnyShop(pollDuePurchases),
  retry: byAnyShop(retryWithdrawals),
  mail: byAnyShop(deliverDueMail),
  stock: byAnyShop(watchStock),
  fold: byAnyShop(({ db }) => foldTallyChanges(db)),
  reports: byAnyShop((shop) => keepReports(shop)),
  reconcile: byAnyShop(reconcileAccounts),
} satisfies Record<string, Act>;

const WEIGHTS: Record<keyof typeof ACTS, number> = {
  order: 4,
  upgrade: 5,
  completeKit: 4,
  pay: 6,
  bank: 3,
  settle: 8,
  withdraw: 3,
  cancelWithdrawal: 2,
  answerWithdrawal: 2,
  refund: 3,
  accept: 2,
  resolve: 1,
  decideReturn: 2,
  removeKey: 1,
  addKeys: 2,
  deliver: 3,
  poll: 4,
  retry: 2,
  mail: 2,
  payOut: 3,
  stock: 1,
  fold: 1,
  reports: 1,
  activate: 4,
  erase: 1,
  correctEmail: 1,
  coupon: 1,
  reconcile: 1,
};

const NAMES = Object.keys(ACTS) as (keyof typeof ACTS)[];
const BAG = NAMES.flatMap((name) => Array.from({ length: WEIGHTS[name] }, () => name));

/** Commissions are released at once, so that closings, payments, cancellations and refunds meet. */
async function payOut(at: RandomWorld): Promise<void> {
  const { settings, ...shop } = anyShop(at);
  await shop.db.updateTable('affiliateSales').set({ payableAt: null }).execute();
  const open = await shop.db.selectFrom('payouts').select('id').where('state', '=', 'open').execute();
  const minimal = { ...shop, settings: { ...settings, payoutMinimum: 1 } };
  if (open.length === 0) await closePayouts(minimal, OWNER, {});
  for (const { id } of open) {
    await (at.random.chance(0.6) ? payPayout(minimal, OWNER, id, {}) : cancelPayout(minimal, OWNER, id));
  }
}

/** The shop also sells an upgrade, an offer beside a product, and several licenses of one. */
export async function furnish({ world, random }: Pick<RandomWorld, 'world' | 'random'>): Promise<void> {
  const { db, clock } = world.shop;
  await giveKey(world);
  const [withKeys, withoutKeys] = PRODUCTS;
  const createdAt = clock.now().toISOString();
  const rules = {
    machineLimit: 2,
    lowKeysAt: 1,
    pauseWithoutKeys: random.chance(0.3) ? 1 : 0,
    allowsQuantity: 1,
  } as const;
  await db.updateTable('products').set(rules).where('id', '=', withKeys).execute();
  const blank = { description: '', status: 'active', image: '', systemRequirements: '', downloadUrl: '' } as const;
  const price = { priceCents: 19_990, upgradePriceCents: 2_990, upgradesFrom: JSON.stringify([withKeys]) };
  const key = {
    requiresActivation: 1,
    keySource: 'made',
    keyPrefix: 'PRO',
    replacesKey: random.chance(0.5) ? 1 : 0,
  } as const;
  const pro = { ...blank, ...price, ...key, id: UPGRADE, name: UPGRADE, isFeatured: 0, downloads: 0 } as const;
  await db
    .insertInto('products')
    .values({ ...pro, createdAt, updatedAt: createdAt, withdrawnAt: null })
    .execute();
  const offer = { id: OFFER, productId: withKeys, offeredProductId: withoutKeys, priceCents: 4_990, createdAt };
  await db
    .insertInto('offers')
    .values({ ...offer, headline: '', text: '', isActive: 1 })
    .execute();
}

const UPGRADE = 'upgrade-of-with-keys';
const OFFER = 'offer-beside';

async function order(at: RandomWorld): Promise<void> {
  const { random } = at;
  at.orders += 1;
  const number = at.orders;
  const buyer = { customerName: 'Ana', customerEmail: `buyer-${number % 4}@loja.test`, paymentMethod: 'pix' } as const;
  const furtherProductIds = Array.from({ length: random.whole(0, 2) }, () => random.pick(PRODUCTS));
  const couponCode = random.chance(0.5) ? COUPON : null;
  const productId = random.pick([...PRODUCTS, KIT]);
  const isOffered = productId === PRODUCTS[0];
  const wanted = {
    productId,
    furtherProductIds,
    couponCode,
    quantity: isOffered ? random.whole(1, 3) : 1,
    offerIds: isOffered && random.chance(0.3) ? [OFFER] : [],
  };
  const { purchaseId } = await startPayment(
    anyShop(at),
    { ...buyer, ...wanted },
    { idempotencyKey: `order-${number}`, clientNetwork: `network-${number}` },
  );
  at.purchaseIds.push(purchaseId);
}

/** Most are paid at once, so that there is something to give up. */
async function addOrder(at: RandomWorld, purchaseId: string): Promise<void> {
  at.purchaseIds.push(purchaseId);
  const purchases = at.world.shop.db.selectFrom('purchases').select('providerReference').where('id', '=', purchaseId);
  if (at.random.chance(0.7)) payAtBank(at, await purchases.executeTakeFirstOrThrow());
}

function payAtBank(
  { world, random }: RandomWorld,
  { providerReference }: Pick<PurchaseRow, 'providerReference'>,
): void {
  const charge = world.bank.charges.get(providerReference);
  if (!charge || !['waiting', 'expired', 'cancelled'].includes(charge.state)) return;
  const { amountCents } = charge.request;
  const paidCents = amountCents + (random.chance(0.2) ? -500 : random.chance(0.1) ? 100 : 0);
  Object.assign(charge, { state: 'paid', paidCents, paidAt: new Date(world.now) });
}

function changeAtBank(charge: MemoryCharge, random: Random): void {
  const { state, refunds, paidCents, returnedCents = 0 } = charge;
  if (state === 'disputed') charge.state = random.pick(['paid', 'refunded']);
  if (state !== 'paid') return;
  if (random.chance(0.3)) charge.state = 'disputed';
  else if (refunds.size === 0 && random.chance(0.4)) {
    charge.returnedCents = Math.min((paidCents ?? 0) - 1, returnedCents + 700);
  }
}

function listCustomers({ world }: RandomWorld) {
  return world.shop.db.selectFrom('customers').select(['id', 'email']).where('erasedAt', 'is', null).execute();
}

function anyShop({ world, random }: RandomWorld): Shop {
  return random.pick(world.processes);
}
