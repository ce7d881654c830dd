import { setTimeout as wait } from 'node:timers/promises';
import { PIX_KEY, WEBHOOK_SECRET } from './api-pix.ts';
import { type FakeApiPix, startFakeApiPix } from './fake-api-pix.ts';
import { type FakeMercadoPago, openFakeMercadoPago } from './fake-mercado-pago.ts';
import type { BankOrder } from './mercado-pago-orders.ts';
import { postWebhook } from './mercado-pago-webhooks.ts';

type BankCall = 'create' | 'read' | 'refund' | 'check';

/** The same acts for both banks. Only `notify` sends a webhook. */
export type BankSide = {
  name: 'mercadopago' | 'pix';
  settings: Record<string, string>;
  /** Pays the full price by default. */
  pay(reference: string, cents?: number): Promise<void>;
  giveBack(reference: string): Promise<void>;
  dispute(reference: string, stage: 'opened' | 'won' | 'lost'): Promise<void>;
  holdRefunds(): void;
  finishRefund(reference: string): Promise<void>;
  refunds(reference: string): number;
  /** Changes currency and receiver in the bank's responses. */
  falsify(reference: string): void;
  notify(storeUrl: string, reference: string): Promise<number | null>;
  forge(storeUrl: string, reference: string): Promise<number | null>;
  breakDown(how: 'slow' | 'broken' | 'lost'): void;
  repair(): void;
  charges(): number;
  /** The references of paid charges, refunded ones included. */
  paid(): string[];
  /** Leaves the next call unanswered, before or after processing it. Resolves when it arrives. */
  hold(act: BankCall, when: 'before' | 'after'): Promise<void>;
  close(): Promise<void>;
};

export async function openMercadoPagoSide(): Promise<BankSide> {
  const bank = await openFakeMercadoPago();
  const address = (storeUrl: string) => `${storeUrl}/api/webhooks/mercadopago`;
  return {
    name: 'mercadopago',
    settings: {
      PAYMENT_PROVIDER: 'mercadopago',
      MERCADOPAGO_ACCESS_TOKEN: bank.accessToken,
      MERCADOPAGO_WEBHOOK_SECRET: bank.webhookSecret,
      MERCADOPAGO_API_URL: bank.url,
    },
    pay: bank.pay,
    giveBack: bank.refund,
    dispute: (reference, stage) => bank.chargeBack(reference, MERCADO_PAGO_STAGES[stage]),
    holdRefunds() {
      bank.habits.refunds = 'pending';
    },
    finishRefund: bank.finishRefund,
    refunds: (reference) => bank.order(reference).transactions.refunds?.length ?? 0,
    falsify: (reference) => bank.alter(reference, { currency: 'ARS' }),
    notify: (storeUrl, reference) => postWebhook(bank.sign(reference, address(storeUrl))),
    forge: (storeUrl, reference) => postWebhook(bank.sign(reference, address(storeUrl), { secret: 'another secret' })),
    breakDown: (how) => breakMercadoPago(bank, how),
    repair: bank.faults.clear,
    charges: () => bank.orders().length,
    paid: () => bank.orders().flatMap((order) => (isPaid(order) ? order.external_reference : [])),
    async hold(act, when) {
      const before = bank.calls.length;
      const held = act === 'check' ? 'methods' : act;
      bank.faults.next(held, { kind: 'slow', when, ms: 120_000 });
      await until(() => bank.calls.slice(before).some((call) => call.act === held));
    },
    close: bank.close,
  };
}

function isPaid({ status }: BankOrder): boolean {
  return ['processed', 'refunded', 'charged_back'].includes(status);
}

const MERCADO_PAGO_STAGES = { opened: 'in_process', won: 'reimbursed', lost: 'settled' } as const;

