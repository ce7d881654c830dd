import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { serverNow } from '#src/client/clock.ts';
import { queryClient } from '#src/client/queries.ts';
import { dayOf } from '#src/wire/basics/dates.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import type { OriginReport } from '#src/wire/reports/origins.ts';
import { chosenPeriod } from './analytics-url.ts';
import { type OriginsView, originsAddress, readOriginsUrl, writeOriginsUrl } from './origins-url.ts';

export type RenderedOrigins = {
  /** Null after an error. */
  report: OriginReport | null;
  /** `Astro.url.search`. */
  search: string;
  /** Milliseconds since 1970, by the shop's clock. */
  at: number;
};

export function useOrigins({ report, search, at }: RenderedOrigins) {
  const [view, setView] = useState(() => readOriginsUrl(search));
  const [today, setToday] = useState(() => dayOf(new Date(at)));
  const period = chosenPeriod(view.choice, today);
  const path = originsAddress(period, view.by);
  const [client] = useState(() => {
    const known = queryClient();
    if (report) known.setQueryData<OriginReport>([path], report, { updatedAt: at });
    return known;
  });
  const query = useQuery<OriginReport>(
    { queryKey: [path], staleTime: MINUTE_MS, placeholderData: keepPreviousData },
    client,
  );

  useEffect(() => {
    const read = () => setView(readOriginsUrl(location.search));
    addEventListener('popstate', read);
    return () => removeEventListener('popstate', read);
  }, []);

  function show(change: Partial<OriginsView>): void {
    const next = { ...view, ...change };
    const address = writeOriginsUrl(next);
    if (address !== location.search) history.pushState(null, '', `${location.pathname}${address}`);
    setToday(dayOf(new Date(serverNow())));
    setView(next);
  }

  return {
    view,
    period,
    today,
    show,
    report: query.data,
    isStale: query.isPlaceholderData,
    isError: query.isError,
    isFetching: query.isFetching,
    refetch: () => void query.refetch(),
  };
}
