import * as z from 'zod/mini';
import type { BankChargeState, ChargeSnapshot, Payer } from '#src/domain/payments/pix-provider.ts';
import { readAmount } from '../decimal-amounts.ts';
import { readDocument } from '../payer-document.ts';

export type MercadoPagoOrder = Omit<ChargeSnapshot, 'isOurs'> & {
  owner: string | null;
  detail: string;
  isPix: boolean;
  description: string | null;
  payer: Payer | null;
  createdAt: string | null;
  updatedAt: string | null;
};

/** Returns undefined where the body is no order; the document requires no field, so each may be null or absent. */
export function readOrder(body: unknown, askedId: string | null = null): MercadoPagoOrder | undefined {
  const read = z.safeParse(OrderResponse, body);
  const order = read.data;
  const id = order?.id ?? askedId;
  if (!order || id === null || (!order.id && !order.status)) return undefined;
  const payment = readPayment(order);
  const method = payment.payment_method;
  const paid = paidIn(order, payment);
  const { state, hasMoney } = stateOf(order.status ?? '', order.status_detail ?? '', paid);
  return {
    reference: order.external_reference ?? '',
    charge: { providerChargeId: id, copyPaste: method?.qr_code ?? '' },
    state,
    amountCents: readAmount(order.total_amount ?? payment.amount ?? '0'),
    currency: order.currency ?? 'BRL',
    paidCents: hasMoney ? readAmount(paid ?? '0') : null,
    // A paid order is not touched again before it is given back.
    ...(state === 'paid' && order.last_updated_date && { paidAt: order.last_updated_date }),
    providerPaymentId: hasMoney ? (payment.id ?? null) : null,
    ...(hasMoney && method?.e2e_id && { endToEndId: method.e2e_id }),
    ...(hasMoney && returnedOf(order)),
    ...(hasMoney && documentOf(order)),
    owner: order.user_id ? String(order.user_id) : null,
    detail: order.status_detail ?? '',
    ...(state === 'unknown' && { bankWord: `${order.status ?? ''}/${order.status_detail ?? ''}` }),
    isPix: (method?.id ?? 'pix') === 'pix',
    description: order.description ?? null,
    payer: payerOf(order),
    createdAt: order.created_date ?? null,
    updatedAt: order.last_updated_date ?? null,
  };
}

export function isOrderId(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text);
}

const amount = z.string().check(z.regex(/^\d{1,9}(\.\d{1,2})?$/));

/** The document says number, the bank sends text. */
const OrderResponse = z.object({
  id: z.nullish(z.string().check(z.refine(isOrderId))),
  external_reference: z.nullish(z.string()),
  status: z.nullish(z.string()),
  status_detail: z.nullish(z.string()),
  total_amount: z.nullish(amount),
  total_paid_amount: z.nullish(amount),
  currency: z.nullish(z.string()),
  description: z.nullish(z.string()),
  payer: z.nullish(z.unknown()),
  user_id: z.nullish(z.union([z.string(), z.number()])),
  created_date: z.nullish(z.string()),
  last_updated_date: z.nullish(z.string()),
  transactions: z.nullish(
    z.object({
      payments: z.nullish(
        z.array(
          z.nullish(
            z.object({
              id: z.nullish(z.string()),
              amount: z.nullish(amount),
              paid_amount: z.nullish(amount),
              payment_method: z.nullish(
                z.object({
                  id: z.nullish(z.string()),
                  qr_code: z.nullish(z.string()),
                  e2e_id: z.nullish(z.string().check(z.maxLength(64))),
                }),
              ),
            }),
          ),
        ),
      ),
      refunds: z.nullish(z.array(z.unknown())),
    }),
  ),
});
type OrderResponse = z.infer<typeof OrderResponse>;
type Payment = NonNullable<NonNullable<NonNullable<OrderResponse['transactions']>['payments']>[number]>;

const OrderPayer = z.object({
  email: z.string(),
  first_name: z.nullish(z.string()),
  last_name: z.nullish(z.string()),
});

/** Drops malformed data, since the payer counts only for money without a purchase. */
function payerOf({ payer }: OrderResponse): Payer | null {
  const read = z.safeParse(OrderPayer, payer);
  if (!read.success) return null;
  const { email, first_name, last_name } = read.data;
  return { name: [first_name, last_name].filter(Boolean).join(' '), email };
}

const IdentifiedPayer = z.object({ identification: z.object({ number: z.string() }) });

/** Tells nothing where it is malformed, so that no payment becomes unreadable for it. */
function documentOf({ payer }: OrderResponse): { payerDocument?: string } {
  const payerDocument = readDocument(z.safeParse(IdentifiedPayer, payer).data?.identification.number);
  return payerDocument ? { payerDocument } : {};
}

function readPayment({ transactions }: OrderResponse): Payment {
  return transactions?.payments?.[0] ?? {};
}

function paidIn(order: OrderResponse, payment: Payment): string | null {
  return payment.paid_amount ?? order.total_paid_amount ?? payment.amount ?? order.total_amount ?? null;
}

const OrderRefund = z.object({ amount, status: z.nullish(z.string()) });

/** Returns null where a partial refund has no readable amount. */
function returnedOf({ status_detail, transactions }: OrderResponse): { returnedCents?: number | null } {
  const rows = (transactions?.refunds ?? []).map((row) => z.safeParse(OrderRefund, row));
  const done = rows.flatMap(({ data }) => (data && DONE_REFUNDS.has(data.status ?? '') ? readAmount(data.amount) : []));
  const returnedCents = done.reduce((sum, cents) => sum + cents, 0);
  if (rows.every(({ success }) => success) && returnedCents > 0) return { returnedCents };
  return status_detail === 'partially_refunded' ? { returnedCents: null } : {};
}

const DONE_REFUNDS = new Set(['', 'processed', 'refunded', 'approved']);

type PaymentState = { state: BankChargeState; hasMoney: boolean };

/** A paid order without an amount, or in an unknown status, is `unknown` and goes to the owner. */
function stateOf(status: string, detail: string, paid: string | null): PaymentState {
  const state = knownState(status, detail) ?? 'unknown';
  const hasMoney = state === 'unknown' ? status === 'processed' : ARRIVED.has(state);
  return { state: hasMoney && paid === null ? 'unknown' : state, hasMoney };
}

function knownState(status: string, detail: string): BankChargeState | undefined {
  if (status === 'processed') return PAID_DETAILS.has(detail) ? 'paid' : undefined;
  // The status stays `charged_back`; only the detail tells how the dispute ended.
  if (status === 'charged_back') return DISPUTES[detail] ?? 'disputed';
  return STATES[status];
}

const ARRIVED = new Set<BankChargeState>(['paid', 'refunded', 'disputed']);
const PAID_DETAILS = new Set(['', 'accredited', 'partially_refunded']);
const DISPUTES: Record<string, BankChargeState> = { settled: 'refunded', reimbursed: 'paid' };
const STATES: Record<string, BankChargeState> = {
  created: 'waiting',
  processing: 'waiting',
  action_required: 'waiting',
  canceled: 'cancelled',
  cancelled: 'cancelled',
  expired: 'expired',
  failed: 'rejected',
  refunded: 'refunded',
};
