import { sql } from 'kysely';
import type { PaymentStatus } from '#src/wire/purchases/purchases.ts';
import type { ReminderStep, SkipReason } from '#src/wire/reminders/reminders.ts';
import { isSqlite } from '../../engine.ts';
import { countRows, findsAny, updatesAny } from '../../results.ts';
import type { PurchaseRow } from '../../tables/purchases.ts';
import type { ReminderRow } from '../../tables/reminders.ts';
import type { Queryable } from '../../tables.ts';

export type UnpaidPurchase = Pick<PurchaseRow, 'id' | 'createdAt' | 'customerEmail'>;

/** The purchases were created between the two times, and have neither payment nor reminders yet. */
export function listPurchasesToRemind(
  db: Queryable,
  { since, until, limit }: { since: string; until: string; limit: number },
): Promise<UnpaidPurchase[]> {
  return db
    .selectFrom('purchases')
    .select(['id', 'createdAt', 'customerEmail'])
    .where('createdAt', '>=', since)
    .where('createdAt', '<=', until)
    .where('customerEmail', 'is not', null)
    .where(({ or, and, eb }) =>
      or([
        eb('status', '=', sql.lit<PaymentStatus>('PENDING')),
        and([
          eb('status', '=', sql.lit<PaymentStatus>('FAILED')),
          eb('failureReason', '=', sql.lit<PurchaseRow['failureReason']>('expired')),
        ]),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('reminders').select('step').whereRef('reminders.purchaseId', '=', 'purchases.id'))),
    )
    .orderBy('createdAt')
    .limit(limit)
    .execute();
}

export type ReminderKey = Pick<ReminderRow, 'purchaseId' | 'step'>;
export type NewReminder = Pick<ReminderRow, 'purchaseId' | 'step' | 'dueAt' | 'addressHash'>;

export async function insertReminders(db: Queryable, reminders: readonly NewReminder[]): Promise<void> {
  if (reminders.length === 0) return;
  await db
    .insertInto('reminders')
    .values(reminders.map((reminder) => ({ ...reminder, state: 'waiting' }) as const))
    .onConflict((conflict) => conflict.columns(['purchaseId', 'step']).doNothing())
    .execute();
}

/** The newest of purchases of the same time comes first, since one person gets one sequence. */
export function listDueReminders(db: Queryable, now: string, limit: number): Promise<ReminderKey[]> {
  return db
    .selectFrom('reminders')
    .innerJoin('purchases', 'purchases.id', 'reminders.purchaseId')
    .select(['reminders.purchaseId', 'reminders.step'])
    .where('reminders.state', '=', WAITING)
    .where('reminders.queuedAt', 'is', null)
    .where('reminders.dueAt', '<=', now)
    .orderBy('reminders.dueAt')
    .orderBy('purchases.createdAt', 'desc')
    .limit(limit)
    .execute();
}

/** A literal, since no parameter lets SQLite use the index of what waits. */
const WAITING = sql.lit<ReminderRow['state']>('waiting');

export function findReminder(db: Queryable, purchaseId: string, step: ReminderStep): Promise<ReminderRow | undefined> {
  return db
    .selectFrom('reminders')
    .selectAll()
    .where('purchaseId', '=', purchaseId)
    .where('step', '=', step)
    .executeTakeFirst();
}

export function findReminderByToken(db: Queryable, tokenHash: string): Promise<ReminderRow | undefined> {
  return db.selectFrom('reminders').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst();
}

export type QueuedReminder = Pick<
  ReminderRow,
  'queuedAt' | 'addressHash' | 'couponCode' | 'tokenHash' | 'linkExpiresAt'
>;

/** Returns false where it was queued or ended meanwhile. */
export function markReminderQueued(db: Queryable, reminder: ReminderKey, queued: QueuedReminder): Promise<boolean> {
  return waiting(db, reminder).set(queued).where('queuedAt', 'is', null).$call(updatesAny);
}

