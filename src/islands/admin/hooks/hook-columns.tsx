import { Badge } from '#src/islands/ui/states/badge.tsx';
import type { Column } from '#src/islands/ui/table/data-table-props.ts';
import { TwoLines } from '#src/islands/ui/table/two-lines.tsx';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import { isDelivered } from '#src/wire/hooks/deliveries.ts';
import type { Hook } from '#src/wire/hooks/hooks.ts';
import { secondsText, shortAddress, stateOf } from './hook-text.ts';

export const HOOK_COLUMNS: readonly Column<Hook>[] = [
  {
    id: 'hook',
    header: 'Webhook',
    card: 'title',
    cell: (hook) => <TwoLines first={hook.description} second={shortAddress(hook)} isCode />,
  },
  {
    id: 'events',
    header: 'Eventos',
    width: 'w-24',
    cell: ({ events }) => <span className="tabular-nums">{events.length}</span>,
  },
  {
    id: 'state',
    header: 'Estado',
    width: 'w-32',
    card: 'aside',
    cell: (hook) => <Badge tone={stateOf(hook).tone}>{stateOf(hook).text}</Badge>,
  },
  { id: 'last', header: 'Última entrega', width: 'w-70', cell: (hook) => <LastAttempt hook={hook} /> },
];

function LastAttempt({ hook }: { hook: Hook }) {
  const { lastAttempt, waiting, state, stateAt, stateBy } = hook;
  if (state === 'paused') {
    return <TwoLines first={formatDayTime(stateAt)} second={stateBy && `pausado por ${stateBy}`} />;
  }
  if (!lastAttempt) return <span className="text-muted">Nenhuma ainda</span>;
  const isFine = isDelivered(lastAttempt);
  return (
    <span className="grid min-w-0">
      <span className="truncate leading-5 tabular-nums @max-2xl:whitespace-normal">
        <span className={isFine ? 'text-success' : 'text-danger'}>{lastAttempt.status ?? 'Sem resposta'}</span>
        {` em ${formatDayTime(lastAttempt.at)}`}
      </span>
      <span className="truncate text-mini text-muted">
        {waiting > 0 ? `${waiting.toLocaleString('pt-BR')} esperando` : secondsText(lastAttempt.durationMs)}
      </span>
    </span>
  );
}
