import * as z from 'zod/mini';
import { parseCents } from '../basics/money.ts';
import { keyOf } from '../basics/text.ts';
import { defineList, oneOf, type RequestOf, readId } from '../lists/lists.ts';
import { COMMISSION_STATE_NAMES } from './commission-states.ts';

/** Reversed sales do not count; commissions are in reais. */
export const Affiliate = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  isAffiliate: z.literal(true),
  /** A rate of 10 is 10 %. */
  commissionRate: z.number(),
  couponCode: z.string(),
  totalSales: z.number(),
  totalCommission: z.number(),
  pendingCommission: z.number(),
  /** A disabled affiliate shows as 'Pendente', and the coupon is refused. */
  isActive: z.boolean(),
  createdAt: z.string(),
});
export type Affiliate = z.infer<typeof Affiliate>;

export const AFFILIATE_LIST = defineList({
  name: 'affiliates',
  path: '/api/admin/affiliates',
  sorts: ['createdAt', 'name', 'commissionRate', 'totalSales', 'totalCommission', 'pendingCommission'],
  sort: 'createdAt',
  filters: {},
});
export type AffiliateListRequest = RequestOf<typeof AFFILIATE_LIST>;

export type CommissionState = keyof typeof COMMISSION_STATE_NAMES;

/** Only a paged list contains `reversed`. */
export const Commission = z.object({
  id: z.string(),
  affiliateId: z.string(),
  affiliateName: z.string(),
  customerName: z.string(),
  product: z.string(),
  date: z.string(),
  amount: z.number(),
  commission: z.number(),
  couponCode: z.string(),
  /** Why the sale is the affiliate's: `cupom ANA10`, or `link de 03/05/2026, 14:02`. */
  attribution: z.string(),
  status: keyOf(COMMISSION_STATE_NAMES),
  /** It is pending until then; null for sales of earlier releases, which are released. */
  payableAt: z.nullable(z.string()),
  /** The buyer contests the payment at the bank: the commission waits for the decision. */
  isDisputed: z.boolean(),
  /** It stays when the sale is reversed later. */
  paidAt: z.nullable(z.string()),
  purchaseId: z.string(),
});
export type Commission = z.infer<typeof Commission>;

/** Until then its buyer may withdraw, or the bank decide against the shop. */
export function isOnHold(
  { status, payableAt, isDisputed }: Pick<Commission, 'status' | 'payableAt' | 'isDisputed'>,
  now: number,
): boolean {
  return status === 'pending' && (isDisputed || (payableAt !== null && Date.parse(payableAt) > now));
}

export const COMMISSION_LIST = defineList({
  name: 'commissions',
  path: '/api/admin/affiliate-sales/all',
  sorts: ['date'],
  sort: 'date',
  filters: { affiliate: readId, status: oneOf(COMMISSION_STATE_NAMES) },
});
export type CommissionListRequest = RequestOf<typeof COMMISSION_LIST>;

export function readCodeRequest(params: URLSearchParams): { name: string; rate: string; affiliateId: string | null } {
  return {
    name: (params.get('name') ?? '').slice(0, 120),
    rate: (params.get('rate') ?? '').slice(0, 40),
    affiliateId: params.get('affiliate') || null,
  };
}

/** Commissions are in reais. */
export const CommissionSummary = z.object({
  pending: z.object({
    sales: z.number(),
    commission: z.number(),
  }),
  paid: z.object({
    sales: z.number(),
    commission: z.number(),
  }),
  reversed: z.object({
    sales: z.number(),
    commission: z.number(),
  }),
  affiliates: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      isClosed: z.boolean(),
    }),
  ),
});
export type CommissionSummary = z.infer<typeof CommissionSummary>;

/** `João Pedro` with 10 % gives `JOAO10`. */
export function suggestCouponCode(name: string, rate: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  const [word = ''] = plain.match(/[A-Z0-9]+/) ?? [];
  const hundredths = parseCents(rate.replace(/%\s*$/, '')) ?? 0;
  return `${word.slice(0, 30)}${String(hundredths / 100).replace('.', '_')}`;
}

export function firstFreeCode(code: string, taken: ReadonlySet<string>): string {
  if (!taken.has(code)) return code;
  for (let serial = 2; ; serial += 1) {
    const next = `${code}-${serial}`;
    if (!taken.has(next)) return next;
  }
}
