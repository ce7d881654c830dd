import { useEffect, useState } from 'react';
import { serverNow } from '#src/client/clock.ts';
import { dayOf } from '#src/wire/basics/dates.ts';
import { periodOf } from '#src/wire/basics/periods.ts';
import type { DashboardPeriod, Figures } from '#src/wire/reports/figures.ts';
import { dashboardUrl, readDashboardPeriod } from './dashboard-url.ts';
import { MonthlySales } from './monthly-sales.tsx';
import { StatCards } from './stat-cards.tsx';
import { useFigures } from './use-figures.ts';

/** `at` is in milliseconds since 1970, by the shop's clock. */
type Props = { rendered: Figures | null; at: number; search: string; styleNonce: string };

/** The period's figures and their chart; the period stands in the address. */
export function PeriodFigures({ rendered, at, search, styleNonce }: Props) {
  const [choice, setChoice] = useState(() => readDashboardPeriod(search));
  const [today, setToday] = useState(() => dayOf(new Date(at)));
  const { data: figures, isPlaceholderData } = useFigures(periodOf(choice, today), { figures: rendered, at });

  useEffect(() => {
    const read = () => setChoice(readDashboardPeriod(location.search));
    addEventListener('popstate', read);
    return () => removeEventListener('popstate', read);
  }, []);

  function choose(next: DashboardPeriod): void {
    if (next === choice) return;
    history.pushState(null, '', dashboardUrl(next));
    setToday(dayOf(new Date(serverNow())));
    setChoice(next);
  }

  return (
    <>
      <StatCards figures={figures} isStale={isPlaceholderData} choice={choice} today={today} onChoose={choose} />
      <MonthlySales figures={figures} today={today} styleNonce={styleNonce} />
    </>
  );
}
