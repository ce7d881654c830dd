import * as z from 'zod/mini';
import { dayOf, shiftDay, startOf } from '../basics/dates.ts';
import { HOUR_MS } from '../basics/durations.ts';
import { readDay } from '../basics/periods.ts';
import { emailAddress, keyOf, line } from '../basics/text.ts';
import { defineList, oneOf, type RequestOf } from '../lists/lists.ts';
import { TAKER_KINDS, Taker, takerAddress } from './taker.ts';

/** A buyer may ask for one for so many days after the payment. */
export const INVOICE_REQUEST_DAYS = 30;
/** What is promised to the buyer leaves room for an answer of the issuer. */
const PROMISED_AFTER_DAYS = 2;

export const INVOICE_STATES = {
  requested: 'Pedida',
  queued: 'Na fila',
  failed: 'Falhou',
  cancel_needed: 'Cancelar',
  issued: 'Emitida',
  cancelled: 'Cancelada',
} as const;
export type InvoiceState = keyof typeof INVOICE_STATES;

/** Who issued it; a test has no fiscal value, and no buyer hears of it. */
export type InvoiceProvider = 'manual' | 'api' | 'focusnfe' | 'focusnfe_test';

export const INVOICE_TEXTS = {
  unknown: 'Esta compra não tem nota fiscal pedida.',
  otherAddress: 'Só podemos aceitar o pedido com o e-mail usado na compra.',
  imported: 'Esta compra foi paga em outra plataforma, e a nota dela é de lá.',
  notCompleted: 'A nota fiscal só pode ser pedida depois do pagamento.',
  tooLate: `O prazo de ${INVOICE_REQUEST_DAYS} dias para pedir a nota fiscal terminou. Fale com a loja.`,
  alreadyIssued: 'A nota fiscal desta compra já foi emitida.',
  atIssuer: 'A nota já está com o emissor. Espere a resposta dele.',
  off: 'Esta loja não emite notas fiscais por aqui. Fale com o suporte.',
  wrongState: 'A nota mudou de estado. Recarregue a página.',
  noNumber: 'Informe o número da nota.',
  noPlace: 'Cole o link da nota, ou envie o PDF.',
  tooMany: 'Muitas tentativas nesta compra. Tente de novo em uma hora.',
  everySale: 'Esta loja emite nota fiscal de toda venda, e a nota precisa do CPF ou do CNPJ.',
  notPdf: 'Envie a nota em PDF, com até 2 MB.',
  noFile: 'Esta nota não tem arquivo guardado na loja.',
} as const;

export const INVOICE_FILE_LIMIT_BYTES = 2 * 1024 * 1024;
export const INVOICES_SCREEN = '/admin/notas-fiscais';

/** The server sends it to the checkout where every sale gets an invoice. */
export const DOCUMENT_FIELD = {
  label: 'CPF ou CNPJ',
  hint: 'Para a nota fiscal, que esta loja emite de toda venda.',
  type: 'text',
  autoComplete: 'off',
  enterKeyHint: 'go',
} as const;
export type DocumentField = typeof DOCUMENT_FIELD;

export const RequestInvoice = z.object({ email: emailAddress('Email inválido'), ...Taker.shape });
export type RequestInvoice = z.infer<typeof RequestInvoice>;

/** What its buyer sees; `promisedDay` is `2026-12-03`. */
export const Invoice = z.union([
  z.object({
    state: z.literal('possible'),
    wantsAddress: z.boolean(),
  }),
  z.object({
    state: z.literal('requested'),
    takerKind: keyOf(TAKER_KINDS),
    document: z.string(),
    promisedDay: z.string(),
    isOpen: z.boolean(),
    wantsAddress: z.boolean(),
    lacksAddress: z.boolean(),
  }),
  z.object({
    state: z.literal('issued'),
    number: z.string(),
    url: z.nullable(z.string()),
    hasFile: z.boolean(),
  }),
]);
export type Invoice = z.infer<typeof Invoice>;

