import type { Queryable, WebhookInboxRow } from '../tables.ts';

/** Keeps a notice that the bank sent; false when the same one is there already. */
export async function insertNotice(db: Queryable, notice: Omit<WebhookInboxRow, 'id' | 'lastError'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('webhookInbox')
    .values({ ...notice, lastError: null })
    .onConflict((conflict) => conflict.column('dedup').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export function listDueNotices(db: Queryable, now: string, limit: number): Promise<WebhookInboxRow[]> {
  return db
    .selectFrom('webhookInbox')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('nextAttemptAt', '<=', now)
    .orderBy('nextAttemptAt')
    .limit(limit)
    .execute();
}

export async function updateNotice(
  db: Queryable,
  id: number,
  change: Pick<WebhookInboxRow, 'state' | 'lastError'>,
): Promise<void> {
  await db.updateTable('webhookInbox').set(change).where('id', '=', id).execute();
}

/** Forgets what was worked off before `before`: the bank repeats a notice for days, not for months. */
export async function deleteOldNotices(db: Queryable, before: string): Promise<void> {
  await db.deleteFrom('webhookInbox').where('state', '!=', 'waiting').where('receivedAt', '<', before).execute();
}
