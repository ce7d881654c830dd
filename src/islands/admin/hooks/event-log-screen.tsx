import { Radio } from 'lucide-react';
import { useState } from 'react';
import { ListDays } from '#src/islands/admin/list/day-range.tsx';
import { ListTable } from '#src/islands/admin/list/list-table.tsx';
import { ListFilter, ListToolbar, optionsOf } from '#src/islands/admin/list/list-toolbar.tsx';
import { type Rendered, useList } from '#src/islands/admin/list/use-list.ts';
import { forRole } from '#src/islands/admin/role.tsx';
import { CopyField } from '#src/islands/ui/copy/copy-field.tsx';
import { DayTime } from '#src/islands/ui/date-time.tsx';
import { Dialog } from '#src/islands/ui/overlays/dialog.tsx';
import type { Column } from '#src/islands/ui/table/data-table-props.ts';
import { TwoLines } from '#src/islands/ui/table/two-lines.tsx';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import { DELIVERY_STATES, type LoggedEvent } from '#src/wire/hooks/deliveries.ts';
import { EVENT_LIST } from '#src/wire/hooks/event-log.ts';
import { HOOK_EVENTS } from '#src/wire/hooks/hook-events.ts';
import type { IntegrationCounts } from '#src/wire/hooks/hooks.ts';
import { IntegrationScreen } from './integration-screen.tsx';

type Props = Rendered<LoggedEvent> & { counts: IntegrationCounts };

export const EventLogScreen = forRole(EventLog);

function EventLog({ rendered, renderedSearch, counts }: Props) {
  const list = useList({ list: EVENT_LIST, rendered, renderedSearch });
  const [shown, setShown] = useState<LoggedEvent | null>(null);
  return (
    <IntegrationScreen current="Eventos" counts={counts} help="integracoes/eventos">
      <ListToolbar
        list={list}
        label="Buscar eventos"
        placeholder="Número da venda, como #1523..."
        filters={<ListFilter list={list} name="type" label="Evento" options={TYPES} width="sm:w-64" />}
      >
        <ListDays list={list} />
      </ListToolbar>
      <ListTable
        list={list}
        caption="Eventos"
        noun={['evento', 'eventos']}
        columns={COLUMNS}
        hasTwoLines
        rowName={nameOf}
        onRowSelect={setShown}
        failure={{ title: 'Falha ao buscar os eventos' }}
        nothingYet={{
          icon: Radio,
          title: 'Nada aconteceu ainda',
          text: 'Pedidos, vendas, chaves e versões aparecem aqui por 30 dias, com quem foi avisado de cada um.',
        }}
        nothingFound={{
          title: 'Nenhum evento encontrado',
          text: 'Nada combina com a busca e os filtros escolhidos. Eventos ficam por 30 dias.',
        }}
      />
      {shown && <EventDialog event={shown} onClose={() => setShown(null)} />}
    </IntegrationScreen>
  );
}

const TYPES = optionsOf(
  'Todos os eventos',
  Object.fromEntries(Object.entries(HOOK_EVENTS).map(([name, { label }]) => [name, label])),
);

const COLUMNS: readonly Column<LoggedEvent>[] = [
  {
    id: 'event',
    header: 'O que aconteceu',
    card: 'title',
    cell: (event) => <TwoLines first={nameOf(event)} second={event.type} isCode />,
  },
  { id: 'at', header: 'Quando', width: 'w-40', cell: ({ createdAt }) => <DayTime at={createdAt} /> },
  {
    id: 'sentTo',
    header: 'Quem foi avisado',
    width: 'w-[34%]',
    cell: ({ sentTo }) => <span className="block truncate @max-2xl:whitespace-normal">{sentToText(sentTo)}</span>,
  },
];

function sentToText(sentTo: LoggedEvent['sentTo']): string {
  const names = sentTo.map(({ description, state }) =>
    state === 'done' ? description : `${description} (${DELIVERY_STATES[state].toLowerCase()})`,
  );
  return names.length > 0 ? names.join(', ') : 'Ninguém';
}

function nameOf({ type, saleNumber }: LoggedEvent): string {
  return saleNumber === null ? HOOK_EVENTS[type].label : `${HOOK_EVENTS[type].label} · #${saleNumber}`;
}

function EventDialog({ event, onClose }: { event: LoggedEvent; onClose: () => void }) {
  const { id, type, createdAt, data } = event;
  const text = JSON.stringify({ id, type, createdAt, data }, null, 2);
  return (
    <Dialog
      title={nameOf(event)}
      description={`${formatDayTime(createdAt)} · ${sentToText(event.sentTo)}`}
      onClose={onClose}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling part has to be reachable */}
      <pre tabIndex={0} className="code mb-4 max-h-96 overflow-auto text-mini whitespace-pre-wrap wrap-anywhere">
        {text}
      </pre>
      <CopyField label="Código do evento" text={id} copyLabel="Copiar código" />
    </Dialog>
  );
}
