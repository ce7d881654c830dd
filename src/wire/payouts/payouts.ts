import * as z from 'zod/mini';
import { identifier, keyOf, line } from '../basics/text.ts';
import { defineList, oneOf, type RequestOf } from '../lists/lists.ts';
import { PIX_KEY_TYPES } from './pix-keys.ts';

export const PAYOUT_STATES = { open: 'A pagar', paid: 'Pago', cancelled: 'Cancelado' } as const;
export type PayoutState = keyof typeof PAYOUT_STATES;

export const INVOICE_NOTE = 'Comissão é renda do parceiro. Peça a nota fiscal dele; o campo abaixo guarda o link.';

export function salesText(count: number): string {
  return count === 1 ? '1 venda' : `${count.toLocaleString('pt-BR')} vendas`;
}

/** Money is in reais. */
export const Payout = z.object({
  id: z.string(),
  /** The payer's bank shows it: `PAG0042`. */
  reference: z.string(),
  affiliate: z.object({
    id: z.string(),
    name: z.string(),
  }),
  amount: z.number(),
  pixKeyType: keyOf(PIX_KEY_TYPES),
  pixKey: z.string(),
  pixCopyPaste: z.string(),
  /** It is null once nothing is to be paid. */
  qrCodeBase64: z.nullable(z.string()),
  sales: z.number(),
  state: keyOf(PAYOUT_STATES),
  createdAt: z.string(),
  paidAt: z.nullable(z.string()),
  note: z.string(),
  invoiceUrl: z.string(),
});
export type Payout = z.infer<typeof Payout>;

/** A sale that was returned after its payment has a negative amount. */
const PayoutLine = z.object({
  saleId: z.string(),
  purchaseId: z.string(),
  number: z.number(),
  date: z.string(),
  amount: z.number(),
});

export const PayoutDetails = z.extend(Payout, {
  lines: z.array(PayoutLine),
});
export type PayoutDetails = z.infer<typeof PayoutDetails>;

export const PAYOUT_LIST = defineList({
  path: '/api/admin/payouts',
  sorts: ['date'],
  sort: 'date',
  filters: { state: oneOf(PAYOUT_STATES) },
});
export type PayoutListRequest = RequestOf<typeof PAYOUT_LIST>;

/** Why nothing can be paid to a partner now. */
export const PayoutBlock = z.enum(['no_pix_key', 'key_on_hold', 'below_minimum']);
export type PayoutBlock = z.infer<typeof PayoutBlock>;

/** What is released and stands in no payout yet; the amount is in reais. */
export const Payable = z.object({
  affiliate: z.object({
    id: z.string(),
    name: z.string(),
  }),
  amount: z.number(),
  sales: z.number(),
  returns: z.number(),
  pixKeyType: z.nullable(keyOf(PIX_KEY_TYPES)),
  block: z.nullable(PayoutBlock),
  heldUntil: z.nullable(z.string()),
});
export type Payable = z.infer<typeof Payable>;

const PayoutSum = z.object({ payouts: z.number(), amount: z.number() });
/** What was closed since the day of the oldest open payout, which begins the round; the amounts are in reais. */
export const PayoutRound = z.object({ open: PayoutSum, paid: PayoutSum });
export type PayoutRound = z.infer<typeof PayoutRound>;

const NOBODY = 'Escolha os parceiros, até 500.';
export const ClosePayouts = z.object({
  affiliateIds: z.optional(z.array(identifier(NOBODY), NOBODY).check(z.minLength(1, NOBODY), z.maxLength(500, NOBODY))),
});
export type ClosePayouts = z.infer<typeof ClosePayouts>;

const NOTE = 'A anotação pode ter até 200 caracteres, em uma linha.';
const INVOICE = 'Informe um endereço que comece com https://, com até 300 caracteres.';
const invoiceUrl = line(0, 300, INVOICE).check(
  z.refine((typed) => typed === '' || /^https:\/\/[^\s/]+\.[^\s]+$/.test(typed), INVOICE),
);

export const PayPayout = z.object({ note: z.optional(line(0, 200, NOTE)), invoiceUrl: z.optional(invoiceUrl) });
export type PayPayout = z.infer<typeof PayPayout>;

export const KeepInvoice = z.object({ invoiceUrl });
export type KeepInvoice = z.infer<typeof KeepInvoice>;
