import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { lazyDialog } from '#src/islands/admin/form/lazy-dialog.tsx';
import { ScreenHeader } from '#src/islands/admin/frame/screen-header.tsx';
import { Button } from '#src/islands/ui/button.tsx';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import type { OriginReport } from '#src/wire/reports/origins.ts';
import { AnalyticsTabs } from './analytics-tabs.tsx';
import { Funnel } from './funnel.tsx';
import { OriginTable } from './origin-table.tsx';
import { originsAddress, periodSearch, readOriginsUrl, writeOriginsUrl } from './origins-url.ts';
import { PeriodChoice } from './period-choice.tsx';
import { type Rendered, useReport } from './use-report.ts';

const LinkDialog = lazyDialog(() => import('./link-dialog.tsx').then((module) => module.LinkDialog));

type Props = { rendered: Rendered & { report: OriginReport | null }; siteUrl: string };

export function OriginsScreen({ rendered, siteUrl }: Props) {
  const origins = useReport(ORIGINS, rendered.report, rendered);
  const { view, period, today, show, data: report, isStale, isError, isFetching, refetch } = origins;
  const [isLinkOpen, setLinkOpen] = useState(false);
  return (
    <div className="grid grid-cols-1 gap-4">
      <ScreenHeader
        title="Estatísticas"
        help="analytics/origins"
        actions={
          <Button size="small" onClick={() => setLinkOpen(true)}>
            <Link2 size={16} aria-hidden="true" />
            Criar link
          </Button>
        }
      />
      <AnalyticsTabs current="Origem" search={periodSearch(view.choice)} />
      <PeriodChoice choice={view.choice} period={period} onChoose={(choice) => show({ choice })} />
      {isError && <FailedState title="Os números deste período não chegaram" read={{ isFetching, refetch }} />}
      {(report || !isError) && (
        <>
          <Funnel report={report} today={today} isStale={isStale} />
          <OriginTable report={report} isStale={isStale} by={view.by} period={period} onChoose={(by) => show({ by })} />
        </>
      )}
      <p className="text-table text-muted">
        Contado no seu servidor, sem cookie, sem pixel e sem terceiros: sua loja não precisa de aviso de cookies.
      </p>
      {isLinkOpen && <LinkDialog siteUrl={siteUrl} onClose={() => setLinkOpen(false)} />}
    </div>
  );
}

const ORIGINS = { read: readOriginsUrl, write: writeOriginsUrl, addressOf: originsAddress, freshMs: MINUTE_MS };
