import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod';
import type { BankAct } from './fake-mercado-pago.ts';
import type { BankBooks } from './mercado-pago-books.ts';
import { addRefund, type BankOrder, centsOf, isPayable, moveOrder, newOrder } from './mercado-pago-orders.ts';

/** `changed` triggers a webhook. */
export type BankResponse = { status: number; body?: unknown; changed?: BankOrder };

export async function respondToCall(
  books: BankBooks,
  act: BankAct | undefined,
  url: URL,
  body: string,
  headers: IncomingHttpHeaders,
): Promise<BankResponse> {
  if (headers.authorization !== `Bearer ${books.accessToken}`) return problem(401, 'unauthorized');
  const key = headers['x-idempotency-key'];
  if (act === 'search') return search(books, url.searchParams);
  if (act === 'methods') return { status: 200, body: paymentMethods(books) };
  if (act === 'read') return read(books, orderIn(books, url));
  if (act === undefined) return problem(404, 'not_found');
  if (typeof key !== 'string' || key === '') return problem(400, 'empty_required_header');
  const request = `${url.pathname} ${body}`;
  const before = books.keys.get(key);
  if (before) return repeat(books, before, request);
  if (act === 'create') return create(books, body, key, request);
  const order = orderIn(books, url);
  if (!order) return problem(404, 'order_not_found');
  const response = act === 'cancel' ? cancel(order) : refund(books, order);
  if (response.status < 300) books.keys.set(key, { request, orderId: order.id });
  return response;
}

const OrderRequest = z.strictObject({
  type: z.literal('online'),
  processing_mode: z.literal('automatic'),
  external_reference: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  total_amount: z.string().regex(/^\d{1,7}\.\d{2}$/),
  description: z.string().max(150).optional(),
  payer: z.strictObject({ email: z.email(), first_name: z.string().optional(), last_name: z.string().optional() }),
  transactions: z.strictObject({
    payments: z
      .array(
        z.strictObject({
          amount: z.string(),
          expiration_time: z.string().regex(/^P(\d+D)?(T(\d+H)?(\d+M)?)?$/),
          payment_method: z.strictObject({ id: z.literal('pix'), type: z.literal('bank_transfer') }),
        }),
      )
      .length(1),
  }),
});

async function create(books: BankBooks, body: string, key: string, request: string): Promise<BankResponse> {
  const wish = OrderRequest.safeParse(readJson(body));
  if (!wish.success) return problem(400, 'invalid_properties');
  const { total_amount, external_reference, description, transactions } = wish.data;
  const [payment] = transactions.payments;
  const lifeMs = payment ? durationMs(payment.expiration_time) : 0;
  const isAllowed = payment?.amount === total_amount && centsOf(total_amount) > 0;
  if (!payment || !isAllowed) return problem(400, 'property_value');
  if (lifeMs < 30 * MINUTE_MS || lifeMs > 30 * 24 * 60 * MINUTE_MS) return problem(400, 'property_value');
  const { expiration_time } = payment;
  const { payer } = wish.data;
  const wanted = {
    external_reference,
    total_amount,
    expiration_time,
    lifeMs,
    payer,
    ...(description && { description }),
  };
  const order = await newOrder(wanted, books.owner, new Date());
  books.orders.set(order.id, order);
  books.keys.set(key, { request, orderId: order.id });
  return { status: 201, body: shown(books, order), changed: order };
}

function repeat(books: BankBooks, before: { request: string; orderId: string }, request: string): BankResponse {
  const order = books.orders.get(before.orderId);
  if (!order || books.habits.repeats === 'conflict' || before.request !== request) {
    return problem(409, 'idempotency_key_already_used');
  }
  return { status: request.startsWith('/v1/orders ') ? 201 : 200, body: shown(books, order) };
}

function search({ orders, habits }: BankBooks, query: URLSearchParams): BankResponse {
  const begin = Date.parse(query.get('begin_date') ?? '');
  const end = Date.parse(query.get('end_date') ?? '');
  if (Number.isNaN(begin) || Number.isNaN(end)) return problem(400, 'required_properties');
  const reference = habits.isFilterIgnored ? null : query.get('external_reference');
  const status = habits.isStatusIgnored ? null : query.get('status');
  const found = [...orders.values()].filter((order) => {
    if (habits.isSearchLagging || (status !== null && order.status !== status)) return false;
    const createdAt = Date.parse(order.created_date);
    if (createdAt < begin || createdAt > end) return false;
    return reference === null || order.external_reference === reference;
  });
  const limit = Math.min(Number(query.get('limit') ?? 30), habits.pageSize, 100);
  const offset = habits.isOffsetIgnored ? 0 : Number(query.get('offset') ?? 0);
  const paging = habits.hasTotal ? { total: found.length, limit, offset } : { limit, offset };
  return { status: 200, body: { data: found.slice(offset, offset + limit), paging } };
}

function read(books: BankBooks, order: BankOrder | undefined): BankResponse {
  if (!order) return problem(404, 'order_not_found');
  const { habits } = books;
  if (habits.readsBeforeCode > 0) habits.readsBeforeCode -= 1;
  return { status: 200, body: shown(books, order) };
}

function cancel(order: BankOrder): BankResponse {
  if (order.status === 'canceled') return problem(409, 'order_already_cancelled');
  if (!isPayable(order)) return problem(409, 'cannot_cancel_order');
  moveOrder(order, 'canceled', 'canceled', new Date());
  return { status: 200, body: order, changed: order };
}

function refund({ habits }: BankBooks, order: BankOrder): BankResponse {
  if (order.status === 'refunded') return problem(409, 'order_already_refunded');
  const isPending = order.transactions.refunds?.some(({ status }) => status === 'processing');
  if (order.status !== 'processed' || isPending) return problem(409, 'cannot_refund_order');
  const isDone = habits.refunds === 'at_once';
  addRefund(order, centsOf(order.total_amount), isDone ? 'processed' : 'processing');
  if (isDone) moveOrder(order, 'refunded', 'refunded', new Date());
  const { id, status, status_detail, transactions } = order;
  const body = { id, status, status_detail, transactions: { refunds: transactions.refunds } };
  return isDone ? { status: 201, body, changed: order } : { status: 201, body };
}

function shown({ habits }: BankBooks, order: BankOrder): unknown {
  if (habits.readsBeforeCode === 0) return order;
  const [payment] = order.transactions.payments;
  const { id, type } = payment.payment_method;
  const bare = { ...payment, status: 'processing', status_detail: 'in_process', payment_method: { id, type } };
  return { ...order, status: 'processing', status_detail: 'in_process', transactions: { payments: [bare] } };
}

function paymentMethods({ habits }: BankBooks): unknown {
  const pix = { id: 'pix', name: 'PIX', payment_type_id: 'bank_transfer', status: 'active', min_allowed_amount: 0.01 };
  const visa = { id: 'visa', name: 'Visa', payment_type_id: 'credit_card', status: 'active', min_allowed_amount: 0.5 };
  return habits.isPixActive ? [visa, pix] : [visa];
}

/** Has both error shapes: the document's and that of the Orders page. */
function problem(status: number, code: string): BankResponse {
  const message = `The request was refused: ${code}`;
  return { status, body: { status, error: code, message, errors: [{ code, message }] } };
}

function orderIn({ orders }: BankBooks, url: URL): BankOrder | undefined {
  return orders.get(url.pathname.split('/')[3] ?? '');
}

function durationMs(duration: string): number {
  const [, days = '0', hours = '0', minutes = '0'] = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/.exec(duration) ?? [];
  return ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * MINUTE_MS;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const MINUTE_MS = 60_000;
