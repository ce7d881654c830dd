import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { serverNow } from '#src/client/clock.ts';
import { queryClient } from '#src/client/queries.ts';
import { dayOf } from '#src/wire/basics/dates.ts';
import type { DayPeriod } from '#src/wire/basics/periods.ts';
import { type AnalyticsView, chosenPeriod } from './analytics-url.ts';

type Report<View> = {
  read: (search: string) => View;
  write: (view: View) => string;
  /** It is the address of the call that reads the report. */
  addressOf: (period: DayPeriod, view: View) => string;
  freshMs: number;
};

export type Rendered = {
  /** It is `Astro.url.search`. */
  search: string;
  /** It is in milliseconds since 1970, by the shop's clock. */
  at: number;
};

/** A report of a period, whose view is in the page's address; `known` is null after an error. */
export function useReport<View extends Pick<AnalyticsView, 'choice'>, Data>(
  { read, write, addressOf, freshMs }: Report<View>,
  known: Data | null,
  { search, at }: Rendered,
) {
  const [view, setView] = useState(() => read(search));
  const [today, setToday] = useState(() => dayOf(new Date(at)));
  const period = chosenPeriod(view.choice, today);
  const path = addressOf(period, view);
  const [client] = useState(() => {
    const shared = queryClient();
    if (known) shared.setQueryData([path], known, { updatedAt: at });
    return shared;
  });
  const query = useQuery<Data>({ queryKey: [path], staleTime: freshMs, placeholderData: keepPreviousData }, client);

  useEffect(() => {
    const follow = () => setView(read(location.search));
    follow();
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [read]);

  function show(change: Partial<View>): void {
    const next = { ...view, ...change };
    const address = write(next);
    if (address !== location.search) history.pushState(null, '', `${location.pathname}${address}`);
    setToday(dayOf(new Date(serverNow())));
    setView(next);
  }

  return {
    view,
    period,
    today,
    show,
    data: query.data,
    isStale: query.isPlaceholderData,
    isError: query.isError,
    isFetching: query.isFetching,
    refetch: () => void query.refetch(),
  };
}
