import {
  claimDeliveries,
  clearFailing,
  type DueDelivery,
  disableHook,
  type EventToSend,
  listDueHooks,
  listEventsToSend,
  listKeysToSend,
  markFailing,
  recordAttempt,
  releaseDelivery,
  type Tried,
} from '#db/queries/hooks/hooks.ts';
import { deleteEventsBefore } from '#db/queries/hooks/shop-events.ts';
import type { HookRow } from '#db/tables/hooks.ts';
import { inTransaction } from '#db/transactions.ts';
import { DAY_MS, SECOND_MS } from '#src/wire/basics/durations.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { type Answer, type Attempt, isDelivered, isGone, TRIES_AFTER_SECONDS } from '#src/wire/hooks/deliveries.ts';
import { EVENT_LOG_DAYS, type ShopEvent } from '#src/wire/hooks/hook-events.ts';
import type { Shop } from '../shop.ts';
import { NEWS_DUE } from './announce-event.ts';
import { tellDisabled } from './hook-mail.ts';
import { callTo, type Receiver, readReceiver } from './receivers.ts';

/** Sends until `stopping`; a receiver that hangs holds only its own deliveries. */
export function sendHooks(shop: Shop, stopping: AbortSignal): Promise<void> {
  return sendUntil(shop, stopping, { gatherMs: GATHER_MS, isOver: () => stopping.aborted });
}

/** Sends what is due now, and returns when nothing is under way. */
export function sendDueHooks(shop: Shop, stopping: AbortSignal = new AbortController().signal): Promise<void> {
  return sendUntil(shop, stopping, { gatherMs: 0, isOver: (isIdle) => stopping.aborted || isIdle });
}

export function forgetOldEvents({ db, clock }: Shop): Promise<void> {
  return deleteEventsBefore(db, new Date(clock.now().getTime() - EVENT_LOG_DAYS * DAY_MS).toISOString());
}

type Pace = { gatherMs: number; isOver(isIdle: boolean): boolean };

async function sendUntil(shop: Shop, stopping: AbortSignal, { gatherMs, isOver }: Pace): Promise<void> {
  const underWay = new Set<Promise<void>>();
  const places = new Map<string, number>();
  let wake = () => {};
  const ring = () => wake();
  const stopped = new Promise<void>((resolve) => stopping.addEventListener('abort', () => resolve(), { once: true }));
  const unsubscribe = shop.events.subscribe(NEWS_DUE, ring);
  stopping.addEventListener('abort', ring);
  const begin = (hookId: string, sending: Promise<void>) => {
    places.set(hookId, (places.get(hookId) ?? 0) + 1);
    const ended = sending.finally(() => {
      places.set(hookId, (places.get(hookId) ?? 1) - 1);
      underWay.delete(ended);
      wake();
    });
    underWay.add(ended);
  };
  try {
    for (let isIdle = false; !isOver(isIdle); ) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const begun = await beginDue(shop, stopping, places, begin);
      isIdle = begun === 0 && underWay.size === 0;
      if (begun === 0 && !isOver(isIdle)) await atMost(POLL_MS, woken);
      // What comes at the same time is claimed and read together.
      if (gatherMs > 0 && !stopping.aborted) await atMost(gatherMs, stopped);
    }
  } finally {
    stopping.removeEventListener('abort', ring);
    unsubscribe();
    await Promise.all(underWay);
  }
}

async function atMost(ms: number, woken: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([woken, late]);
  clearTimeout(timer);
}

type Begin = (hookId: string, sending: Promise<void>) => void;

/** A receiver that fails is asked with one delivery at a time. */
async function beginDue(
  shop: Shop,
  stopping: AbortSignal,
  places: ReadonlyMap<string, number>,
  begin: Begin,
): Promise<number> {
  let begun = 0;
  for (const hook of await listDueHooks(shop.db, shop.clock.now().toISOString())) {
    const limit = (hook.failingSince === null ? AT_ONCE : 1) - (places.get(hook.id) ?? 0);
    if (limit <= 0 || stopping.aborted) continue;
    const now = shop.clock.now();
    const leaseEnd = new Date(now.getTime() + LEASE_MS).toISOString();
    const due = await claimDeliveries(shop.db, hook.id, { now: now.toISOString(), leaseEnd, limit });
    const receiver = due.length > 0 ? await readReceiver(shop, hook.id) : null;
    const events = await listEventsToSend(
      shop.db,
      due.map(({ eventId }) => eventId),
    );
    for (const delivery of due) {
      const event = events.find(({ id }) => id === delivery.eventId);
      if (event) begin(hook.id, sendOrRetry(shop, hook, receiver, { delivery, event }, stopping));
    }
    begun += due.length;
  }
  return begun;
}

