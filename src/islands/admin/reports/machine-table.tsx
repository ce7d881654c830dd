import { MonitorSmartphone } from 'lucide-react';
import { countText } from '#src/islands/admin/list/count-text.ts';
import { useRead } from '#src/islands/admin/use-read.ts';
import { EmptyState } from '#src/islands/ui/states/empty-state.tsx';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import { DataTable } from '#src/islands/ui/table/data-table.tsx';
import type { Column } from '#src/islands/ui/table/data-table-props.ts';
import {
  type MachineStatistics,
  type NamedCount,
  type ProductMachines,
  STATISTICS_DAYS,
} from '#src/wire/licenses/machines.ts';
import { FirstRows } from './first-rows.tsx';

const PATH = '/api/admin/machines/statistics';

/** Counts only: which versions, editors and systems are in use. */
export function MachineTable() {
  const { data: statistics, isError, isFetching, refetch } = useRead<MachineStatistics>(PATH);
  return (
    <section aria-labelledby="machines" className="grid grid-cols-1 gap-3 pt-2">
      <div>
        <h2 id="machines" className="text-base">
          Plugins em uso
        </h2>
        <p className="text-muted text-table">
          {statistics && `${countText(statistics.machines, 'computador ativo', 'computadores ativos')}, `}
          {`vistos nos últimos ${STATISTICS_DAYS} dias.`}
        </p>
      </div>
      {isError && !statistics ? (
        <FailedState title="Não foi possível contar os computadores." read={{ isFetching, refetch }} />
      ) : (
        <FirstRows count={statistics?.products.length ?? 0}>
          <DataTable
            caption="Plugins em uso por produto"
            columns={COLUMNS}
            rows={statistics?.products}
            pageSize={3}
            emptyState={
              <EmptyState
                icon={MonitorSmartphone}
                title="Nenhum computador ativo ainda"
                text="Eles aparecem aqui quando os plugins passam a ativar as chaves na loja."
              />
            }
          />
        </FirstRows>
      )}
    </section>
  );
}

const COLUMNS: readonly Column<ProductMachines>[] = [
  { id: 'product', header: 'Produto', width: 'w-[28%]', cell: ({ name }) => <span title={name}>{name}</span> },
  {
    id: 'machines',
    header: 'Computadores',
    align: 'end',
    width: 'w-32',
    cell: ({ machines }) => machines.toLocaleString('pt-BR'),
  },
  { id: 'versions', header: 'Versões do plugin', cell: ({ versions }) => <Counts counts={versions} isCode /> },
  { id: 'hosts', header: 'Editores', cell: ({ hosts }) => <Counts counts={hosts} /> },
  { id: 'platforms', header: 'Sistemas', isMinor: true, cell: ({ platforms }) => <Counts counts={platforms} /> },
];

function Counts({ counts, isCode = false }: { counts: readonly NamedCount[]; isCode?: boolean }) {
  if (counts.length === 0) return <span className="text-muted">—</span>;
  return (
    <ul className="flex flex-wrap gap-x-3 whitespace-normal @2xl:py-1.5 @max-2xl:justify-end">
      {counts.map(({ name, machines }) => (
        <li key={name} className="flex max-w-full gap-1 whitespace-nowrap">
          <span className={`truncate ${isCode && name ? 'code' : ''}`}>{name ?? 'não informado'}</span>
          <span className="text-muted tabular-nums">({machines.toLocaleString('pt-BR')})</span>
        </li>
      ))}
    </ul>
  );
}