function breakMercadoPago(bank: FakeMercadoPago, how: 'slow' | 'broken' | 'lost'): void {
  for (const act of ['create', 'search', 'read'] as const) {
    if (how === 'slow') bank.faults.always(act, { kind: 'slow', when: 'before', ms: 60_000 });
    if (how === 'broken') bank.faults.always(act, { kind: 'answer', when: 'before', status: 503 });
  }
  if (how === 'lost') bank.faults.next('create', { kind: 'reset', when: 'after' });
}

export async function openApiPixSide(): Promise<BankSide> {
  const bank = await startFakeApiPix({ pixKey: PIX_KEY });
  const post = async (storeUrl: string, secret: string, reference: string) =>
    bank.notify(`${storeUrl}/api/webhooks/pix/${secret}`, [reference]).catch(() => null);
  const refundsOf = (reference: string) => bank.charges.get(reference)?.pix?.[0]?.devolucoes ?? [];
  return {
    name: 'pix',
    settings: {
      PAYMENT_PROVIDER: 'pix',
      PIX_API_URL: bank.url,
      PIX_OAUTH_URL: bank.tokenUrl,
      PIX_CLIENT_ID: 'loja',
      PIX_CLIENT_SECRET: 'segredo',
      PIX_KEY,
      PIX_WEBHOOK_SECRET: WEBHOOK_SECRET,
    },
    async pay(reference, cents) {
      bank.pay(reference, cents === undefined ? undefined : (cents / 100).toFixed(2));
    },
    async giveBack(reference) {
      bank.refund(reference, { status: 'DEVOLVIDO' });
    },
    async dispute(reference, stage) {
      const claim = refundsOf(reference).find(({ natureza }) => natureza === 'MED_FRAUDE');
      bank.refund(reference, { id: claim?.id, status: API_PIX_STAGES[stage], natureza: 'MED_FRAUDE' });
    },
    holdRefunds: bank.holdRefunds,
    async finishRefund(reference) {
      for (const { id } of refundsOf(reference)) bank.refund(reference, { id, status: 'DEVOLVIDO' });
    },
    refunds: (reference) => refundsOf(reference).length,
    falsify(reference) {
      const charge = bank.charges.get(reference);
      if (charge) charge.chave = 'chave-de-outra-conta';
    },
    notify: (storeUrl, reference) => post(storeUrl, WEBHOOK_SECRET, reference),
    forge: (storeUrl, reference) => post(storeUrl, 'outro-caminho-secreto', reference),
    breakDown: (how) => breakApiPix(bank, how),
    repair: bank.repair,
    charges: () => bank.charges.size,
    paid: () => [...bank.charges.values()].flatMap(({ txid, pix }) => (pix?.length ? txid : [])),
    async hold(act, when) {
      const before = bank.calls.length;
      const call = API_PIX_CALLS[act];
      bank.fail([when === 'before' ? { kind: 'slow', ms: 120_000 } : { kind: 'held' }], call);
      await until(() => bank.calls.slice(before).some((name) => call.test(name)));
    },
    close: bank.close,
  };
}

const API_PIX_CALLS: Record<BankCall, RegExp> = {
  create: /^PUT \/cob/,
  read: /^GET \/cob/,
  refund: /^PUT .*devolucao/,
  check: /^GET \/webhook/,
};

const API_PIX_STAGES = { opened: 'EM_PROCESSAMENTO', won: 'NAO_REALIZADO', lost: 'DEVOLVIDO' } as const;

function breakApiPix(bank: FakeApiPix, how: 'slow' | 'broken' | 'lost'): void {
  const many = <Fault>(fault: Fault) => Array.from({ length: 500 }, () => fault);
  if (how === 'slow') bank.fail(many({ kind: 'slow', ms: 60_000 }), /cob/);
  if (how === 'broken') bank.fail(many({ kind: 'status', status: 503 }), /cob/);
  if (how === 'lost') bank.fail([{ kind: 'lost' }], /^PUT \/cob/);
}

async function until(isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + 40_000;
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error('The store did not call its bank.');
    await wait(5);
  }
}
