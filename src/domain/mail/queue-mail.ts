import { countMailOfBatches, insertMail, insertMailWithin } from '#db/queries/mail/outbox.ts';
import type { OutboxRow } from '#db/tables/mail.ts';
import type { Queryable } from '#db/tables.ts';
import { oneAtATime } from '#db/transactions.ts';
import { HOUR_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';
import { newId } from '../ids.ts';
import type { ShopSettings } from '../shop-settings.ts';
import type { MailOrder } from './content.ts';

/** The same mail about the same things is queued once; a key's is about one item. */
export function queueMail(
  tx: Queryable,
  { kind, ...about }: MailOrder,
  now: string,
  leavesAt: string = now,
): Promise<void> {
  const mail = { ...waiting(now), nextAttemptAt: leavesAt, kind };
  if (!('itemId' in about)) {
    return insertMail(tx, { ...mail, ...about, dedup: [kind, ...Object.values(about)].join(':') });
  }
  const { purchaseId, itemId } = about;
  return insertMail(tx, { ...mail, purchaseId, dedup: `${kind}:${itemId}` });
}

/** By the name under which `queueMail` queues it once. */
export function isAboutItem({ kind, dedup }: Pick<OutboxRow, 'kind' | 'dedup'>, itemId: string): boolean {
  return kind !== 'key' || dedup === `key:${itemId}`;
}

type Resend = { purchaseId: string; now: string; limit: number; leavesAt?: string };

/** Returns false when `limit` messages of the purchase's series were queued within the hour. */
export async function queueResend(
  tx: Queryable,
  series: 'resend' | 'resend-by-owner',
  { purchaseId, now, limit, leavesAt = now }: Resend,
): Promise<boolean> {
  await oneAtATime(tx, `resend:${purchaseId}`);
  const prefix = `${series}:${purchaseId}:`;
  const since = new Date(Date.parse(now) - HOUR_MS).toISOString();
  const dedup = `${prefix}${newId()}`;
  const mail = { ...waiting(now), nextAttemptAt: leavesAt, kind: 'resend', purchaseId, dedup } as const;
  return insertMailWithin(tx, mail, { series: prefix, limit, since });
}

/** When a mail that the owner asked for among many may leave, so that all other mail goes between them. */
export async function paceMail(tx: Queryable, { mailPerMinute }: ShopSettings, from: Date): Promise<string> {
  const minutes = Math.floor((await countMailOfBatches(tx)) / mailPerMinute);
  return new Date(from.getTime() + minutes * MINUTE_MS).toISOString();
}

function waiting(now: string) {
  return { state: 'waiting', attempts: 0, nextAttemptAt: now, createdAt: now } as const;
}
