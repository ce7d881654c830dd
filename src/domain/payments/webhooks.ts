import {
  claimSubject,
  type DueSubject,
  deleteOldDeliveries,
  failSubject,
  finishSubject,
  insertDelivery,
  listDueSubjects,
} from '#db/queries/payments/webhook-inbox.ts';
import { inTransaction } from '#db/transactions.ts';
import { DAY_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import type { Done } from '#src/wire/purchases/purchases.ts';
import { publishAfterCommit } from '../events.ts';
import { notFound, type Refusal, refusal } from '../refusals.ts';
import { runConcurrently } from '../run-concurrently.ts';
import type { Shop } from '../shop.ts';
import { listBanks } from './bank-accounts.ts';
import type { Delivery, PixProvider, WebhookCall, WebhookReading } from './pix-provider.ts';
import { isBankPaused } from './polling/bank-pause.ts';
import { settlePayment } from './settle.ts';

/** Stores the delivery and responds at once; the worker then polls the bank. */
export async function receiveWebhook(shop: Shop, provider: string | undefined, call: WebhookCall): Promise<Done> {
  const reading = await readWebhook(shop, provider, call);
  if (reading.outcome === 'genuine') await store(shop, provider ?? '', reading.deliveries);
  else if (reading.outcome !== 'ignored') {
    shop.log.warn({ provider, outcome: reading.outcome }, 'a webhook was refused');
    throw REFUSALS[reading.outcome]();
  }
  return { success: true, message: 'Recebido.' };
}

/** The account may have been chosen a moment ago, by a process that this one has not heard of yet. */
async function readWebhook(shop: Shop, provider: string | undefined, call: WebhookCall): Promise<WebhookReading> {
  const read = () => {
    const banks = listBanks(shop).filter(({ name }) => name === provider);
    return readByAnyAccount(banks, call);
  };
  const reading = read();
  if (reading.outcome !== 'unknown' && reading.outcome !== 'forged') return reading;
  await shop.liveBanks.refresh();
  return read();
}

/** Accounts of one provider share the address and differ by their secret. */
function readByAnyAccount(banks: PixProvider[], call: WebhookCall): WebhookReading {
  const readings = banks.map((bank) => bank.readWebhook(call));
  const [first = { outcome: 'unknown' as const }] = readings;
  return readings.find(({ outcome }) => outcome === 'genuine' || outcome === 'ignored') ?? first;
}

export async function processDeliveries(shop: Shop, stopping?: AbortSignal): Promise<number> {
  let failures = 0;
  return runConcurrently({
    atOnce: AT_ONCE,
    list: (underWay) => listDue(shop, underWay + CHUNK),
    keyOf: ({ provider, subject }) => `${provider} ${subject}`,
    isOver: () => stopping?.aborted === true || failures >= ENOUGH_FAILURES,
    async work(due) {
      failures = (await processOrRetry(shop, due)) ? 0 : failures + 1;
    },
  });
}

async function listDue(shop: Shop, limit: number): Promise<DueSubject[]> {
  const paused: string[] = [];
  for (const bank of listBanks(shop)) if (await isBankPaused(shop, bank)) paused.push(bank.accountId);
  return listDueSubjects(shop.db, { now: shop.clock.now().toISOString(), paused }, limit);
}

/** Banks send webhooks again for days, not for months. */
export async function pruneDeliveries(shop: Shop): Promise<void> {
  await deleteOldDeliveries(shop.db, new Date(shop.clock.now().getTime() - KEPT_MS).toISOString());
}

async function store(shop: Shop, provider: string, deliveries: Delivery[]): Promise<void> {
  const now = shop.clock.now().toISOString();
  await inTransaction(shop.db, async (tx) => {
    for (const { dedup, subject } of deliveries) {
      const isFirst = await insertDelivery(tx, {
        provider,
        dedup: `${provider}|${dedup}`,
        resourceId: subject,
        state: 'waiting',
        attempts: 0,
        nextAttemptAt: now,
        receivedAt: now,
      });
      if (isFirst) publishAfterCommit(tx, shop, 'inbox');
    }
  });
}

async function processOrRetry(shop: Shop, due: DueSubject): Promise<boolean> {
  try {
    return await processDelivery(shop, due);
  } catch (error) {
    shop.log.error(
      { webhook: due.lastId, code: errorCode(error, 'unknown') },
      'a webhook could not be processed and will be retried',
    );
    return false;
  }
}

/** The charge may not be stored yet, or the bank may be down. */
async function processDelivery(shop: Shop, due: DueSubject): Promise<boolean> {
  const { db, clock } = shop;
  const inMs = (ms: number) => new Date(clock.now().getTime() + ms).toISOString();
  const isOurs = await claimSubject(db, due, {
    now: inMs(0),
    nextAttemptAt: inMs(Math.max(LEASE_MS, pauseMs(due.attempts))),
  });
  if (!isOurs) return true;
  const result = due.purchaseId ? await settlePayment(shop, due.purchaseId, 'webhook') : 'unknown';
  const isProcessed = result !== 'unknown' && result !== 'unavailable';
  if (isProcessed) await finishSubject(db, due);
  else {
    const nextAttemptAt = inMs(pauseMs(due.attempts));
    await failSubject(db, due, { reason: result, nextAttemptAt, most: MAXIMUM_ATTEMPTS });
  }
  return result !== 'unavailable';
}

function pauseMs(attempts: number): number {
  return Math.min(2_000 * 2 ** attempts, 30 * MINUTE_MS);
}

/** Outlasts the bank's response, so that no other process polls the same charge meanwhile. */
const LEASE_MS = 30_000;
const AT_ONCE = 8;
const CHUNK = 16;
const ENOUGH_FAILURES = 8;
const MAXIMUM_ATTEMPTS = 16;
const KEPT_MS = 60 * DAY_MS;

const REFUSALS: Record<'forged' | 'unknown' | 'malformed', () => Refusal> = {
  forged: () => refusal('unauthenticated', 'bad_signature', 'A assinatura deste aviso não confere.'),
  unknown: unknownAddress,
  malformed: () => refusal('malformed', 'malformed_body', 'Não foi possível ler este aviso.'),
};

function unknownAddress(): Refusal {
  return notFound('Não há nada neste endereço.');
}
