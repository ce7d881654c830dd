import * as z from 'zod/mini';
import { commissionRate } from '../affiliates/affiliate-form.ts';
import { dayOf, formatDay, shiftMonth } from '../basics/dates.ts';
import { emailAddress, keyOf, line, text } from '../basics/text.ts';
import { couponCode } from '../coupons/coupons.ts';
import { defineList, type RequestOf } from '../lists/lists.ts';
import { PAYOUT_STATES } from '../payouts/payouts.ts';
import { PIX_KEY_TYPES } from '../payouts/pix-keys.ts';

export const PARTNER_LINK_MINUTES = 30;
export const KEY_HOLD_HOURS = 48;
export const PROGRAM_SCREEN = '/admin/affiliates/program';

export const PARTNER_TEXTS = {
  linkAsked: 'Se este e-mail for de um parceiro da loja, o link chega em instantes.',
  invalidLink: 'Este link não vale mais. Peça outro.',
  keyAsked: 'Enviamos um e-mail com um link. A chave nova vale depois que você confirmar por ele.',
  signedUp: 'Recebemos o seu pedido. A resposta chega por e-mail.',
  noNames: 'Os nomes de quem compra não aparecem aqui.',
} as const;

const EMAIL = 'Por favor, insira um endereço de email válido.';
const PLAN = 'Conte em 20 a 500 caracteres como você vai divulgar a loja.';

export const RequestPartnerLink = z.object({ email: emailAddress(EMAIL) });
export type RequestPartnerLink = z.infer<typeof RequestPartnerLink>;

export const PartnerSignUp = z.object({
  name: text(1, 120, 'Informe o seu nome, com até 120 caracteres.'),
  email: emailAddress(EMAIL),
  plan: text(20, 500, PLAN),
});
export type PartnerSignUp = z.infer<typeof PartnerSignUp>;

export const AcceptApplication = z.object({ commissionRate, couponCode });
export type AcceptApplication = z.infer<typeof AcceptApplication>;

export const NOTES_LENGTH = 2_000;
export const PartnerNotes = z.object({ notes: text(0, NOTES_LENGTH, 'As anotações podem ter até 2.000 caracteres.') });
export type PartnerNotes = z.infer<typeof PartnerNotes>;

export const TERMS_LENGTH = 20_000;
export const NewTerms = z.object({ text: text(1, TERMS_LENGTH, 'Escreva os termos, com até 20.000 caracteres.') });
export type NewTerms = z.infer<typeof NewTerms>;

export const NewMaterial = z.object({
  kind: z.enum(['picture', 'text'], 'Diga se é imagem ou texto.'),
  title: line(1, 80, 'Dê um título, com até 80 caracteres.'),
  content: text(1, 2_000, 'Envie a imagem, ou escreva o texto com até 2.000 caracteres.'),
});
export type NewMaterial = z.infer<typeof NewMaterial>;

export const PartnerMaterial = z.object({
  id: z.string(),
  kind: z.enum(['picture', 'text']),
  title: z.string(),
  content: z.string(),
});
export type PartnerMaterial = z.infer<typeof PartnerMaterial>;
export const PartnerTerms = z.object({
  version: z.number(),
  text: z.string(),
  createdAt: z.string(),
});
export type PartnerTerms = z.infer<typeof PartnerTerms>;
/** Null until the owner wrote some. */
export const TermsNow = z.nullable(PartnerTerms);
export const PartnerApplication = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  plan: z.string(),
  createdAt: z.string(),
});
export type PartnerApplication = z.infer<typeof PartnerApplication>;

const GivenPixKey = z.object({ type: keyOf(PIX_KEY_TYPES), key: z.string(), heldUntil: z.nullable(z.string()) });
const ClicksOfDay = z.object({ day: z.string(), clicks: z.number() });

/** Money is in reais. */
const Sum = z.object({
  amount: z.number(),
  sales: z.number(),
});
export const PartnerSums = z.object({ waiting: Sum, released: Sum, received: Sum });
export type PartnerSums = z.infer<typeof PartnerSums>;

/** What a partner sees of the own account: nothing of who bought. */
export const Partner = z.extend(PartnerSums, {
  name: z.string(),
  email: z.string(),
  link: z.string(),
  couponCode: z.string(),
  /** It is `8% para quem compra`, or empty. */
  couponText: z.string(),
  commissionRate: z.number(),
  rule: z.string(),
  isActive: z.boolean(),
  since: z.string(),
  minimum: z.number(),
  /** A day as `2026-12-05`. */
  nextPayoutDay: z.string(),
  /** What is held until a day up to the next payout, the first one first. */
  releases: z.array(z.object({ day: z.string(), amount: z.number() })),
  lastPayout: z.nullable(
    z.object({
      amount: z.number(),
      sales: z.number(),
      paidAt: z.string(),
    }),
  ),
  clicksThisMonth: z.number(),
  pixKey: z.nullable(GivenPixKey),
  terms: z.nullable(
    z.object({
      version: z.number(),
      acceptedVersion: z.nullable(z.number()),
      acceptedAt: z.nullable(z.string()),
    }),
  ),
});
export type Partner = z.infer<typeof Partner>;

