import * as fc from 'fast-check';
import { insertActivationKeys } from '#db/queries/keys/activation-keys.ts';
import { findPurchaseByIdempotencyKey } from '#db/queries/purchases/purchases.ts';
import { showPurchase } from '#src/domain/buyers/show-purchase.ts';
import { fingerprint } from '#src/domain/ids.ts';
import { deliverAllWaitingKeys } from '#src/domain/keys/key-delivery.ts';
import { checkPaymentStatus } from '#src/domain/payments/open-charge.ts';
import type { BankChargeState } from '#src/domain/payments/pix-provider.ts';
import { pollDuePurchases } from '#src/domain/payments/polling/poll.ts';
import { reconcileAccounts } from '#src/domain/payments/reconciling/reconcile-accounts.ts';
import { refundSale } from '#src/domain/payments/refunds/refund.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import { processDeliveries, receiveWebhook } from '#src/domain/payments/webhooks.ts';
import { verifySale } from '#src/domain/sales/sale-actions.ts';
import { deliverDueMail } from '#src/domain/upkeep/deliver-mail.ts';
import { answerWithdrawal } from '#src/domain/withdrawals/answer-withdrawal.ts';
import { cancelWithdrawal, withdraw } from '#src/domain/withdrawals/request-withdrawal.ts';
import { retryWithdrawals } from '#src/domain/withdrawals/retry-withdrawals.ts';
import type { CallFate, MemoryCharge, RefundFate } from '../banks/memory-bank.ts';
import { COUPON, type Ordered, OWNER, PRODUCTS, type Product, passTime, type World } from './payment-world.ts';

/** `at` selects one of the orders so far; without any the step does nothing. */
export type Step =
  | { do: 'order'; products: readonly [Product, ...Product[]]; coupon: boolean; fate: CallFate }
  | { do: 'order_again'; at: number; fate: CallFate }
  | { do: 'pay'; at: number; sum: 'full' | 'short' }
  | { do: 'bank'; at: number; act: 'reject' | 'expire' | 'give_back' | 'dispute' | 'dispute_won' | 'dispute_lost' }
  | { do: 'notify'; at: number; times: number; isRepeated: boolean }
  | { do: 'poll'; at: number }
  | { do: 'verify'; at: number }
  | { do: 'refund'; at: number; fate: RefundFate }
  | { do: 'withdraw'; at: number; fate: RefundFate; isReviewed: boolean }
  | { do: 'cancel_withdrawal'; at: number }
  | { do: 'answer_withdrawal'; at: number; decision: 'approve' | 'refuse'; fate: RefundFate }
  | { do: 'finish_refund'; at: number; state: 'done' | 'refused' }
  | { do: 'round'; dies: boolean }
  | { do: 'storm'; at: number }
  | { do: 'compare' }
  | { do: 'restart' }
  | { do: 'wait'; ms: number }
  | { do: 'trouble'; kind: 'away' | 'late' | 'none' }
  | { do: 'keys' };

const BUYER = 'ana@exemplo.com.br';
const FATES: CallFate[] = ['fine', 'refused', 'away', 'lost', 'died_before', 'died_after'];
const MINUTE = 60_000;
const WAITS = [1_000, 20_000, 10 * MINUTE, 65 * MINUTE, 121 * MINUTE, 25 * 60 * MINUTE, -5 * MINUTE];
const at = fc.nat(4);
const anyProduct = fc.constantFrom(...PRODUCTS);

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      products: fc
        .tuple(anyProduct, fc.array(anyProduct, { maxLength: 4, size: 'max' }))
        .map(([first, others]): [Product, ...Product[]] => [first, ...others]),
      coupon: fc.boolean(),
      fate: fc.oneof(
        { weight: 3, arbitrary: fc.constant('fine' as const) },
        { weight: 1, arbitrary: fc.constantFrom(...FATES) },
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('order_again' as const), at, fate: fc.constantFrom(...FATES) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      at,
      sum: fc.constantFrom('full', 'full', 'full', 'short'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('bank' as const),
      at,
      act: fc.constantFrom('reject', 'expire', 'give_back', 'dispute', 'dispute', 'dispute_won', 'dispute_lost'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('notify' as const),
      at,
      times: fc.integer({ min: 1, max: 3 }),
      isRepeated: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('poll' as const), at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('verify' as const), at }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      at,
      fate: fc.constantFrom<RefundFate>(...FATES, 'fine', 'pending', 'pending'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('withdraw' as const),
      at,
      fate: fc.constantFrom<RefundFate>(...FATES, 'fine', 'pending', 'refused'),
      isReviewed: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel_withdrawal' as const), at }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('answer_withdrawal' as const),
      at,
      decision: fc.constantFrom('approve', 'refuse'),
      fate: fc.constantFrom<RefundFate>(...FATES, 'fine', 'pending'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('finish_refund' as const), at, state: fc.constantFrom('done', 'refused') }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('round' as const), dies: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('storm' as const), at }) },
  { weight: 1, arbitrary: fc.constant({ do: 'compare' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(...WAITS) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('trouble' as const),
      kind: fc.constantFrom('away', 'late', 'none', 'none'),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'keys' as const }) },
);

