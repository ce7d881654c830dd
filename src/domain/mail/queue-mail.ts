import { countMailOfBatches, insertMail, insertMailWithin } from '#db/queries/mail/outbox.ts';
import type { OutboxRow } from '#db/tables/mail.ts';
import type { Queryable } from '#db/tables.ts';
import { oneAtATime } from '#db/transactions.ts';
import { HOUR_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';
import { factsOf } from '#src/wire/mail/mail-kinds.ts';
import { publishAfterCommit } from '../events.ts';
import { newId } from '../ids.ts';
import type { Shop } from '../shop.ts';
import type { ShopSettings } from '../shop-settings.ts';
import type { MailOrder } from './content.ts';

/** The same mail about the same things is queued once; a key's is about one item. */
export async function queueMail(tx: Queryable, shop: Shop, order: MailOrder, leavesAt?: string): Promise<void> {
  await queueMailQuietly(tx, shop, order, leavesAt);
  wakeMail(tx, shop);
}

/** The worker finds this one by itself, or is woken by the caller. */
export function queueMailQuietly(tx: Queryable, shop: Shop, order: MailOrder, leavesAt?: string): Promise<void> {
  return insertMail(tx, mailOf(shop, order, leavesAt));
}

/** For a statement that also writes what it is about; the caller wakes the worker. */
export function mailOf({ clock }: Pick<Shop, 'clock'>, { kind, ...about }: MailOrder, leavesAt?: string) {
  const isNotice = factsOf(kind).isNotice ? 1 : 0;
  const mail = { ...waiting(clock.now().toISOString(), leavesAt), kind, isNotice } as const;
  if (!('itemId' in about)) return { ...mail, ...about, dedup: [kind, ...Object.values(about)].join(':') };
  const { purchaseId, itemId } = about;
  return { ...mail, purchaseId, dedup: `${kind}:${itemId}` };
}

/** `dedup` tells it, under which `queueMail` queues a mail once. */
export function isAboutItem({ kind, dedup }: Pick<OutboxRow, 'kind' | 'dedup'>, itemId: string): boolean {
  return kind !== 'key' || dedup === `key:${itemId}`;
}

export function wakeMail(tx: Queryable, shop: Shop): void {
  publishAfterCommit(tx, shop, 'outbox');
}

type Resend = { purchaseId: string; limit: number; leavesAt?: string };

/** Returns false when `limit` messages of the purchase's series were queued within the hour. */
export async function queueResend(
  tx: Queryable,
  shop: Shop,
  series: 'resend' | 'resend-by-owner',
  { purchaseId, limit, leavesAt }: Resend,
): Promise<boolean> {
  await oneAtATime(tx, `resend:${purchaseId}`);
  const prefix = `${series}:${purchaseId}:`;
  const now = shop.clock.now().toISOString();
  const since = new Date(Date.parse(now) - HOUR_MS).toISOString();
  const dedup = `${prefix}${newId()}`;
  const mail = { ...waiting(now, leavesAt), kind: 'resend', purchaseId, dedup } as const;
  const isQueued = await insertMailWithin(tx, mail, { series: prefix, limit, since });
  if (isQueued) wakeMail(tx, shop);
  return isQueued;
}

/**
 * Returns when a mail that the owner asked for among many may leave, so that all other mail goes between them; `behind` so many
 * that are not queued yet.
 */
export async function paceMail(
  tx: Queryable,
  { mailPerMinute }: ShopSettings,
  from: Date,
  behind = 0,
): Promise<string> {
  const minutes = Math.floor(((await countMailOfBatches(tx)) + behind) / mailPerMinute);
  return new Date(from.getTime() + minutes * MINUTE_MS).toISOString();
}

function waiting(now: string, leavesAt: string = now) {
  return { state: 'waiting', attempts: 0, nextAttemptAt: leavesAt, createdAt: now } as const;
}
