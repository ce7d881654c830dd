import * as z from 'zod/mini';
import type { ChargeSnapshot, ChargeState } from '#src/domain/pix.ts';
import { readAmount } from '../decimal-amounts.ts';

/** What the shop needs to know of an order. */
export type Order = Omit<ChargeSnapshot, 'isOurs'> & {
  /** The account that receives the money. */
  owner: string | null;
  detail: string;
  isPix: boolean;
  updatedAt: string | null;
};

/** Undefined where the answer is no order, or one in a state that nobody knows: better no news than wrong ones. */
export function readOrder(body: unknown): Order | undefined {
  const read = z.safeParse(OrderAnswer, body);
  if (!read.success) return undefined;
  const order = read.data;
  const detail = order.status_detail ?? '';
  const state = stateOf(order.status, detail);
  if (!state) return undefined;
  const payment = order.transactions?.payments?.[0];
  const isPix = payment?.payment_method?.id === 'pix';
  const hasArrived = ARRIVED.has(state);
  const paid = payment?.paid_amount ?? order.total_paid_amount ?? payment?.amount ?? order.total_amount;
  return {
    reference: order.external_reference ?? '',
    charge: { providerChargeId: order.id, copyPaste: payment?.payment_method?.qr_code ?? '' },
    state,
    amountCents: readAmount(order.total_amount),
    currency: order.currency ?? (isPix ? 'BRL' : ''),
    paidCents: hasArrived ? readAmount(paid) : null,
    providerPaymentId: hasArrived ? (payment?.id ?? null) : null,
    owner: order.user_id ? String(order.user_id) : null,
    detail,
    isPix,
    updatedAt: order.last_updated_date ?? null,
  };
}

/** What goes into an address as the name of an order. */
export function isOrderId(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text);
}

const amount = z.string().check(z.regex(/^\d{1,9}(\.\d{1,2})?$/));

/** The document has the owner as a number, the bank writes text. */
const OrderAnswer = z.object({
  id: z.string().check(z.refine(isOrderId)),
  external_reference: z.nullish(z.string()),
  status: z.string(),
  status_detail: z.nullish(z.string()),
  total_amount: amount,
  total_paid_amount: z.nullish(amount),
  currency: z.nullish(z.string()),
  user_id: z.nullish(z.union([z.string(), z.number()])),
  last_updated_date: z.nullish(z.string()),
  transactions: z.nullish(
    z.object({
      payments: z.nullish(
        z.array(
          z.object({
            id: z.string(),
            amount: z.nullish(amount),
            paid_amount: z.nullish(amount),
            payment_method: z.nullish(z.object({ id: z.nullish(z.string()), qr_code: z.nullish(z.string()) })),
          }),
        ),
      ),
    }),
  ),
});

const ARRIVED = new Set<ChargeState>(['paid', 'refunded', 'disputed']);

function stateOf(status: string, detail: string): ChargeState | undefined {
  if (status === 'processed') return PAID_DETAILS.has(detail) ? 'paid' : undefined;
  // While the dispute runs the money is neither here nor there; how it ended stands in the detail.
  if (status === 'charged_back') return DISPUTES[detail] ?? 'disputed';
  return STATES[status];
}

const PAID_DETAILS = new Set(['', 'accredited', 'partially_refunded']);
const DISPUTES: Record<string, ChargeState> = { settled: 'refunded', reimbursed: 'paid' };
const STATES: Record<string, ChargeState> = {
  created: 'waiting',
  processing: 'waiting',
  action_required: 'waiting',
  canceled: 'cancelled',
  cancelled: 'cancelled',
  expired: 'expired',
  failed: 'rejected',
  refunded: 'refunded',
};
