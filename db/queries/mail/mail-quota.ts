import { sql } from 'kysely';
import { countRows } from '../../results.ts';
import type { Flag } from '../../tables/columns.ts';
import type { OutboxRow } from '../../tables/mail.ts';
import type { Queryable } from '../../tables.ts';

/** Reads no more than `most` of them, which is all that a quota asks. */
export function countMailSentSince(
  db: Queryable,
  { lanes, since, most }: { lanes: readonly Flag[]; since: string; most: number },
): Promise<number> {
  const sent = db
    .selectFrom('outbox')
    .select('sentAt')
    .where('isNotice', 'in', lanes)
    .where('sentAt', 'is not', null)
    .where('sentAt', '>', since)
    .limit(most);
  return db.selectFrom(sent.as('sent')).$call(countRows);
}

/** `hour` reads `2026-11-26T14`, in UTC. */
export async function listMailSentByHour(
  db: Queryable,
  { lanes, since }: { lanes: readonly Flag[]; since: string },
): Promise<{ hour: string; sent: number }[]> {
  const hour = sql<string>`substr("sentAt", 1, 13)`;
  const rows = await db
    .selectFrom('outbox')
    .select(({ fn }) => [hour.as('hour'), fn.countAll<number>().as('sent')])
    .where('isNotice', 'in', lanes)
    .where('sentAt', 'is not', null)
    .where('sentAt', '>', since)
    .groupBy(hour)
    .execute();
  return rows.map((row) => ({ hour: row.hour, sent: Number(row.sent) }));
}

/** Counts all that wait, or those up to the last of one announcement. */
export async function countWaitingNotices(
  db: Queryable,
  upTo?: { releaseId: string; platform: OutboxRow['platform'] },
): Promise<number> {
  const { total } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('state', '=', WAITING)
    .where('isNotice', '=', 1)
    .$if(upTo !== undefined, (notices) =>
      notices.where('id', '<=', (row) =>
        row
          .selectFrom('outbox as own')
          .select(({ fn }) => fn.max('own.id').as('last'))
          .where('own.releaseId', '=', upTo?.releaseId ?? '')
          .where('own.platform', '=', upTo?.platform ?? '')
          .where('own.state', '=', WAITING),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** When the first of the mail that is no notice, and that the account refused with this code, is tried again. */
export async function findNextRetry(db: Queryable, lastError: string): Promise<string | null> {
  const { next } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.min<string | null>('nextAttemptAt').as('next'))
    .where('state', '=', WAITING)
    .where('isNotice', '=', 0)
    .where('lastError', '=', lastError)
    .executeTakeFirstOrThrow();
  return next;
}

/** A literal, since no parameter lets SQLite use the index of what waits. */
const WAITING = sql.lit<OutboxRow['state']>('waiting');
