import { sql } from 'kysely';
import type { HookState } from '#src/wire/hooks/hooks.ts';
import { isSqlite } from '../../engine.ts';
import { countRows, deletesAny, updatesAny } from '../../results.ts';
import type { HookDeliveryRow, HookRow, ShopEventRow } from '../../tables/hooks.ts';
import type { Queryable } from '../../tables.ts';

export type ListedHook = HookRow & { stateByName: string | null; waiting: number | null; lastAttempts: string | null };

export function listHooks(db: Queryable): Promise<ListedHook[]> {
  return listed(db).orderBy('hooks.createdAt').orderBy('hooks.id').execute();
}

export function findListedHook(db: Queryable, id: string): Promise<ListedHook | undefined> {
  return listed(db).where('hooks.id', '=', id).executeTakeFirst();
}

function listed(db: Queryable) {
  return db
    .selectFrom('hooks')
    .leftJoin('users', 'users.id', 'hooks.stateBy')
    .selectAll('hooks')
    .select((row) => [
      'users.name as stateByName',
      row
        .selectFrom('hookDeliveries')
        .select(({ fn }) => fn.countAll<number>().as('waiting'))
        .whereRef('hookDeliveries.hookId', '=', 'hooks.id')
        .where('hookDeliveries.state', '=', sql.lit<HookDeliveryRow['state']>('waiting'))
        .as('waiting'),
      row
        .selectFrom('hookDeliveries')
        .select('attempts')
        .whereRef('hookDeliveries.hookId', '=', 'hooks.id')
        .where('lastAttemptAt', 'is not', null)
        .orderBy('lastAttemptAt', 'desc')
        .limit(1)
        .as('lastAttempts'),
    ]);
}

export function findHook(db: Queryable, id: string): Promise<HookRow | undefined> {
  return db.selectFrom('hooks').selectAll().where('id', '=', id).executeTakeFirst();
}

export function countHooks(db: Queryable): Promise<number> {
  return db.selectFrom('hooks').$call(countRows);
}

export async function insertHook(db: Queryable, hook: HookRow): Promise<void> {
  await db.insertInto('hooks').values(hook).execute();
}

export async function updateHook(db: Queryable, id: string, change: Partial<Omit<HookRow, 'id'>>): Promise<void> {
  await db.updateTable('hooks').set(change).where('id', '=', id).execute();
}

export function deleteHook(db: Queryable, id: string): Promise<boolean> {
  return db.deleteFrom('hooks').where('id', '=', id).$call(deletesAny);
}

export function listFailingHooks(db: Queryable): Promise<ListedHook[]> {
  return listed(db)
    .where((row) =>
      row.or([
        row('hooks.state', '=', 'disabled'),
        row.and([row('hooks.state', '=', 'active'), row('hooks.failingSince', 'is not', null)]),
      ]),
    )
    .orderBy('hooks.failingSince')
    .execute();
}

/** The active ones for which something is due. */
export function listDueHooks(db: Queryable, now: string): Promise<HookRow[]> {
  return db
    .selectFrom('hooks')
    .selectAll()
    .where('state', '=', 'active')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('hookDeliveries')
          .select('hookDeliveries.id')
          .whereRef('hookDeliveries.hookId', '=', 'hooks.id')
          .where('hookDeliveries.state', '=', sql.lit<HookDeliveryRow['state']>('waiting'))
          .where('nextAttemptAt', '<=', now),
      ),
    )
    .execute();
}

export type DueDelivery = Pick<HookDeliveryRow, 'id' | 'hookId' | 'tries' | 'attempts'>;

/** Moves them ahead until `leaseEnd`, so that no other process sends them meanwhile. */
export function claimDeliveries(
  db: Queryable,
  hookId: string,
  { now, leaseEnd, limit }: { now: string; leaseEnd: string; limit: number },
): Promise<(DueDelivery & Pick<HookDeliveryRow, 'eventId'>)[]> {
  const due = db
    .selectFrom('hookDeliveries')
    .select('id')
    .where('hookId', '=', hookId)
    .where('state', '=', sql.lit<HookDeliveryRow['state']>('waiting'))
    .where('nextAttemptAt', '<=', now)
    .orderBy('nextAttemptAt')
    .orderBy('id')
    .limit(limit)
    .$if(!isSqlite(db), (rows) => rows.forUpdate().skipLocked());
  return db
    .updateTable('hookDeliveries')
    .set({ nextAttemptAt: leaseEnd })
    .where('id', 'in', due)
    .returning(['id', 'hookId', 'eventId', 'tries', 'attempts'])
    .execute();
}