/** A reminder that ended without a mail begins again. Returns false where its mail waits or was sent. */
export function takeReminder(
  db: Queryable,
  { purchaseId, step }: ReminderKey,
  queued: QueuedReminder & Pick<ReminderRow, 'dueAt'>,
): Promise<boolean> {
  return db
    .updateTable('reminders')
    .set({ ...queued, state: 'waiting', reason: null })
    .where('purchaseId', '=', purchaseId)
    .where('step', '=', step)
    .where(({ or, and, eb }) =>
      or([eb('state', '=', 'skipped'), and([eb('state', '=', 'waiting'), eb('queuedAt', 'is', null)])]),
    )
    .$call(updatesAny);
}

/** The reminder is to be queued again then where `queuedAt` is null. */
export async function postponeReminder(
  db: Queryable,
  reminder: ReminderKey,
  until: string,
  queuedAt: string | null = null,
): Promise<void> {
  await waiting(db, reminder).set({ dueAt: until, queuedAt }).execute();
}

export async function skipReminder(db: Queryable, reminder: ReminderKey, reason: SkipReason): Promise<void> {
  await waiting(db, reminder).set({ state: 'skipped', reason }).execute();
}

export async function skipRemindersOfAddress(db: Queryable, hash: string, reason: SkipReason): Promise<void> {
  await db
    .updateTable('reminders')
    .set({ state: 'skipped', reason })
    .where('addressHash', '=', hash)
    .where('state', '=', 'waiting')
    .execute();
}

export async function markReminderSent(db: Queryable, reminder: ReminderKey, sentAt: string): Promise<void> {
  await waiting(db, reminder).set({ state: 'sent', sentAt }).execute();
}

function waiting(db: Queryable, { purchaseId, step }: ReminderKey) {
  return db
    .updateTable('reminders')
    .where('purchaseId', '=', purchaseId)
    .where('step', '=', step)
    .where('state', '=', 'waiting');
}

/** The first click counts. */
export async function markReminderClicked(
  db: Queryable,
  { purchaseId, step }: ReminderKey,
  clickedAt: string,
): Promise<void> {
  await db
    .updateTable('reminders')
    .set({ clickedAt })
    .where('purchaseId', '=', purchaseId)
    .where('step', '=', step)
    .where('clickedAt', 'is', null)
    .execute();
}

/** Says whether another purchase of this address has had a reminder since then. */
export function hasOtherSequence(
  db: Queryable,
  { hash, purchaseId, since }: { hash: string; purchaseId: string; since: string },
): Promise<boolean> {
  return db
    .selectFrom('reminders')
    .where('addressHash', '=', hash)
    .where('purchaseId', '<>', purchaseId)
    .where('state', '<>', 'skipped')
    .where('queuedAt', '>', since)
    .$call(findsAny);
}

export function isOptedOut(db: Queryable, hash: string): Promise<boolean> {
  return db.selectFrom('reminderOptOuts').where('addressHash', '=', hash).$call(findsAny);
}

export async function insertOptOut(db: Queryable, hash: string, createdAt: string): Promise<void> {
  await db
    .insertInto('reminderOptOuts')
    .values({ addressHash: hash, createdAt })
    .onConflict((conflict) => conflict.column('addressHash').doNothing())
    .execute();
}

export async function deleteOptOut(db: Queryable, hash: string): Promise<void> {
  await db.deleteFrom('reminderOptOuts').where('addressHash', '=', hash).execute();
}

/** Returns false for a customer who is gone, too. */
export async function wantsReminders(db: Queryable, customerId: string): Promise<boolean> {
  const found = await db
    .selectFrom('customers')
    .select('wantsReminders')
    .where('id', '=', customerId)
    .where('erasedAt', 'is', null)
    .executeTakeFirst();
  return found?.wantsReminders === 1;
}

export type LaterPurchase = Pick<PurchaseRow, 'id' | 'status'> & { isSameProduct: 0 | 1 };

