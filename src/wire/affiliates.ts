import * as z from 'zod/mini';
import { couponCode } from './coupons.ts';
import { asksForPage, type ListRequest, type ListRules, readListRequest } from './lists.ts';
import { parseCents } from './money.ts';
import { emailAddress, text } from './text.ts';

/** An item of `GET /api/admin/affiliates`. Sales that were given back count nowhere. */
export type Affiliate = {
  id: string;
  name: string;
  email: string;
  isAffiliate: true;
  /** In percent. */
  commissionRate: number;
  couponCode: string;
  /** How many sales stand. */
  totalSales: number;
  /** Their commissions, paid or not, in reais. */
  totalCommission: number;
  /** What is still to be paid of it, in reais. */
  pendingCommission: number;
  /** False shows as 'Pendente': the coupon takes nobody yet. */
  isActive: boolean;
  createdAt: string;
};

export const AFFILIATE_SORTS = [
  'createdAt',
  'name',
  'commissionRate',
  'totalSales',
  'totalCommission',
  'pendingCommission',
] as const;
export type AffiliateSort = (typeof AFFILIATE_SORTS)[number];

export const AFFILIATE_LIST: ListRules<AffiliateSort> = { sorts: AFFILIATE_SORTS, sort: 'createdAt', order: 'desc' };

const RATE = 'A comissão vai de 1 a 50%, com até duas casas decimais.';

/** What an affiliate is made of. `commissionRate` comes out in hundredths of a percent. */
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

/** `POST /api/admin/affiliates`. Totals that are sent are not read: they come from the sales. */
export const NewAffiliate = z.object({
  ...fields,
  password: z
    .string('A senha deve ter pelo menos 6 caracteres.')
    .check(
      z.minLength(6, 'A senha deve ter pelo menos 6 caracteres.'),
      z.maxLength(200, 'A senha tem caracteres demais.'),
    ),
});
export type NewAffiliate = z.infer<typeof NewAffiliate>;

/** The form, for a new affiliate and for a known one. */
export const AffiliateForm = z.object(fields);
export type AffiliateFormValues = z.input<typeof AffiliateForm>;

/** `PUT /api/admin/affiliates/{id}`: what is not sent stays. */
export const AffiliateChange = z.partial(AffiliateForm);
export type AffiliateChange = z.infer<typeof AffiliateChange>;

const SALE_STATES = ['pending', 'paid', 'reversed'] as const;
export type AffiliateSaleState = (typeof SALE_STATES)[number];

/** An item of `GET /api/admin/affiliate-sales/{affiliateId}`; `reversed` stands in pages alone, never in the array. */
export type AffiliateSale = {
  id: string;
  affiliateId: string;
  affiliateName: string;
  customerName: string;
  product: string;
  date: string;
  /** Paid by the buyer, in reais. */
  amount: number;
  /** In reais. */
  commission: number;
  couponCode: string;
  status: AffiliateSaleState;
  /** When the commission was marked as paid; it stays when the sale is given back later. */
  paidAt: string | null;
  purchaseId: string;
};

export type AffiliateSaleRequest = ListRequest<'date'> & {
  status: AffiliateSaleState | null;
  /** Of one affiliate alone, when the address says `all`. */
  affiliate: string | null;
};

export function readAffiliateSaleRequest(params: URLSearchParams): AffiliateSaleRequest {
  return {
    ...readListRequest(params, { sorts: ['date'], sort: 'date', order: 'desc' }),
    status: SALE_STATES.find((state) => state === params.get('status')) ?? null,
    affiliate: params.get('affiliate') || null,
  };
}

export function asksForAffiliateSalePage(params: URLSearchParams): boolean {
  return asksForPage(params) || params.has('status') || params.has('affiliate');
}

/** `GET /api/admin/affiliates/suggested-code`: for a name and a rate, and the affiliate that is being edited. */
export function readCodeRequest(params: URLSearchParams): { name: string; rate: string; affiliateId: string | null } {
  return {
    name: (params.get('name') ?? '').slice(0, 120),
    rate: (params.get('rate') ?? '').slice(0, 40),
    affiliateId: params.get('affiliate') || null,
  };
}

/** `GET /api/admin/affiliate-sales/{affiliateId}/summary`: counts, and commissions in reais. */
export type CommissionSummary = {
  pending: { sales: number; commission: number };
  paid: { sales: number; commission: number };
  reversed: { sales: number; commission: number };
  /** Whose sales can be looked at: every affiliate, and who left but has sales. */
  affiliates: { id: string; name: string; isClosed: boolean }[];
};

/** The first word of the name in plain capitals, and the rate: `João Pedro` with 10 % gives `JOAO10`. */
export function suggestCouponCode(name: string, rate: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  const [word = ''] = plain.match(/[A-Z0-9]+/) ?? [];
  const hundredths = parseCents(rate.replace(/%\s*$/, '')) ?? 0;
  return `${word.slice(0, 30)}${String(hundredths / 100).replace('.', '_')}`;
}

/** The same, with `-2`, `-3`, … after it while somebody has it. */
export function firstFreeCode(code: string, taken: ReadonlySet<string>): string {
  if (!taken.has(code)) return code;
  for (let serial = 2; ; serial += 1) {
    const next = `${code}-${serial}`;
    if (!taken.has(next)) return next;
  }
}
