import { dayOf, startOf } from '#src/wire/basics/dates.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';
import { shareOfCents } from '#src/wire/basics/money.ts';
import { USUAL_PAYMENT_MINUTES } from '#src/wire/purchases/payment-window.ts';
import type { CommissionRow, CommissionSettlement } from '../../tables/affiliates.ts';
import type { RedemptionRow } from '../../tables/coupons.ts';
import type { CustomerRow } from '../../tables/customers.ts';
import type { ActivationKeyRow } from '../../tables/keys.ts';
import type { SandboxChargeRow } from '../../tables/payments.ts';
import type { FirstItem, PurchaseEventRow, PurchaseItemRow, PurchaseRow } from '../../tables/purchases.ts';
import { type DemoProduct, demoProducts } from '../catalog/catalog.ts';
import { type DemoCoupon, demoCoupons } from '../catalog/demo-offers.ts';
import { dayAt, newDemoKey, newRowId, type Random } from '../random.ts';
import { MADE_KEYS, NO_KEYS_LEFT, type OpenCases, openCases } from './open-cases.ts';
import { generateCustomers } from './past-customers.ts';
import { originAt } from './past-visits.ts';

export type Past = {
  customers: CustomerRow[];
  /** The newest comes first. */
  purchases: PastPurchase[];
  items: PastItem[];
  keys: ActivationKeyRow[];
  redemptions: RedemptionRow[];
  affiliateSales: (CommissionRow & CommissionSettlement)[];
  events: Omit<PurchaseEventRow, 'id'>[];
  charges: SandboxChargeRow[];
  couponUses: { couponId: string; used: number }[];
  downloads: { productId: string; downloads: number }[];
} & OpenCases;

/** What they leave out is empty. */
type PastPurchase = FirstItem &
  ReturnType<typeof blankSale> &
  ReturnType<typeof originAt> &
  Pick<PurchaseRow, 'customerId' | 'customerName' | 'customerEmail' | 'couponCode' | 'providerPaymentId'> &
  Pick<PurchaseRow, 'priceCents' | 'discountCents' | 'totalCents' | 'paidCents' | 'returnedCents' | 'returnedAt'> &
  Pick<PurchaseRow, 'status' | 'failureReason' | 'completedAt' | 'refundedAt'>;
type PastItem = Pick<PurchaseItemRow, 'id' | 'purchaseId' | 'position' | 'productId' | 'productName'> &
  Pick<PurchaseItemRow, 'priceCents' | 'totalCents' | 'requiresActivation' | 'keyWaitingSince' | 'downloadCount'>;

export type PastOptions = {
  now: Date;
  random: Random;
  affiliateOf: Map<string, { userId: string; commissionHundredths: number }>;
  makeKey(prefix: string): string;
};

export function generatePast({ now, random, affiliateOf, makeKey }: PastOptions): Past {
  const couponsLeft = new Map(demoCoupons.map((coupon) => [coupon, coupon.usedCount]));
  const moments = generateMoments(now, random);
  const customers = generateCustomers(moments, random);
  const past: Past = {
    customers: [...new Set(customers)],
    purchases: [],
    items: [],
    keys: [],
    redemptions: [],
    affiliateSales: [],
    events: [],
    charges: [],
    couponUses: [],
    downloads: [],
    machines: [],
    withdrawals: [],
    reminders: [],
  };
  const sales = { now, random, couponsLeft, affiliateOf, makeKey };
  // Newest sales choose first, so that recent coupons find enough of them.
  for (const [index, at] of [...moments.entries()].reverse()) {
    const customer = customers[index];
    if (customer) addSale(past, { at, customer, isNewest: past.purchases.length === 0, ...sales });
  }
  past.couponUses = demoCoupons.map((coupon) => ({
    couponId: couponId(coupon),
    used: past.redemptions.filter((row) => row.couponId === couponId(coupon) && row.state === 'USED').length,
  }));
  past.downloads = demoProducts.map(({ id }) => ({
    productId: id,
    downloads: past.items.reduce((sum, item) => sum + (item.productId === id ? item.downloadCount : 0), 0),
  }));
  addFreeKeys(past, now, random);
  return { ...past, ...openCases(past, now) };
}

type Sale = PastOptions & {
  at: Date;
  customer: CustomerRow;
  isNewest: boolean;
  couponsLeft: Map<DemoCoupon, number>;
};

