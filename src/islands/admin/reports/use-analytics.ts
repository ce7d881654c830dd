import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { serverNow } from '#src/client/clock.ts';
import { queryClient } from '#src/client/queries.ts';
import { dayOf } from '#src/wire/basics/dates.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import { type Analytics, analyticsAddress } from '#src/wire/reports/analytics.ts';
import type { Figures } from '#src/wire/reports/figures.ts';
import { type AnalyticsView, chosenPeriod, readAnalyticsUrl, writeAnalyticsUrl } from './analytics-url.ts';

export type Rendered = {
  /** Null after an error. */
  analytics: Analytics | null;
  figures: Figures | null;
  /** `Astro.url.search`. */
  search: string;
  /** Milliseconds since 1970, by the shop's clock. */
  at: number;
};

const FRESH_MS = 5 * MINUTE_MS;

export function useAnalytics(rendered: Rendered) {
  const [view, setView] = useState(() => readAnalyticsUrl(rendered.search));
  const [today, setToday] = useState(() => dayOf(new Date(rendered.at)));
  const period = chosenPeriod(view.choice, today);
  const path = analyticsAddress(period);
  const [client] = useState(() => clientWith(path, rendered));
  const query = useQuery<Analytics>(
    { queryKey: [path], staleTime: FRESH_MS, placeholderData: keepPreviousData },
    client,
  );

  useEffect(() => {
    const read = () => setView(readAnalyticsUrl(location.search));
    read();
    addEventListener('popstate', read);
    return () => removeEventListener('popstate', read);
  }, []);

  function show(change: Partial<AnalyticsView>): void {
    const next = { ...view, ...change };
    const search = writeAnalyticsUrl(next);
    if (search !== location.search) history.pushState(null, '', `${location.pathname}${search}`);
    setToday(dayOf(new Date(serverNow())));
    setView(next);
  }

  return {
    view,
    period,
    today,
    show,
    analytics: query.data,
    isStale: query.isPlaceholderData,
    isError: query.isError,
    isFetching: query.isFetching,
    refetch: () => void query.refetch(),
  };
}

function clientWith(path: string, { analytics, at }: Rendered): QueryClient {
  const client = queryClient();
  if (analytics) client.setQueryData<Analytics>([path], analytics, { updatedAt: at });
  return client;
}
