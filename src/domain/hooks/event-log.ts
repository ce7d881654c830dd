import {
  countEvents,
  type EventPlace,
  type LoggedRow,
  listEvents,
  listEventsAfter,
  listReceivers,
} from '#db/queries/hooks/shop-events.ts';
import { SECOND_MS } from '#src/wire/basics/durations.ts';
import { boundsOf } from '#src/wire/basics/periods.ts';
import type { LoggedEvent } from '#src/wire/hooks/deliveries.ts';
import { EVENTS_AT_ONCE, type EventListRequest, type EventsAfter } from '#src/wire/hooks/event-log.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import { invalid } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { toShopEvent } from './send-hooks.ts';

/** The oldest first, so that whoever asks with `next` misses none; those of the last seconds come with the next call. */
export async function readEventsAfter(shop: Shop, after: string | null): Promise<EventsAfter> {
  const place = after === null || after === '' ? null : placeOf(after);
  const until = new Date(shop.clock.now().getTime() - SETTLED_MS).toISOString();
  const rows = await listEventsAfter(shop.db, place, until, EVENTS_AT_ONCE);
  const last = rows.at(-1);
  return { items: await withReceivers(shop, rows), next: last ? `${last.createdAt}_${last.id}` : after };
}

/** A transaction that began before has committed by then. */
const SETTLED_MS = 10 * SECOND_MS;

function placeOf(cursor: string): EventPlace {
  const [createdAt = '', id = ''] = cursor.split(/_(.*)/s);
  if (Number.isNaN(Date.parse(createdAt)) || id === '') throw invalid('after', BAD_CURSOR);
  return { createdAt, id };
}

const BAD_CURSOR = 'Use em after o next da resposta anterior.';

export async function listEventPage(shop: Shop, request: EventListRequest): Promise<Page<LoggedEvent>> {
  const { page, pageSize, q, type, from, to } = request;
  const { since, until } = boundsOf({ from, to });
  const filter = { q, type, from: since, until };
  const total = await countEvents(shop.db, filter);
  const rows = await listEvents(shop.db, filter, { limit: pageSize, offset: (page - 1) * pageSize });
  return { items: await withReceivers(shop, rows), total, page, pageSize };
}

async function withReceivers(shop: Shop, rows: LoggedRow[]): Promise<LoggedEvent[]> {
  const ids = rows.map(({ id }) => id);
  const receivers = ids.length === 0 ? [] : await listReceivers(shop.db, ids);
  const ofEvent = Map.groupBy(receivers, ({ eventId }) => eventId);
  return rows.map((row) => ({
    ...toShopEvent(row),
    saleNumber: row.saleNumber,
    sentTo: (ofEvent.get(row.id) ?? []).map(({ hookId, description, state }) => ({ hookId, description, state })),
  }));
}