export const PartnerSaleState = z.enum(['waiting', 'released', 'paid', 'reversed']);
export type PartnerSaleState = z.infer<typeof PartnerSaleState>;

export const PartnerSale = z.object({
  id: z.string(),
  date: z.string(),
  product: z.string(),
  amount: z.number(),
  commission: z.number(),
  /** `cupom ANA10`, or `link de 03/05/2026, 14:02`. */
  reason: z.string(),
  state: PartnerSaleState,
  /** It is null for what waits for the end of a dispute, and for sales of earlier releases. */
  payableAt: z.nullable(z.string()),
  paidAt: z.nullable(z.string()),
  returnedAt: z.nullable(z.string()),
});
export type PartnerSale = z.infer<typeof PartnerSale>;

export const PARTNER_SALE_LIST = defineList({
  path: '/api/partner/sales',
  sorts: ['date'],
  sort: 'date',
  filters: {},
});
export type PartnerSaleListRequest = RequestOf<typeof PARTNER_SALE_LIST>;

export type PartnerPayout = { reference: string; amount: number; sales: number; paidAt: string };
export type PartnerStatement = { month: string; sales: PartnerSale[]; payouts: PartnerPayout[] };

export function saleStateText({ state, payableAt, paidAt, returnedAt }: PartnerSale): string {
  if (state === 'waiting') return payableAt ? `Libera em ${formatDay(payableAt)}` : 'Em disputa';
  if (state === 'paid') return paidAt ? `Recebido em ${formatDay(paidAt)}` : 'Recebido';
  if (state === 'reversed') return returnedAt ? `Devolvida em ${formatDay(returnedAt)}` : 'Devolvida';
  return 'Liberado';
}

/** The day of this month, or of the next where it is over. */
export function nextPayoutDay(now: Date, payoutDay: number): string {
  const today = dayOf(now);
  const month = today.slice(0, 7);
  const day = String(payoutDay).padStart(2, '0');
  return `${today.slice(8) <= day ? month : shiftMonth(month, 1)}-${day}`;
}

/** Money is in reais. */
export const ExportedPartner = z.object({
  account: z.nullable(
    z.object({
      name: z.string(),
      email: z.string(),
      couponCode: z.nullable(z.string()),
      commissionRate: z.number(),
      pixKeyType: z.nullable(keyOf(PIX_KEY_TYPES)),
      pixKey: z.nullable(z.string()),
      termsVersion: z.nullable(z.number()),
      termsAcceptedAt: z.nullable(z.string()),
      notes: z.string(),
      createdAt: z.string(),
    }),
  ),
  applications: z.array(
    z.object({
      name: z.string(),
      plan: z.string(),
      state: z.string(),
      createdAt: z.string(),
    }),
  ),
  sales: z.array(
    z.object({
      createdAt: z.string(),
      commission: z.number(),
      status: z.string(),
    }),
  ),
  payouts: z.array(
    z.object({
      amount: z.number(),
      paidAt: z.nullable(z.string()),
    }),
  ),
  clicks: z.array(ClicksOfDay),
});
export type ExportedPartner = z.infer<typeof ExportedPartner>;

/** What the owner sees of one partner. */
export const PartnerDetails = z.extend(PartnerSums, {
  id: z.string(),
  name: z.string(),
  email: z.string(),
  isActive: z.boolean(),
  /** The account has no coupon any more; what it is owed stays. */
  isClosed: z.boolean(),
  couponCode: z.nullable(z.string()),
  link: z.nullable(z.string()),
  commissionRate: z.number(),
  createdAt: z.string(),
  pixKey: z.nullable(GivenPixKey),
  terms: z.nullable(
    z.object({
      version: z.number(),
      acceptedAt: z.string(),
    }),
  ),
  notes: z.string(),
  /** Of the last 30 days, newest first; days without a click are left out. */
  clicks: z.array(ClicksOfDay),
  payouts: z.array(
    z.object({
      id: z.string(),
      reference: z.string(),
      amount: z.number(),
      sales: z.number(),
      state: keyOf(PAYOUT_STATES),
      createdAt: z.string(),
    }),
  ),
});
export type PartnerDetails = z.infer<typeof PartnerDetails>;

/** A month as `2026-11`; without it all there is. */
export const StatementQuery = z.object({ mes: z.optional(z.string()) });
