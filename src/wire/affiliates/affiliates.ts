import * as z from 'zod/mini';
import { Password } from '../access/auth.ts';
import { parseCents } from '../basics/money.ts';
import { emailAddress, text } from '../basics/text.ts';
import { couponCode } from '../coupons/coupons.ts';
import { defineList, oneOf, PAGE_SIZE, type RequestOf, readId } from '../lists/lists.ts';

/** Reversed sales do not count; commissions are in reais. */
export type Affiliate = {
  id: string;
  name: string;
  email: string;
  isAffiliate: true;
  /** A rate of 10 is 10 %. */
  commissionRate: number;
  couponCode: string;
  totalSales: number;
  totalCommission: number;
  pendingCommission: number;
  /** A disabled affiliate shows as 'Pendente', and the coupon is refused. */
  isActive: boolean;
  createdAt: string;
};

export const AFFILIATE_LIST = defineList({
  name: 'affiliates',
  path: '/api/admin/affiliates',
  sorts: ['createdAt', 'name', 'commissionRate', 'totalSales', 'totalCommission', 'pendingCommission'],
  sort: 'createdAt',
  order: 'desc',
  filters: {},
  pageSize: PAGE_SIZE,
});
export type AffiliateListRequest = RequestOf<typeof AFFILIATE_LIST>;

const RATE = 'A comissão vai de 1 a 50%, com até duas casas decimais.';

const fields = {
  name: text(1, 120, 'Informe o nome do afiliado, com até 120 caracteres.'),
  email: emailAddress('Por favor, insira um endereço de email válido.'),
  commissionRate: z.pipe(
    z.pipe(z.union([z.number(), z.string().check(z.maxLength(40))], RATE), z.transform(parseCents)),
    z.number(RATE).check(z.gte(100, RATE), z.lte(5_000, RATE)),
  ),
  couponCode,
  isAffiliate: z.optional(z.literal(true, 'Para encerrar a parceria, exclua o afiliado.')),
  isActive: z.optional(z.boolean('Diga se o afiliado está ativo.')),
};

export const NewAffiliate = z.object({
  ...fields,
  password: Password,
});
export type NewAffiliate = z.infer<typeof NewAffiliate>;

export const AffiliateForm = z.object(fields);
export type AffiliateFormValues = z.input<typeof AffiliateForm>;

export const AffiliateChange = z.partial(AffiliateForm);
export type AffiliateChange = z.infer<typeof AffiliateChange>;

export const COMMISSION_STATE_NAMES = { pending: 'Pendente', paid: 'Paga', reversed: 'Estornada' } as const;
export type CommissionState = keyof typeof COMMISSION_STATE_NAMES;

/** Only a paged list contains `reversed`. */
export type Commission = {
  id: string;
  affiliateId: string;
  affiliateName: string;
  customerName: string;
  product: string;
  date: string;
  amount: number;
  commission: number;
  couponCode: string;
  status: CommissionState;
  /** It stays when the sale is reversed later. */
  paidAt: string | null;
  purchaseId: string;
};

export const COMMISSION_LIST = defineList({
  name: 'commissions',
  path: '/api/admin/affiliate-sales/all',
  sorts: ['date'],
  sort: 'date',
  order: 'desc',
  filters: { affiliate: readId, status: oneOf(COMMISSION_STATE_NAMES) },
  pageSize: PAGE_SIZE,
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
export type CommissionSummary = {
  pending: { sales: number; commission: number };
  paid: { sales: number; commission: number };
  reversed: { sales: number; commission: number };
  affiliates: { id: string; name: string; isClosed: boolean }[];
};

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
