import { Compass } from 'lucide-react';
import { useState } from 'react';
import { TitledSection } from '#src/islands/admin/frame/titled-section.tsx';
import { useChosenInView } from '#src/islands/admin/use-chosen-in-view.ts';
import { EmptyState } from '#src/islands/ui/states/empty-state.tsx';
import { DataTable } from '#src/islands/ui/table/data-table.tsx';
import type { Column } from '#src/islands/ui/table/data-table-props.ts';
import { lastPage } from '#src/islands/ui/table/page-numbers.ts';
import { formatReais } from '#src/wire/basics/money.ts';
import type { DayPeriod } from '#src/wire/basics/periods.ts';
import {
  ORIGIN_GROUPS,
  type OriginGroup,
  type OriginReport,
  type OriginRow,
  OTHERS,
} from '#src/wire/reports/origins.ts';
import { FirstRows } from './first-rows.tsx';
import { formatPercent } from './format-percent.ts';
import { salesOf } from './origins-url.ts';

type Props = {
  report: OriginReport | undefined;
  isStale: boolean;
  by: OriginGroup;
  period: DayPeriod;
  onChoose: (by: OriginGroup) => void;
};

const PAGE_SIZE = 20;

export function OriginTable({ report, isStale, by, period, onChoose }: Props) {
  const [chosen, setChosen] = useState({ by, page: 1 });
  const row = useChosenInView<HTMLDivElement>();
  const rows = report?.rows.map((origin) => ({ ...origin, id: origin.key }));
  const page = Math.min(chosen.by === by ? chosen.page : 1, lastPage(rows?.length ?? 0, PAGE_SIZE));
  const shown = rows?.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return (
    <TitledSection id="origins" title={`Por ${ORIGIN_GROUPS[by].toLowerCase()}`} look="table">
      <fieldset className="min-w-0">
        <legend className="sr-only">Agrupar por</legend>
        <div ref={row} className="chips">
          {GROUPS.map((group) => (
            <label key={group} className="chip">
              <input
                type="radio"
                name="by"
                className="sr-only"
                checked={group === by}
                onChange={() => onChoose(group)}
              />
              {ORIGIN_GROUPS[group]}
            </label>
          ))}
        </div>
      </fieldset>
      <FirstRows count={shown?.length ?? 0}>
        <DataTable
          caption={`Visitas e pedidos do período por ${ORIGIN_GROUPS[by].toLowerCase()}`}
          columns={columnsOf(report?.by ?? by, report?.period ?? period)}
          rows={shown}
          total={rows?.length ?? 0}
          page={page}
          pageSize={PAGE_SIZE}
          onPage={(number) => setChosen({ by, page: number })}
          isStale={isStale}
          emptyState={
            <EmptyState
              icon={Compass}
              title="Nenhuma visita neste período"
              text="Crie um link para o seu próximo vídeo ou post: o que vier por ele aparece aqui."
            />
          }
        />
      </FirstRows>
      <Definitions />
    </TitledSection>
  );
}

const GROUPS = Object.keys(ORIGIN_GROUPS) as OriginGroup[];

function Definitions() {
  return (
    <dl className="grid gap-x-6 gap-y-2 text-table text-muted sm:grid-cols-2 xl:grid-cols-3">
      {DEFINITIONS.map(([name, text]) => (
        <div key={name}>
          <dt className="inline font-medium text-foreground">{name}: </dt>
          <dd className="inline">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

const DEFINITIONS = [
  [
    'Origem',
    'o que o link diz (utm_source); sem isso, o site de onde a pessoa veio. “direto” é quem digitou o endereço.',
  ],
  ['Conversão', 'pedidos pagos para cada 100 entradas. Um traço diz que não há entradas para comparar.'],
  ['Receita', 'pago menos devolvido, dos pedidos feitos no período.'],
  ['Devolvido', 'o que voltou desses pedidos, no todo ou em parte.'],
  ['Cupom e afiliado', 'só um pedido mostra o cupom usado, por isso não têm entradas.'],
  ['Sem registro', 'pedidos de antes desta contagem, ou que não trouxeram a origem.'],
] as const;

function columnsOf(by: OriginGroup, period: DayPeriod): Column<OriginRow>[] {
  return [
    { id: 'key', header: ORIGIN_GROUPS[by], cell: (row) => <Name row={row} by={by} period={period} /> },
    { id: 'entries', header: 'Entradas', align: 'end', width: 'w-24', cell: ({ entries }) => countOrDash(entries) },
    {
      id: 'checkouts',
      header: 'Checkout',
      align: 'end',
      width: 'w-24',
      isMinor: true,
      cell: ({ checkouts }) => countOrDash(checkouts),
    },
    { id: 'charges', header: 'Pix', align: 'end', width: 'w-20', cell: ({ charges }) => countOrDash(charges) },
    { id: 'paid', header: 'Pagos', align: 'end', width: 'w-20', cell: ({ paid }) => countOrDash(paid) },
    {
      id: 'rate',
      header: 'Conversão',
      align: 'end',
      width: 'w-28',
      cell: ({ rate }) => (rate === null ? <Dash /> : formatPercent(rate)),
    },
    {
      id: 'revenue',
      header: 'Receita',
      align: 'end',
      width: 'w-42',
      card: 'aside',
      cell: ({ revenue }) => <span className="font-medium">{formatReais(revenue)}</span>,
    },
    {
      id: 'refunded',
      header: 'Devolvido',
      align: 'end',
      width: 'w-42',
      isMinor: true,
      cell: ({ refunded }) => formatReais(refunded),
    },
  ];
}

/** A row leads to its sales, where the list can find them. */
function Name({ row: { key, label }, by, period }: { row: OriginRow; by: OriginGroup; period: DayPeriod }) {
  const isFound = key !== OTHERS && (key !== '' || by === 'source');
  if (!isFound) return <span className="text-muted">{label}</span>;
  return (
    <a
      href={salesOf(by, key, period)}
      title={`Ver as vendas: ${label}`}
      className="block truncate font-medium text-link hover:underline"
    >
      {label}
    </a>
  );
}

function countOrDash(count: number | null) {
  return count === null ? <Dash /> : count.toLocaleString('pt-BR');
}

function Dash() {
  return (
    <span className="text-muted">
      <span aria-hidden="true">—</span>
      <span className="sr-only">não se aplica</span>
    </span>
  );
}
