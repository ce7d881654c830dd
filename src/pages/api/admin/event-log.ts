import { listEventPage, readEventsAfter } from '#src/domain/hooks/event-log.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { EVENT_LIST, EventLog, EventLogQuery } from '#src/wire/hooks/event-log.ts';
import { asksForPage, readListRequest } from '#src/wire/lists/lists.ts';

/** The screen reads pages; a system that cannot receive reads on by `after`. */
export const GET = endpoint({
  scope: 'hooks:write',
  allow: 'hooks',
  summary: 'Lê o que aconteceu na loja, em ordem',
  response: EventLog,
  query: EventLogQuery,
  run: ({ shop, url: { searchParams } }) =>
    asksForPage(searchParams, EVENT_LIST)
      ? listEventPage(shop, readListRequest(searchParams, EVENT_LIST))
      : readEventsAfter(shop, searchParams.get('after')),
});
