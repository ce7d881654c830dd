import { type SqlBool, sql } from 'kysely';
import type { HookEvent } from '#src/wire/hooks/hook-events.ts';
import { type Placeholders, prepared } from '../../prepared.ts';
import { countRows } from '../../results.ts';
import type { ShopEventRow } from '../../tables/hooks.ts';
import type { Queryable } from '../../tables.ts';

/** Returns whether anybody may want to hear of it, for whom the triggers order it; what was told before changes nothing. */
export async function insertShopEvent(db: Queryable, event: ShopEventRow): Promise<boolean> {
  return isAwaited(await newShopEvent.executeTakeFirst(db, event));
}

export function isAwaited(told: object | undefined): boolean {
  return told !== undefined && 'isAwaited' in told && Boolean(told.isAwaited);
}

export const newShopEvent = prepared((db, event: Placeholders<ShopEventRow>, isDue) =>
  db
    .insertInto('shopEvents')
    .columns(['id', 'type', 'subjectId', 'purchaseId', 'data', 'person', 'createdAt'])
    .expression(
      db
        .selectNoFrom([
          event.id.as('id'),
          event.type.as('type'),
          event.subjectId.as('subjectId'),
          event.purchaseId.as('purchaseId'),
          event.data.as('data'),
          event.person.as('person'),
          event.createdAt.as('createdAt'),
        ])
        .where(isDue),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(
      sql<SqlBool>`exists (select 1 from hooks where state = 'active') or exists (select 1 from "notifiedDevices")`.as(
        'isAwaited',
      ),
    ),
);

export type EventPlace = Pick<ShopEventRow, 'createdAt' | 'id'>;
export type LoggedRow = ShopEventRow & { saleNumber: number | null };

/** The oldest come first, those after `after`; none is younger than `until`, beside which an older one may still be written. */
export function listEventsAfter(
  db: Queryable,
  after: EventPlace | null,
  until: string,
  limit: number,
): Promise<LoggedRow[]> {
  return withNumbers(db)
    .where('shopEvents.createdAt', '<=', until)
    .$if(after !== null, (rows) =>
      rows.where((row) =>
        row(
          row.refTuple('shopEvents.createdAt', 'shopEvents.id'),
          '>',
          row.tuple(after?.createdAt ?? '', after?.id ?? ''),
        ),
      ),
    )
    .orderBy('shopEvents.createdAt')
    .orderBy('shopEvents.id')
    .limit(limit)
    .execute();
}

export type EventFilter = { q: string; type: HookEvent | null; from: string | null; until: string | null };

export function listEvents(db: Queryable, filter: EventFilter, { limit, offset }: { limit: number; offset: number }) {
  return filtered(withNumbers(db), filter)
    .orderBy('shopEvents.createdAt', 'desc')
    .orderBy('shopEvents.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countEvents(db: Queryable, filter: EventFilter): Promise<number> {
  return filtered(withNumbers(db), filter).$call(countRows);
}

function filtered(rows: ReturnType<typeof withNumbers>, { q, type, from, until }: EventFilter) {
  const number = /^#?\d{1,9}$/.test(q) ? Number(q.replace('#', '')) : 0;
  return rows
    .$if(q !== '', (some) =>
      some.where((row) =>
        row.or([
          row('purchases.number', '=', number),
          row('shopEvents.id', '=', q),
          row('shopEvents.subjectId', '=', q),
        ]),
      ),
    )
    .$if(type !== null, (some) => some.where('shopEvents.type', '=', type ?? 'sale.paid'))
    .$if(from !== null, (some) => some.where('shopEvents.createdAt', '>=', from ?? ''))
    .$if(until !== null, (some) => some.where('shopEvents.createdAt', '<', until ?? ''));
}

function withNumbers(db: Queryable) {
  return db
    .selectFrom('shopEvents')
    .leftJoin('purchases', 'purchases.id', 'shopEvents.purchaseId')
    .selectAll('shopEvents')
    .select('purchases.number as saleNumber');
}

export function listReceivers(db: Queryable, eventIds: readonly string[]) {
  return db
    .selectFrom('hookDeliveries')
    .innerJoin('hooks', 'hooks.id', 'hookDeliveries.hookId')
    .select(['hookDeliveries.eventId', 'hookDeliveries.state', 'hooks.id as hookId', 'hooks.description'])
    .where('hookDeliveries.eventId', 'in', eventIds)
    .orderBy('hooks.description')
    .execute();
}

/** Deliveries go with them. */
export async function deleteEventsBefore(db: Queryable, before: string): Promise<void> {
  await db.deleteFrom('shopEvents').where('createdAt', '<', before).execute();
}

/** For orders that were never paid, of which nothing is kept but figures. */
export async function deleteEventsOfPurchases(db: Queryable, purchaseIds: readonly string[]): Promise<void> {
  await db.deleteFrom('shopEvents').where('purchaseId', 'in', purchaseIds).execute();
}

/** Takes the person out of what happened; an answer may have repeated it. */
export async function eraseEventsOfPurchases(db: Queryable, purchaseIds: readonly string[]): Promise<void> {
  if (purchaseIds.length === 0) return;
  const events = db.selectFrom('shopEvents').select('id').where('purchaseId', 'in', purchaseIds);
  await db.updateTable('hookDeliveries').set({ attempts: '[]' }).where('eventId', 'in', events).execute();
  await db.updateTable('shopEvents').set({ person: null }).where('purchaseId', 'in', purchaseIds).execute();
}