/** As the owner reads it. The document is masked. */
export const ListedInvoice = z.object({
  id: z.string(),
  purchaseNumber: z.number(),
  productName: z.string(),
  state: keyOf(INVOICE_STATES),
  takerKind: keyOf(TAKER_KINDS),
  document: z.string(),
  takerName: z.string(),
  takerAddress: z.nullable(takerAddress),
  amount: z.string(),
  number: z.nullable(z.string()),
  url: z.nullable(z.string()),
  hasFile: z.boolean(),
  isTest: z.boolean(),
  /** What the issuer answered, as `E0014: …`. */
  error: z.nullable(z.string()),
  requestedAt: z.string(),
  /** It leaves on the first day; the second was promised to the buyer. */
  dueAt: z.string(),
  promisedDay: z.string(),
  sentAt: z.nullable(z.string()),
  issuedAt: z.nullable(z.string()),
});
export type ListedInvoice = z.infer<typeof ListedInvoice>;

export const InvoiceDetails = z.extend(ListedInvoice, {
  customerEmail: z.string(),
  serviceCode: z.string(),
  timeline: z.array(
    z.object({
      at: z.string(),
      event: z.string(),
      source: z.string(),
      detail: z.nullable(z.string()),
    }),
  ),
});
export type InvoiceDetails = z.infer<typeof InvoiceDetails>;

export const INVOICE_LIST = defineList({
  name: 'invoices',
  path: '/api/admin/invoices',
  sorts: ['dueAt', 'number', 'taker', 'amount'],
  sort: 'dueAt',
  filters: { state: oneOf(INVOICE_STATES), from: readDay, to: readDay },
});
export type InvoiceListRequest = RequestOf<typeof INVOICE_LIST>;

export function invoicePath(id: string): string {
  return `${INVOICE_LIST.path}/${encodeURIComponent(id)}`;
}

export function invoiceFilePath(id: string): string {
  return `/api/payments/invoice/${encodeURIComponent(id)}/file`;
}

const LINK = 'Informe um endereço https, como https://www.nfse.gov.br/consulta.';
const link = line(0, 500, LINK).check(
  z.refine((typed) => typed === '' || (/^https:\/\/[^\s"<>]+$/.test(typed) && URL.canParse(typed)), LINK),
);

/** What an owner, or another program, says became of it. */
export const UpdateInvoice = z.object({
  state: z.enum(['issued', 'failed', 'cancelled'], 'Diga se a nota foi emitida, falhou ou foi cancelada.'),
  number: z.optional(line(0, 60, 'O número pode ter até 60 caracteres.')),
  url: z.optional(z.nullable(link)),
  /** A PDF at another address; the buyer gets it as the link. */
  fileAddress: z.optional(z.nullable(link)),
  error: z.optional(line(0, 500, 'O motivo pode ter até 500 caracteres.')),
});
export type UpdateInvoice = z.infer<typeof UpdateInvoice>;
export type TypedInvoice = z.input<typeof UpdateInvoice>;

/** At eight in the morning, so many days after the payment; at once where that is over. */
export function invoiceDueAt(paidAt: string, afterDays: number): string {
  const day = startOf(shiftDay(dayOf(new Date(paidAt)), afterDays));
  return new Date(day.getTime() + 8 * HOUR_MS).toISOString();
}

export function promisedDayOf(dueAt: string): string {
  return shiftDay(dayOf(new Date(dueAt)), PROMISED_AFTER_DAYS);
}

/** Says what the issuer refused, and what to do. */
export function explainFailure(error: string): { title: string; text: string } {
  const message = error.replace(/^[\w-]+: /, '').trim();
  const said = message === '' ? '' : `“${message}” `;
  if (/cnpj|cpf/i.test(message) && /tomador/i.test(message)) {
    const what = /cnpj/i.test(message) ? 'CNPJ' : 'CPF';
    return {
      title: `O emissor recusou o ${what}`,
      text: `${said}Peça o número certo a quem comprou, corrija e envie de novo.`,
    };
  }
  if (/endere[cç]o|cep|munic[ií]pio|logradouro|bairro/i.test(message) && /tomador/i.test(message)) {
    return { title: 'O emissor recusou o endereço', text: `${said}Corrija o tomador e envie de novo.` };
  }
  return {
    title: 'O emissor recusou a nota',
    text: `${said}Mostre a mensagem à sua contabilidade, corrija e envie de novo.`,
  };
}

export const TakerDocument = z.object({ document: z.string() });