function addSale(past: Past, { at, customer, isNewest, now, random, couponsLeft, affiliateOf, makeKey }: Sale): void {
  const picked = random.pick(shelves);
  const drawn = generateOutcome(random, at, now);
  const product = isNewest ? (demoProducts.find(({ id }) => id === NO_KEYS_LEFT) ?? picked) : picked;
  const outcome = isNewest ? SOLD : drawn;
  const coupon = outcome.isPaid && random.chance(0.55) ? takeCoupon(couponsLeft, at, now) : undefined;
  const discountCents = coupon ? discountOn(product.priceCents, coupon) : 0;
  const totalCents = product.priceCents - discountCents;
  const paidAt = outcome.isPaid ? new Date(at.getTime() + random.whole(20, 700) * 1000).toISOString() : null;
  const blank = blankSale(newRowId(), at);
  const refundedAt = outcome.status === 'REFUNDED' ? new Date(at.getTime() + 2 * DAY_MS).toISOString() : null;
  const { id } = blank;
  const sale: PastPurchase = {
    ...blank,
    ...originAt(past.purchases.length),
    customerId: customer.id,
    customerName: customer.name,
    customerEmail: customer.email,
    productId: product.id,
    productName: product.name,
    priceCents: product.priceCents,
    discountCents,
    totalCents,
    paidCents: paidAt ? totalCents : null,
    providerPaymentId: paidAt ? `sandbox-${blank.providerReference}` : null,
    couponCode: coupon?.code ?? null,
    status: outcome.status,
    failureReason: outcome.failureReason,
    completedAt: paidAt,
    refundedAt,
    returnedCents: refundedAt ? totalCents : 0,
    returnedAt: refundedAt,
  };
  const item = itemOf(sale, product, paidAt ? random.whole(1, 2) : 0);
  past.purchases.push(sale);
  past.items.push(item);
  past.events.push(...addEvents(sale, item));
  past.charges.push(chargeOf(sale));
  if (!paidAt) return;
  const isRefunded = sale.refundedAt !== null;
  if (product.requiresActivation) past.keys.push(soldKey(sale, paidAt, makeKey));
  if (!coupon) return;
  past.redemptions.push({
    purchaseId: id,
    couponId: couponId(coupon),
    state: isRefunded ? 'FREED' : 'USED',
    createdAt: sale.createdAt,
    updatedAt: sale.refundedAt ?? paidAt,
  });
  const affiliate = affiliateOf.get(coupon.code);
  if (!affiliate) return;
  const isSettled = now.getTime() - at.getTime() > 40 * DAY_MS;
  const commissionCents = shareOfCents(totalCents, affiliate.commissionHundredths);
  past.affiliateSales.push({
    id: newRowId(),
    purchaseId: id,
    affiliateId: affiliate.userId,
    amountCents: totalCents,
    commissionCents,
    commissionHundredths: affiliate.commissionHundredths,
    status: isRefunded ? 'reversed' : isSettled ? 'paid' : 'pending',
    createdAt: paidAt,
    payableAt: new Date(at.getTime() + 8 * DAY_MS).toISOString(),
    settledCents: !isRefunded && isSettled ? commissionCents : 0,
    paidAt: !isRefunded && isSettled ? new Date(at.getTime() + 35 * DAY_MS).toISOString() : null,
  });
}

function generateMoments(now: Date, random: Random): Date[] {
  const moments: Date[] = [];
  for (let daysAgo = 360; daysAgo >= 0; daysAgo -= 1) {
    const expected = 0.5 + 2.3 * (1 - daysAgo / 360) ** 1.4;
    const count = Math.floor(expected + random.next());
    const midnight = startOf(dayAt(now, -daysAgo)).getTime();
    for (let sale = 0; sale < count; sale += 1)
      moments.push(new Date(midnight + random.whole(8 * 3600, 23 * 3600) * 1000));
  }
  const latest = now.getTime() - 12 * 60 * 1000;
  return moments.filter((at) => at.getTime() < latest).sort((one, other) => one.getTime() - other.getTime());
}

type SaleOutcome = Pick<PurchaseRow, 'status' | 'failureReason'> & { isPaid: boolean };

function generateOutcome(random: Random, at: Date, now: Date): SaleOutcome {
  const roll = random.next();
  const age = now.getTime() - at.getTime();
  if (roll < 0.09 && age > 3 * HOUR_MS) return { status: 'FAILED', failureReason: 'expired', isPaid: false };
  if (roll < 0.1) return { status: 'FAILED', failureReason: 'rejected', isPaid: false };
  if (roll < 0.12 && age > 3 * DAY_MS) return { status: 'REFUNDED', failureReason: null, isPaid: true };
  return SOLD;
}

const SOLD: SaleOutcome = { status: 'COMPLETED', failureReason: null, isPaid: true };

/** Prefers the newest valid coupon, so that a short campaign fills up first. */
function takeCoupon(left: Map<DemoCoupon, number>, at: Date, now: Date): DemoCoupon | undefined {
  const day = dayOf(at);
  const [coupon] = [...left.keys()]
    .filter((candidate) => left.get(candidate))
    .filter(
      ({ validFromOffsetDays, validToOffsetDays }) =>
        dayAt(now, validFromOffsetDays) <= day && day <= dayAt(now, validToOffsetDays),
    )
    .sort((one, other) => other.validFromOffsetDays - one.validFromOffsetDays);
  if (coupon) left.set(coupon, (left.get(coupon) ?? 0) - 1);
  return coupon;
}