/** A process that dies is replaced by a new one. */
export async function perform(world: World, step: Step): Promise<void> {
  const death = world.bank.death();
  const ended = await Promise.race([happen(world, step), death]);
  Object.assign(world.bank.next, { create: 'fine', refund: 'fine', read: 'fine' });
  if (ended === 'died') await world.restart();
  await recordNewOrder(world);
}

export async function round({ shop }: World): Promise<void> {
  await Promise.all([
    processDeliveries(shop),
    pollDuePurchases(shop),
    deliverAllWaitingKeys(shop),
    deliverDueMail(shop),
    retryWithdrawals(shop),
  ]);
}

async function happen(world: World, step: Step): Promise<void> {
  if (step.do === 'order') return order(world, step);
  if ('at' in step) {
    const ordered = world.orders[step.at % Math.max(1, world.orders.length)];
    return ordered && happenTo(world, ordered, step);
  }
  const { shop, bank } = world;
  switch (step.do) {
    case 'round':
      if (step.dies) bank.next.read = 'died_before';
      return round(world);
    case 'compare':
      await reconcileAccounts(shop);
      return;
    case 'restart':
      return world.restart();
    case 'wait':
      passTime(world, step.ms);
      return;
    case 'trouble':
      bank.isAway = step.kind === 'away';
      bank.lag(step.kind === 'late');
      world.hadTrouble ||= step.kind !== 'none';
      return;
    case 'keys':
      return addKey(world);
  }
}

async function happenTo(world: World, ordered: Ordered, step: Extract<Step, { at: number }>): Promise<void> {
  const { shop, bank } = world;
  const charge = bank.charges.get(ordered.reference);
  switch (step.do) {
    case 'order_again':
      return orderAgain(world, ordered, step.fate);
    case 'pay':
      return charge && ordered.hasCode ? pay(charge, step.sum, new Date(world.now)) : undefined;
    case 'bank':
      return charge && act(charge, step.act);
    case 'notify':
      return notify(world, ordered, step);
    case 'poll':
      return poll(world, ordered);
    case 'verify':
      await verifySale(shop, OWNER, ordered.id);
      return;
    case 'refund':
      bank.next.refund = step.fate;
      await unlessRefused(refundSale(shop, OWNER, ordered.id));
      return;
    case 'withdraw': {
      bank.next.refund = step.fate;
      // The third of a buyer waits for the owner; `review` alone needs a use.
      const request = { email: BUYER, reason: null };
      if (step.isReviewed) await countUse(world, ordered.id);
      const settings = { ...shop.settings, withdrawal: step.isReviewed ? 'review' : 'automatic' } as const;
      await unlessRefused(withdraw({ ...shop, settings }, ordered.id, request));
      return;
    }
    case 'cancel_withdrawal':
      await unlessRefused(cancelWithdrawal(shop, ordered.id, { email: BUYER }));
      return;
    case 'answer_withdrawal': {
      bank.next.refund = step.fate;
      const { decision } = step;
      const answer = decision === 'approve' ? { decision } : { decision, reason: 'O plugin foi usado em um trabalho.' };
      await unlessRefused(answerWithdrawal(shop, OWNER, ordered.id, answer));
      return;
    }
    case 'finish_refund':
      return charge && finishRefunds(charge, step.state);
    case 'storm':
      return storm(world, ordered);
  }
}

async function countUse({ shop }: World, id: string): Promise<void> {
  await shop.db.updateTable('purchaseItems').set({ downloadCount: 1 }).where('id', '=', id).execute();
}

