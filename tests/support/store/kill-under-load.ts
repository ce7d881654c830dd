import { setTimeout as wait } from 'node:timers/promises';
import { insertActivationKeys } from '#db/queries/keys/activation-keys.ts';
import type { PaymentCreated } from '#src/wire/purchases/checkout.ts';
import type { SaleDetails } from '#src/wire/sales/sales.ts';
import { type Client, login, openClient } from '../calls/client.ts';
import { actAtSandbox, order } from '../purchases/buy.ts';
import { scaled } from '../scale.ts';
import { pollAll } from '../worlds/expect-nothing-lost.ts';
import type { Store } from './store.ts';

export type Acknowledged = { ordered: Set<string>; paid: Set<string>; refunded: Set<string> };

type Kills = { kills: number; buyers: number; withinMs: number; lookAroundMs?: number };

type Load = {
  buyers: number;
  keys: number;
  lookAroundMs?: number;
  trouble(acknowledged: Acknowledged): Promise<void>;
};

type LoadRun = { acknowledged: Acknowledged; lost: number; reverted: number };

const PRODUCTS = ['lote', 'grade-cinema'];
/** An affiliate's coupon, so that each sale has a commission. */
const COUPON = 'MARINA10';
/** Buyers look around before they buy: more sales would keep the machine busy, and show nothing else. */
const LOOK_AROUND_MS = scaled(400, 0);
/** Sixteen clients retrying without a pause would block the restart. */
const AWAY_MS = 250;

/** Kills the process at random, `kills` times or until `withinMs` is over, while buyers order and pay. */
export async function killUnderLoad(
  store: Store,
  { kills, buyers, withinMs, lookAroundMs = LOOK_AROUND_MS }: Kills,
): Promise<LoadRun & { returnsMs: number[] }> {
  const returnsMs: number[] = [];
  const killAtRandom = async () => {
    const endAt = performance.now() + withinMs;
    while (returnsMs.length < kills && (returnsMs.length === 0 || performance.now() < endAt)) {
      await wait(100 + Math.random() * 900);
      await store.kill();
      const startedAt = performance.now();
      await store.restart();
      returnsMs.push(performance.now() - startedAt);
    }
  };
  const keys = (lookAroundMs > 0 ? 300 : 1_000) * (kills + 1);
  const load = { buyers, keys, lookAroundMs, trouble: killAtRandom };
  return { ...(await sellDuring(store, load)), returnsMs };
}

/** Buyers order, pay and are refunded until the trouble is over; then what they were told is compared with the books. */
export async function sellDuring(store: Store, { buyers, keys, lookAroundMs = 0, trouble }: Load): Promise<LoadRun> {
  await addKeys(store, keys);
  const owner = await login(store);
  const acknowledged: Acknowledged = { ordered: new Set(), paid: new Set(), refunded: new Set() };
  const closing = new AbortController();
  const lanes = Array.from({ length: buyers }, () =>
    buyOn({ client: openClient(store.url), owner, lookAroundMs }, acknowledged, closing.signal),
  );
  try {
    await trouble(acknowledged);
    // Continues until a payment was acknowledged, even on a slow machine.
    while (acknowledged.paid.size === 0) await wait(50);
  } finally {
    closing.abort();
    await Promise.all(lanes);
  }
  await settleTheRest(store);
  return { acknowledged, ...(await compare(store, acknowledged)) };
}

/** The demo sales are left out. */
export async function sandboxSide(store: Store) {
  const charges = await store
    .database()
    .selectFrom('sandboxCharges')
    .innerJoin('purchases', 'purchases.providerReference', 'sandboxCharges.reference')
    .select(['reference', 'state', 'paidAt'])
    .where('idempotencyKeyHash', 'is not', null)
    .execute();
  const refunded = new Set(charges.flatMap(({ state, reference }) => (state === 'refunded' ? reference : [])));
  return {
    name: 'sandbox' as const,
    paid: () => charges.flatMap(({ paidAt, reference }) => (paidAt === null ? [] : reference)),
    refunds: (reference: string) => (refunded.has(reference) ? 1 : 0),
  };
}

/** So many for each product. */
async function addKeys(store: Store, count: number): Promise<void> {
  const createdAt = new Date().toISOString();
  for (const productId of PRODUCTS) {
    for (let first = 0; first < count; first += 1_000) {
      const keys = Array.from({ length: Math.min(1_000, count - first) }, (_, at) => `KILL-${productId}-${first + at}`);
      const rows = keys.map((key) => ({ id: key, productId, key, createdAt }));
      await insertActivationKeys(store.database(), rows);
    }
  }
}

type Buyer = { client: Client; owner: Client; lookAroundMs: number };

async function buyOn(
  { client, owner, lookAroundMs }: Buyer,
  acknowledged: Acknowledged,
  closing: AbortSignal,
): Promise<void> {
  for (let turn = 0; !closing.aborted; turn += 1) {
    await wait(2 * lookAroundMs * Math.random());
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const wanted = { productId: PRODUCTS[turn % 2] ?? '', couponCode: COUPON };
    const created = await untilDone(closing, async () => {
      const response = await order(client, wanted, headers);
      return response.status === 200 ? response.json<PaymentCreated>() : undefined;
    });
    if (!created) return;
    const { purchaseId, transactionId } = created;
    acknowledged.ordered.add(purchaseId);
    const isPaid = await untilDone(closing, () => actAtSandbox(client, transactionId, 'pay').then(() => true));
    if (isPaid) acknowledged.paid.add(purchaseId);
    if (turn % 10 !== 9) continue;
    const sale = await untilDone(closing, async () => {
      const response = await owner.post(`/api/admin/purchases/${purchaseId}/refund`);
      return response.status < 500 ? response.json<Partial<SaleDetails>>() : undefined;
    });
    if (sale?.paymentStatus === 'REFUNDED') acknowledged.refunded.add(purchaseId);
  }
}

async function untilDone<Result>(
  closing: AbortSignal,
  act: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  while (!closing.aborted) {
    const result = await act().catch(() => undefined);
    if (result !== undefined) return result;
    await wait(AWAY_MS);
  }
  return undefined;
}

async function settleTheRest(store: Store): Promise<void> {
  await pollAll(store);
  const deadline = Date.now() + 240_000;
  for (;;) {
    const open = await store
      .database()
      .selectFrom('purchases')
      .innerJoin('sandboxCharges', 'sandboxCharges.reference', 'purchases.providerReference')
      .select('purchases.id')
      .where((row) =>
        row.or([
          row.and([row('purchases.status', '=', 'PENDING'), row('sandboxCharges.paidAt', 'is not', null)]),
          row.and([row('purchases.status', '=', 'COMPLETED'), row('refundRequestedAt', 'is not', null)]),
        ]),
      )
      .execute();
    if (open.length === 0) return;
    if (Date.now() > deadline) throw new Error(`${open.length} purchases were not settled by the store itself.`);
    await wait(200);
  }
}

async function compare(store: Store, { ordered, paid, refunded }: Acknowledged) {
  const rows = await store.database().selectFrom('purchases').select(['id', 'status']).execute();
  const statuses = new Map(rows.map(({ id, status }) => [id, status]));
  const isSold = (id: string) => statuses.get(id) === 'COMPLETED' || statuses.get(id) === 'REFUNDED';
  return {
    lost: [...ordered].filter((id) => !statuses.has(id)).length,
    reverted:
      [...paid].filter((id) => !isSold(id)).length +
      [...refunded].filter((id) => statuses.get(id) !== 'REFUNDED').length,
  };
}
