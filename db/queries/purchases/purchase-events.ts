import { type SqlBool, sql } from 'kysely';
import { type Placeholders, prepared } from '../../prepared.ts';
import type { ShopEventRow } from '../../tables/hooks.ts';
import type { PurchaseEventRow } from '../../tables/purchases.ts';
import type { Queryable } from '../../tables.ts';
import { writeTogether } from '../../write-together.ts';
import { isAwaited, newShopEvent } from '../hooks/shop-events.ts';

export async function insertPurchaseEvent(db: Queryable, event: NewEvent): Promise<void> {
  await newEvent.execute(db, event);
}

/** Returns whether anybody may want to hear of it. */
export async function insertToldEvent(db: Queryable, event: NewEvent, shopEvent: ShopEventRow): Promise<boolean> {
  const [, [told]] = await writeTogether(db, [newEvent.with(event), newShopEvent.with(shopEvent)]);
  return isAwaited(told);
}

export type NewEvent = Omit<PurchaseEventRow, 'id'>;

export const newEvent = prepared((db, { purchaseId, at, event, source, detail }: Placeholders<NewEvent>, isDue) =>
  db
    .insertInto('purchaseEvents')
    .columns(['purchaseId', 'at', 'event', 'source', 'detail'])
    .expression(
      db
        .selectNoFrom([
          purchaseId.as('purchaseId'),
          at.as('at'),
          event.as('event'),
          source.as('source'),
          detail.as('detail'),
        ])
        .where(isDue),
    )
    .returning('id'),
);

export async function listPurchaseEvents(
  db: Queryable,
  purchaseId: string,
  limit: number,
): Promise<PurchaseEventRow[]> {
  const newest = await db
    .selectFrom('purchaseEvents')
    .selectAll()
    .where('purchaseId', '=', purchaseId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return newest.reverse();
}

/** The last of these. */
export async function findLastEvent(
  db: Queryable,
  purchaseId: string,
  events: readonly string[],
): Promise<string | undefined> {
  const last = await db
    .selectFrom('purchaseEvents')
    .select('event')
    .where('purchaseId', '=', purchaseId)
    .where('event', 'in', events)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.event;
}

/** Skips a repeat of the last detail, or of `usual`, and returns false then. */
export async function insertChangedEvent(db: Queryable, event: NewEvent, usual: string | null): Promise<boolean> {
  const values = { ...event, usual: usual ?? '', latest: event.detail ?? '' };
  const { numAffectedRows } = await changedEvent.execute(db, values);
  return numAffectedRows === 1n;
}

type Compared = { usual: string; latest: string };

const changedEvent = prepared((db, { usual, latest, ...event }: Placeholders<NewEvent & Compared>) => {
  const last = db
    .selectFrom('purchaseEvents')
    .select('detail')
    .where('purchaseId', '=', event.purchaseId)
    .where('event', '=', event.event)
    .orderBy('id', 'desc')
    .limit(1);
  return db
    .insertInto('purchaseEvents')
    .columns(['purchaseId', 'at', 'event', 'source', 'detail'])
    .expression(
      db
        .selectNoFrom([
          event.purchaseId.as('purchaseId'),
          event.at.as('at'),
          event.event.as('event'),
          event.source.as('source'),
          event.detail.as('detail'),
        ])
        .where(sql<SqlBool>`coalesce((${last}), ${usual}) <> ${latest}`),
    );
});