/** Lists what the same customer has bought, or can still pay, since this purchase; the newest first. */
export function listLaterPurchases(
  db: Queryable,
  { id, customerId, createdAt }: Pick<PurchaseRow, 'id' | 'customerId' | 'createdAt'>,
): Promise<LaterPurchase[]> {
  const sameProduct = sql<0 | 1>`case when exists (
    select 1 from "purchaseItems" as bought join "purchaseItems" as wanted on wanted."productId" = bought."productId"
      and coalesce(wanted."renewsItemId", '') = coalesce(bought."renewsItemId", '')
    where bought."purchaseId" = purchases.id and wanted."purchaseId" = ${id}) then 1 else 0 end`;
  return db
    .selectFrom('purchases')
    .select(['purchases.id', 'purchases.status'])
    .select(sameProduct.as('isSameProduct'))
    .where('customerId', '=', customerId)
    .where('purchases.id', '<>', id)
    .where('status', 'in', [sql.lit<PaymentStatus>('PENDING'), sql.lit<PaymentStatus>('COMPLETED')])
    .where(({ or, eb }) => or([eb('createdAt', '>=', createdAt), eb('completedAt', '>=', createdAt)]))
    .orderBy('createdAt', 'desc')
    .execute();
}

export function countRetakes(db: Queryable, purchaseId: string): Promise<number> {
  return db.selectFrom('purchases').where('recoveredFrom', '=', purchaseId).$call(countRows);
}

export function countRemindersSince(db: Queryable, since: string): Promise<number> {
  return db.selectFrom('reminders').where('sentAt', 'is not', null).where('sentAt', '>', since).$call(countRows);
}

/** The purchase was paid by the link of a reminder while that link was good. */
export async function sumRecoveredSince(db: Queryable, since: string): Promise<{ sales: number; cents: number }> {
  // SQLite would take the index of the status for better, and read all sales.
  const byTime = isSqlite(db) ? sql`indexed by "purchasesRecoveredSold"` : sql``;
  const { rows } = await sql<{ sales: number; cents: number | null }>`
    select count(*) as sales, sum("keptCents") as cents from purchases ${byTime}
    where status = 'COMPLETED' and "recoveredFrom" is not null and "completedAt" > ${since}
      and exists (select 1 from reminders where reminders."purchaseId" = purchases."recoveredFrom"
        and reminders."clickedAt" is not null and reminders."linkExpiresAt" >= purchases."completedAt")`.execute(db);
  const { sales = 0, cents = 0 } = rows[0] ?? {};
  return { sales: Number(sales), cents: Number(cents ?? 0) };
}

export function listRemindersOfCustomer(db: Queryable, customerId: string): Promise<ReminderRow[]> {
  return db
    .selectFrom('reminders')
    .selectAll()
    .where('purchaseId', 'in', purchaseIds(db).where('purchases.customerId', '=', customerId))
    .orderBy('purchaseId')
    .orderBy('step')
    .execute();
}

/** Sent reminders stay counted; nothing leads to the person any more, and the links end. */
export async function eraseRemindersOfCustomer(db: Queryable, customerId: string): Promise<void> {
  await forgetReminders(db, purchaseIds(db).where('purchases.customerId', '=', customerId));
}

export async function eraseRemindersOfPurchases(db: Queryable, ids: readonly string[]): Promise<void> {
  await forgetReminders(db, purchaseIds(db).where('purchases.id', 'in', ids));
}

async function forgetReminders(db: Queryable, purchases: ReturnType<typeof purchaseIds>): Promise<void> {
  await db
    .updateTable('reminders')
    .set({ state: 'skipped', reason: 'erased' })
    .where('purchaseId', 'in', purchases)
    .where('state', '=', 'waiting')
    .execute();
  await db
    .updateTable('reminders')
    .set({ addressHash: null, tokenHash: null })
    .where('purchaseId', 'in', purchases)
    .execute();
}

function purchaseIds(db: Queryable) {
  return db.selectFrom('purchases').select('purchases.id');
}

/** Drops numbers that people gave for an order that they never paid. */
export async function forgetOldNumbers(db: Queryable, before: string): Promise<void> {
  await db
    .updateTable('purchases')
    .set({ whatsapp: null })
    .where('whatsapp', 'is not', null)
    .where('createdAt', '<', before)
    .where('status', '=', sql.lit<PaymentStatus>('FAILED'))
    .execute();
}