async function sendOrRetry(
  shop: Shop,
  hook: HookRow,
  receiver: Receiver | null,
  { delivery, event }: { delivery: DueDelivery; event: EventToSend },
  stopping: AbortSignal,
): Promise<void> {
  try {
    const at = shop.clock.now().toISOString();
    const answer = receiver ? await send(shop, hook, receiver, event, stopping) : UNREADABLE;
    await note(shop, hook, delivery, { ...answer, at });
  } catch (error) {
    if (stopping.aborted) await releaseDelivery(shop.db, delivery.id, shop.clock.now().toISOString());
    else shop.log.error({ delivery: delivery.id, code: errorCode(error, 'unknown') }, 'an event could not be sent');
  }
}

const UNREADABLE: Answer = { status: null, failure: 'unreadable', durationMs: 0, answer: '' };

async function send(
  shop: Shop,
  { includeKeys }: HookRow,
  receiver: Receiver,
  event: EventToSend,
  stopping: AbortSignal,
): Promise<Answer> {
  const sent = toShopEvent(event);
  if (includeKeys === 1 && event.purchaseId !== null) {
    sent.data['keys'] = await listKeysToSend(shop.db, event.purchaseId);
  }
  return shop.hookCalls.post(callTo(receiver, sent, shop.clock), stopping);
}

export function toShopEvent({ id, type, createdAt, data, person, saleNumber }: EventParts): ShopEvent {
  const whole: ShopEvent['data'] = { ...JSON.parse(data), ...(person !== null && JSON.parse(person)) };
  return { id, type, createdAt, data: saleNumber === null ? whole : { number: saleNumber, ...whole } };
}

type EventParts = Pick<EventToSend, 'id' | 'type' | 'createdAt' | 'data' | 'person' | 'saleNumber'>;

async function note(shop: Shop, hook: HookRow, delivery: DueDelivery, attempt: Attempt): Promise<void> {
  const tries = delivery.tries + 1;
  const isArrived = isDelivered(attempt);
  const pause = TRIES_AFTER_SECONDS[tries];
  const attempts = [...(JSON.parse(delivery.attempts) as Attempt[]), attempt].slice(-KEPT_ATTEMPTS);
  const now = shop.clock.now();
  const tried: Tried = {
    state: isArrived ? 'done' : pause === undefined ? 'given_up' : 'waiting',
    tries,
    attempts: JSON.stringify(attempts),
    nextAttemptAt: new Date(now.getTime() + (pause ?? 0) * SECOND_MS).toISOString(),
    lastAttemptAt: attempt.at,
  };
  if (isArrived) {
    await recordAttempt(shop.db, delivery.id, tried);
    if (hook.failingSince !== null) await clearFailing(shop.db, hook.id);
    return;
  }
  await inTransaction(shop.db, async (tx) => {
    await recordAttempt(tx, delivery.id, tried);
    const failingSince = await markFailing(tx, hook.id, attempt.at);
    const isHopeless = isGone(attempt) || now.getTime() - Date.parse(failingSince) >= HOPELESS_MS;
    if (isHopeless && (await disableHook(tx, hook.id, now.toISOString()))) await tellDisabled(tx, shop, hook.id);
  });
  const { status, failure } = attempt;
  shop.log.warn({ hook: hook.id, delivery: delivery.id, tries, status, failure }, 'an event did not arrive');
}

const HOPELESS_MS = 3 * DAY_MS;
const AT_ONCE = 16;
const KEPT_ATTEMPTS = 24;
/** Outlasts a call, so that no other process sends the same meanwhile. */
const LEASE_MS = 30 * SECOND_MS;
const POLL_MS = SECOND_MS;
const GATHER_MS = 50;
