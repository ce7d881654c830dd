import * as z from 'zod/mini';
import { readDay } from '../basics/periods.ts';
import { keyOf } from '../basics/text.ts';
import { defineList, oneOf, pageOf, type RequestOf } from '../lists/lists.ts';
import { LoggedEvent } from './deliveries.ts';
import { HOOK_EVENTS } from './hook-events.ts';
import { EVENT_LOG_PATH } from './hooks.ts';

/** The search is for the number of a sale, or for an id. */
export const EVENT_LIST = defineList({
  path: EVENT_LOG_PATH,
  sorts: ['time'],
  sort: 'time',
  filters: { type: oneOf(HOOK_EVENTS), from: readDay, to: readDay },
  pageSize: 20,
});
export type EventListRequest = RequestOf<typeof EVENT_LIST>;

/** Without `next` nothing came yet; who asks again with it gets what came since. */
export const EventsAfter = z.object({ items: z.array(LoggedEvent), next: z.nullable(z.string()) });
export type EventsAfter = z.infer<typeof EventsAfter>;
export const EventLogQuery = z.object({
  after: z.optional(z.string()),
  page: z.optional(z.string()),
  type: z.optional(keyOf(HOOK_EVENTS)),
});
export const EventLog = z.union([EventsAfter, pageOf(LoggedEvent)]);

export const EVENTS_AT_ONCE = 100;
