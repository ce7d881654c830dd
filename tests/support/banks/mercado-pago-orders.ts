import { randomInt, randomUUID } from 'node:crypto';
import { drawQrCode } from '#src/gateways/pix/qr-code.ts';
import { writeStaticCode } from '#src/wire/payments/br-code.ts';

export type BankOrder = {
  id: string;
  external_reference: string;
  status: string;
  status_detail: string;
  total_amount: string;
  total_paid_amount?: string;
  currency: string;
  user_id: string;
  created_date: string;
  last_updated_date: string;
  transactions: { payments: [BankOrderPayment]; refunds?: BankRefund[] };
  [more: string]: unknown;
};

type BankOrderPayment = {
  id: string;
  amount: string;
  paid_amount?: string;
  status: string;
  status_detail: string;
  date_of_expiration: string;
  payment_method: {
    id: string;
    type: string;
    ticket_url: string;
    qr_code?: string;
    qr_code_base64?: string;
    e2e_id?: string;
  };
  [more: string]: unknown;
};

type BankRefund = { id: string; transaction_id: string; amount: string; status: string };

export type NewOrder = {
  external_reference: string;
  total_amount: string;
  description?: string;
  payer: { email: string; first_name?: string | undefined; last_name?: string | undefined };
  expiration_time: string;
  lifeMs: number;
};

export async function newOrder(wanted: NewOrder, owner: string, now: Date): Promise<BankOrder> {
  const code = writeStaticCode({
    pixKey: 'b76aa9c2-2ec4-4110-954e-ebfe34f05b61',
    merchantName: 'TESTPVBWOSBE',
    merchantCity: 'Sao Paulo',
    amountCents: centsOf(wanted.total_amount),
    transactionId: `mpqrinter${randomInt(1e11, 1e12)}`,
  });
  return {
    id: `ORD${newUlid()}`,
    type: 'online',
    processing_mode: 'automatic',
    external_reference: wanted.external_reference,
    ...(wanted.description && { description: wanted.description }),
    total_amount: wanted.total_amount,
    payer: wanted.payer,
    country_code: 'BRA',
    user_id: owner,
    status: 'action_required',
    status_detail: 'waiting_transfer',
    capture_mode: 'automatic_async',
    currency: 'BRL',
    created_date: nanoseconds(now),
    last_updated_date: nanoseconds(now),
    integration_data: { application_id: '4863578097401450' },
    transactions: {
      payments: [
        {
          id: `PAY${newUlid()}`,
          amount: wanted.total_amount,
          reference_id: randomUUID().slice(0, 10),
          status: 'action_required',
          status_detail: 'waiting_transfer',
          expiration_time: wanted.expiration_time,
          date_of_expiration: new Date(now.getTime() + wanted.lifeMs).toISOString().replace('Z', '+00:00'),
          payment_method: {
            id: 'pix',
            type: 'bank_transfer',
            ticket_url: 'https://www.mercadopago.com.br/payments/1/ticket?caller_id=1&hash=x',
            qr_code: code,
            qr_code_base64: drawQrCode(code),
          },
        },
      ],
    },
  };
}

export function moveOrder(order: BankOrder, status: string, detail: string, now: Date): void {
  const [payment] = order.transactions.payments;
  order.status = status;
  order.status_detail = detail;
  order.last_updated_date = nanoseconds(now);
  payment.status = status;
  payment.status_detail = detail;
}

export function payOrder(order: BankOrder, paidCents: number, now: Date): void {
  const [payment] = order.transactions.payments;
  moveOrder(order, 'processed', 'accredited', now);
  payment.paid_amount = textOf(paidCents);
  order.total_paid_amount = textOf(paidCents);
  payment.payment_method.e2e_id = `E00000000${now.toISOString().replace(/\D/g, '').slice(0, 12)}${newUlid().slice(0, 11).toLowerCase()}`;
}

export function addRefund(order: BankOrder, cents: number, status: string): void {
  const [payment] = order.transactions.payments;
  const refund = { id: `REF${newUlid()}`, transaction_id: payment.id, amount: textOf(cents), status };
  order.transactions.refunds = [...(order.transactions.refunds ?? []), refund];
}

export function isPayable({ status }: BankOrder): boolean {
  return status === 'created' || status === 'action_required';
}

export function centsOf(amount: string): number {
  return Math.round(Number(amount) * 100);
}

function textOf(cents: number): string {
  return (cents / 100).toFixed(2);
}

function newUlid(): string {
  return Array.from({ length: 26 }, () => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[randomInt(32)]).join('');
}

/** Nine decimals, as the bank writes. */
function nanoseconds(time: Date): string {
  return time.toISOString().replace('Z', '123456Z');
}