/** Makes due again what a process claimed and did not send. */
export async function releaseDelivery(db: Queryable, id: number, now: string): Promise<void> {
  await waiting(db, id).set({ nextAttemptAt: now }).execute();
}

export type Tried = Pick<HookDeliveryRow, 'state' | 'tries' | 'attempts' | 'nextAttemptAt' | 'lastAttemptAt'>;

export async function recordAttempt(db: Queryable, id: number, tried: Tried): Promise<void> {
  await waiting(db, id).set(tried).execute();
}

function waiting(db: Queryable, id: number) {
  return db.updateTable('hookDeliveries').where('id', '=', id).where('state', '=', 'waiting');
}

export async function clearFailing(db: Queryable, id: string): Promise<void> {
  await db
    .updateTable('hooks')
    .set({ failingSince: null })
    .where('id', '=', id)
    .where('failingSince', 'is not', null)
    .execute();
}

/** Returns since when it fails. */
export async function markFailing(db: Queryable, id: string, at: string): Promise<string> {
  const row = await db
    .updateTable('hooks')
    .set({ failingSince: sql<string>`coalesce("failingSince", ${at})` })
    .where('id', '=', id)
    .returning('failingSince')
    .executeTakeFirst();
  return row?.failingSince ?? at;
}

export function disableHook(db: Queryable, id: string, at: string): Promise<boolean> {
  return db
    .updateTable('hooks')
    .set({ state: sql.lit<HookState>('disabled'), stateAt: at, stateBy: null })
    .where('id', '=', id)
    .where('state', '!=', 'disabled')
    .$call(updatesAny);
}

/** One of each state, or all of them; the newest come first. */
export function listDeliveries(
  db: Queryable,
  { hookId, state }: DeliveryFilter,
  { limit, offset }: { limit: number; offset: number },
) {
  return ofHook(db, { hookId, state })
    .innerJoin('shopEvents', 'shopEvents.id', 'hookDeliveries.eventId')
    .leftJoin('purchases', 'purchases.id', 'shopEvents.purchaseId')
    .selectAll('hookDeliveries')
    .select(['shopEvents.type', 'shopEvents.data', 'shopEvents.person', 'purchases.number as saleNumber'])
    .select('shopEvents.createdAt as happenedAt')
    .orderBy('hookDeliveries.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export type DeliveryFilter = { hookId: string; state: HookDeliveryRow['state'] | null };

export function countDeliveries(db: Queryable, filter: DeliveryFilter): Promise<number> {
  return ofHook(db, filter).$call(countRows);
}

function ofHook(db: Queryable, { hookId, state }: DeliveryFilter) {
  return db
    .selectFrom('hookDeliveries')
    .where('hookId', '=', hookId)
    .$if(state !== null, (rows) => rows.where('hookDeliveries.state', '=', state ?? 'waiting'));
}

export function findDelivery(db: Queryable, id: number): Promise<HookDeliveryRow | undefined> {
  return db.selectFrom('hookDeliveries').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Its tries are counted anew. */
export async function resendDelivery(db: Queryable, id: number, now: string): Promise<void> {
  await db
    .updateTable('hookDeliveries')
    .set({ state: 'waiting', tries: 0, nextAttemptAt: now })
    .where('id', '=', id)
    .execute();
}

export async function resendWaiting(db: Queryable, hookId: string, now: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('hookDeliveries')
    .set({ tries: 0, nextAttemptAt: now })
    .where('hookId', '=', hookId)
    .where('state', '=', sql.lit<HookDeliveryRow['state']>('waiting'))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export type EventToSend = ShopEventRow & { saleNumber: number | null };

export async function listEventsToSend(db: Queryable, ids: readonly string[]): Promise<EventToSend[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('shopEvents')
    .leftJoin('purchases', 'purchases.id', 'shopEvents.purchaseId')
    .selectAll('shopEvents')
    .select('purchases.number as saleNumber')
    .where('shopEvents.id', 'in', ids)
    .execute();
}

/** Keys that count, for a hook that is sent them. */
export function listKeysToSend(db: Queryable, purchaseId: string) {
  return db
    .selectFrom('activationKeys')
    .innerJoin('purchaseItems', 'purchaseItems.id', 'activationKeys.itemId')
    .select(['purchaseItems.id as itemId', 'purchaseItems.productId', 'activationKeys.key'])
    .where('purchaseItems.purchaseId', '=', purchaseId)
    .where('activationKeys.revokedAt', 'is', null)
    .orderBy('purchaseItems.position')
    .execute();
}