function discountOn(priceCents: number, { type, discountValue }: DemoCoupon): number {
  return type === 'FIXED' ? discountValue : shareOfCents(priceCents, discountValue * 100);
}

function blankSale(id: string, at: Date) {
  const providerReference = newRowId();
  return {
    id,
    transactionId: newRowId(),
    providerReference,
    provider: 'sandbox',
    chargeState: 'closed' as const,
    providerChargeId: providerReference,
    expiresAt: new Date(at.getTime() + USUAL_PAYMENT_MINUTES * MINUTE_MS).toISOString(),
    createdAt: at.toISOString(),
    checkCount: 0,
  };
}

function itemOf(sale: PastPurchase, product: DemoProduct, downloadCount: number): PastItem {
  return {
    id: sale.id,
    purchaseId: sale.id,
    position: 0,
    productId: sale.productId,
    productName: sale.productName,
    priceCents: sale.priceCents,
    totalCents: sale.totalCents,
    requiresActivation: product.requiresActivation ? 1 : 0,
    keyWaitingSince: null,
    downloadCount,
  };
}

function soldKey(sale: PastPurchase, assignedAt: string, makeKey: PastOptions['makeKey']): ActivationKeyRow {
  const isMade = sale.productId === MADE_KEYS.productId;
  return {
    id: newRowId(),
    productId: sale.productId,
    key: isMade ? makeKey(MADE_KEYS.prefix) : newDemoKey(),
    itemId: sale.id,
    createdAt: isMade ? assignedAt : new Date(Date.parse(sale.createdAt) - 5 * DAY_MS).toISOString(),
    assignedAt,
    revokedAt: sale.refundedAt,
    revokedReason: sale.refundedAt ? 'refunded' : null,
    frozenAt: null,
    replacedByItemId: null,
    uses: 0,
    machineLimit: isMade ? MADE_KEYS.machineLimit : null,
  };
}

/** One product runs low, so that the warning shows. */
function addFreeKeys(past: Past, now: Date, random: Random): void {
  for (const product of demoProducts.filter((candidate) => candidate.requiresActivation)) {
    const count = product.id === 'transita' ? 3 : random.whole(40, 120);
    const createdAt = new Date(now.getTime() - random.whole(1, 20) * DAY_MS).toISOString();
    if (product.id === MADE_KEYS.productId || product.id === NO_KEYS_LEFT) continue;
    for (let made = 0; made < count; made += 1) {
      past.keys.push({ id: newRowId(), productId: product.id, key: newDemoKey(), createdAt, ...FREE });
    }
  }
}

const FREE = {
  itemId: null,
  assignedAt: null,
  revokedAt: null,
  revokedReason: null,
  frozenAt: null,
  replacedByItemId: null,
  uses: 0,
  machineLimit: null,
};

function chargeOf(sale: PastPurchase): SandboxChargeRow {
  const ended = sale.failureReason === 'rejected' ? 'rejected' : 'expired';
  return {
    reference: sale.providerReference,
    amountCents: sale.totalCents,
    state: sale.refundedAt ? 'refunded' : sale.completedAt ? 'paid' : ended,
    copyPaste: '',
    createdAt: sale.createdAt,
    expiresAt: sale.expiresAt,
    paidAt: sale.completedAt,
  };
}

function addEvents(sale: PastPurchase, item: PastItem): Past['events'] {
  const addEvent = (event: string, source: string, at: string | null, detail: string | null = null) =>
    at ? [{ purchaseId: sale.id, at, event, source, detail }] : [];
  return [
    ...addEvent('created', 'checkout', sale.createdAt),
    ...addEvent('charge_opened', 'checkout', sale.createdAt),
    ...addEvent('paid', 'sandbox', sale.completedAt),
    ...addEvent('key_given', 'sandbox', item.requiresActivation ? sale.completedAt : null),
    ...addEvent('mailed', 'worker', after(sale.completedAt, 4), 'receipt'),
    ...Array.from({ length: item.downloadCount }, (_, at) =>
      addEvent('downloaded', 'buyer', after(sale.completedAt, 40 + at * 120)),
    ).flat(),
    ...addEvent(sale.failureReason ?? '', 'worker', sale.failureReason ? sale.expiresAt : null),
    ...addEvent('refund_requested', 'admin', sale.refundedAt),
    ...addEvent('refunded', 'admin', after(sale.refundedAt, 2)),
    ...addEvent('key_revoked', 'admin', item.requiresActivation ? after(sale.refundedAt, 2) : null),
  ];
}

function after(at: string | null, seconds: number): string | null {
  return at && new Date(Date.parse(at) + seconds * 1000).toISOString();
}

const onSale = demoProducts.filter((product) => product.status === 'active');
const shelves: DemoProduct[] = onSale.flatMap((product, index) => Array(Math.max(1, 7 - index)).fill(product));

function couponId(coupon: DemoCoupon): string {
  return `cupom-${coupon.code.toLowerCase()}`;
}
