import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Fault, type FaultSwitches, inflict, openFaultQueue } from './faults.ts';
import { closeServer, listenAnywhere, readBody } from './http.ts';
import { type BankBooks, newBooks } from './mercado-pago-books.ts';
import { type BankResponse, respondToCall } from './mercado-pago-calls.ts';
import { addRefund, type BankOrder, centsOf, moveOrder, payOrder } from './mercado-pago-orders.ts';
import {
  openWebhookQueue,
  type SignedWebhook,
  signWebhook,
  type WebhookOptions,
  type WebhookQueue,
} from './mercado-pago-webhooks.ts';

export type BankAct = 'create' | 'read' | 'search' | 'cancel' | 'refund' | 'methods';

export type FakeMercadoPago = {
  url: string;
  accessToken: string;
  webhookSecret: string;
  webhookUrl: string | null;
  faults: FaultSwitches<BankAct>;
  webhooks: WebhookQueue;
  habits: BankBooks['habits'];
  calls: ReceivedCall[];
  orders(): BankOrder[];
  order(reference: string): BankOrder;
  /** It may come after the expiry, too; it is the full price by default. */
  pay(reference: string, paidCents?: number): Promise<void>;
  expire(reference: string): Promise<void>;
  /** A refused payment. */
  fail(reference: string): Promise<void>;
  refund(reference: string): Promise<void>;
  refundPartly(reference: string, cents: number): Promise<void>;
  finishRefund(reference: string): Promise<void>;
  chargeBack(reference: string, stage: 'in_process' | 'settled' | 'reimbursed'): Promise<void>;
  bend(how: (body: unknown) => unknown): void;
  keep(...orders: BankOrder[]): void;
  /** Changes an order without a webhook. */
  alter(reference: string, change: Partial<BankOrder>): void;
  sign(reference: string, webhookUrl: string, options?: WebhookOptions): SignedWebhook;
  close(): Promise<void>;
};

type ReceivedCall = { act: BankAct; path: string; idempotencyKey: string | null; body: string };

export async function openFakeMercadoPago(): Promise<FakeMercadoPago> {
  const books = newBooks();
  const faults = openFaultQueue<BankAct>();
  const webhooks = openWebhookQueue();
  const calls: ReceivedCall[] = [];
  let bent = (body: unknown) => body;

  const sendWebhook = async (order: BankOrder) => {
    if (fake.webhookUrl === null) return;
    const action = `order.${order.status}`;
    await webhooks.send(signWebhook(fake.webhookUrl, order.id, fake.webhookSecret, { action }));
  };

  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://bank');
    const body = await readBody(request);
    const act = actOf(request.method ?? 'GET', url.pathname);
    if (act) {
      const key = request.headers['x-idempotency-key'];
      calls.push({ act, path: request.url ?? '/', idempotencyKey: typeof key === 'string' ? key : null, body });
    }
    const fault = act && faults.take(act);
    if (books.habits.clockOffsetMs !== 0) {
      response.setHeader('date', new Date(Date.now() + books.habits.clockOffsetMs).toUTCString());
    }
    if (fault?.when === 'before' && (await inflict(fault, response, ''))) return;
    const answer = await respondToCall(books, act, url, body, request.headers);
    await respond(answer, fault, response);
  };

  /** The webhook of a new order may arrive before the response that contains it. */
  const respond = async (answer: BankResponse, fault: Fault | undefined, response: ServerResponse) => {
    const text = answer.body === undefined ? '' : JSON.stringify(bent(answer.body));
    if (answer.changed && books.habits.webhookFirst) await sendWebhook(answer.changed);
    const isDone = fault?.when === 'after' && (await inflict(fault, response, text));
    if (!isDone) response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
    if (answer.changed && !books.habits.webhookFirst) await sendWebhook(answer.changed);
  };

  const server = createServer((request, response) => {
    take(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });

  const change = async (reference: string, act: (order: BankOrder, now: Date) => void) => {
    const order = books.find(reference);
    act(order, new Date());
    await sendWebhook(order);
  };
  const move = (reference: string, status: string, detail: string) =>
    change(reference, (order, now) => moveOrder(order, status, detail, now));

  const fake: FakeMercadoPago = {
    url: await listenAnywhere(server),
    accessToken: books.accessToken,
    webhookSecret: 'your_secret_key_here',
    webhookUrl: null,
    faults,
    webhooks,
    habits: books.habits,
    calls,
    orders: () => [...books.orders.values()],
    order: (reference) => books.find(reference),
    pay: (reference, paidCents) =>
      change(reference, (order, now) => payOrder(order, paidCents ?? centsOf(order.total_amount), now)),
    expire: (reference) => move(reference, 'expired', 'expired'),
    fail: (reference) => move(reference, 'failed', 'failed'),
    refund: (reference) =>
      change(reference, (order, now) => {
        addRefund(order, centsOf(order.total_amount), 'processed');
        moveOrder(order, 'refunded', 'refunded', now);
      }),
    refundPartly: (reference, cents) =>
      change(reference, (order, now) => {
        addRefund(order, cents, 'processed');
        moveOrder(order, 'processed', 'partially_refunded', now);
      }),
    finishRefund: (reference) =>
      change(reference, (order, now) => {
        for (const refund of order.transactions.refunds ?? []) refund.status = 'processed';
        moveOrder(order, 'refunded', 'refunded', now);
      }),
    chargeBack: (reference, stage) => move(reference, 'charged_back', stage),
    bend(how) {
      bent = how;
    },
    keep(...orders) {
      for (const order of orders) books.orders.set(order.id, order);
    },
    alter: (reference, altered) => {
      Object.assign(books.find(reference), altered);
    },
    sign: (reference, webhookUrl, options) =>
      signWebhook(webhookUrl, books.find(reference).id, fake.webhookSecret, options),
    async close() {
      await webhooks.settled();
      await closeServer(server);
    },
  };
  return fake;
}

function actOf(method: string, path: string): BankAct | undefined {
  if (method === 'POST' && path === '/v1/orders') return 'create';
  if (method === 'GET' && path === '/v1/orders') return 'search';
  if (method === 'GET' && path === '/v1/payment_methods') return 'methods';
  if (method === 'GET' && /^\/v1\/orders\/[^/]+$/.test(path)) return 'read';
  if (method === 'POST' && /^\/v1\/orders\/[^/]+\/cancel$/.test(path)) return 'cancel';
  return method === 'POST' && /^\/v1\/orders\/[^/]+\/refund$/.test(path) ? 'refund' : undefined;
}