async function order(world: World, { products, coupon, fate }: Extract<Step, { do: 'order' }>): Promise<void> {
  const ordered = {
    key: `order-${world.keys}-${world.now}`,
    products,
    coupon,
    hasCode: false,
    placedAt: world.now,
    id: '',
    reference: '',
  };
  world.keys += 1;
  world.orders.push(ordered);
  world.bank.next.create = fate;
  await place(world, ordered);
}

/** Waits 15 s, longer than the former call can last. */
async function orderAgain(world: World, ordered: Ordered, fate: CallFate): Promise<void> {
  world.now = Math.max(world.now, ordered.placedAt) + 15_000;
  world.bank.next.create = fate;
  await place(world, ordered);
}

async function place({ shop }: World, ordered: Ordered): Promise<void> {
  const buyer = { customerName: 'Ana Conceição', customerEmail: BUYER, paymentMethod: 'pix' } as const;
  const couponCode = ordered.coupon ? COUPON : null;
  const [productId, ...furtherProductIds] = ordered.products;
  const response = await unlessRefused(
    startPayment(
      shop,
      { ...buyer, productId, furtherProductIds, couponCode },
      { idempotencyKey: ordered.key, clientNetwork: '' },
    ),
  );
  if (response) ordered.hasCode = true;
}

/** An order refused at once does not count. */
async function recordNewOrder(world: World): Promise<void> {
  const latest = world.orders.at(-1);
  if (!latest || latest.id) return;
  const row = await findPurchaseByIdempotencyKey(world.shop.db, fingerprint(latest.key));
  if (row) Object.assign(latest, { id: row.id, reference: row.providerReference });
  else world.orders.pop();
}

function pay(charge: MemoryCharge, sum: 'full' | 'short', now: Date): void {
  const isOpen = ['waiting', 'expired', 'cancelled'].includes(charge.state);
  const isShort = charge.state === 'paid' && (charge.paidCents ?? 0) < charge.request.amountCents;
  if (!isOpen && !isShort) return;
  const paidCents = sum === 'full' ? charge.request.amountCents : charge.request.amountCents - 1;
  Object.assign(charge, { state: 'paid', paidCents, paidAt: now });
}

function act(charge: MemoryCharge, what: Extract<Step, { do: 'bank' }>['act']): void {
  const { from, to } = ACTS[what];
  if (from.includes(charge.state)) charge.state = to;
}

const ACTS: Record<Extract<Step, { do: 'bank' }>['act'], { from: BankChargeState[]; to: BankChargeState }> = {
  reject: { from: ['waiting'], to: 'rejected' },
  expire: { from: ['waiting'], to: 'expired' },
  give_back: { from: ['paid', 'disputed'], to: 'refunded' },
  dispute: { from: ['paid'], to: 'disputed' },
  dispute_won: { from: ['disputed'], to: 'paid' },
  dispute_lost: { from: ['disputed'], to: 'refunded' },
};

export function finishRefunds(charge: MemoryCharge, state: 'done' | 'refused'): void {
  for (const [name, known] of charge.refunds) {
    if (known !== 'pending') continue;
    charge.refunds.set(name, state);
    if (state === 'done') charge.state = 'refunded';
  }
}

async function notify(
  world: World,
  { reference }: Ordered,
  { times, isRepeated }: { times: number; isRepeated: boolean },
): Promise<void> {
  if (!isRepeated) world.webhooks += 1;
  const call = { url: new URL('http://shop/'), headers: new Headers(), secret: null };
  const body = `${world.webhooks}-${reference} ${reference}`;
  await Promise.all(Array.from({ length: times }, () => receiveWebhook(world.shop, 'memory', { ...call, body })));
}

async function poll({ shop }: World, { id }: Ordered): Promise<void> {
  const { transactionId } = await showPurchase(shop, id);
  await checkPaymentStatus(shop, transactionId ?? '', '');
}

async function storm(world: World, ordered: Ordered): Promise<void> {
  const once = { times: 1, isRepeated: false };
  await Promise.all([notify(world, ordered, once), poll(world, ordered), round(world)]);
  await Promise.all([round(world), poll(world, ordered), reconcileAccounts(world.shop), round(world)]);
}

async function addKey(world: World): Promise<void> {
  world.keys += 1;
  const createdAt = new Date(world.now).toISOString();
  const key = { id: `added-${world.keys}`, productId: 'with-keys', key: `ADDED-${world.keys}`, createdAt };
  await insertActivationKeys(world.shop.db, [key]);
}

/** Refusals are expected; anything else is a defect. */
async function unlessRefused<Answer>(request: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof Error && 'kind' in error) return undefined;
    throw error;
  }
}
