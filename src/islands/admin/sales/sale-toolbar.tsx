import { X } from 'lucide-react';
import { DayRange } from '#src/islands/admin/list/day-range.tsx';
import { ListFilter, ListToolbar, optionsOf } from '#src/islands/admin/list/list-toolbar.tsx';
import type { List } from '#src/islands/admin/list/use-list.ts';
import { Select } from '#src/islands/ui/fields/select.tsx';
import { SALE_STATUS_LABELS } from '#src/wire/purchases/purchase-status.ts';
import { originFilterText } from '#src/wire/reports/origins.ts';
import { ownPeriod, readOwnPeriod, type SALE_LIST, SALE_PERIODS } from '#src/wire/sales/sale-list.ts';
import type { Sale } from '#src/wire/sales/sales.ts';

export function SaleToolbar({ list }: { list: List<Sale, keyof typeof SALE_LIST.filters> }) {
  const { period, from, to, origem } = list.state.filters;
  const own = from || to ? { from, to } : readOwnPeriod(period);
  const setPeriod = (chosen: string) => list.setFilters({ period: chosen, from: '', to: '' });
  return (
    <ListToolbar
      list={list}
      label="Buscar vendas"
      placeholder="Buscar por cliente, e-mail, produto ou pedido..."
      layout="stacked"
      filters={
        <>
          <ListFilter list={list} name="status" label="Status" options={STATUSES} width="lg:w-52" />
          <div className="min-w-0 lg:w-48">
            <Select
              label="Período"
              isLabelHidden
              value={own ? OWN : period}
              onChange={(chosen) => setPeriod(chosen === OWN ? ownPeriod('', '') : chosen)}
              options={PERIODS}
              placeholder="Todo o período"
            />
          </div>
        </>
      }
    >
      {origem && <OriginChip filter={origem} onClear={() => list.setFilters({ origem: '' })} />}
      {own && <OwnDays {...own} onPeriod={setPeriod} />}
    </ListToolbar>
  );
}

function OriginChip({ filter, onClear }: { filter: string; onClear: () => void }) {
  const text = originFilterText(filter);
  return (
    <p className="flex w-full min-w-0 lg:justify-end">
      <button
        type="button"
        onClick={onClear}
        aria-label={`Tirar o filtro ${text}`}
        className="inline-flex min-h-9 max-sm:min-h-11 max-w-full items-center gap-2 rounded-full border border-line bg-raised px-3 text-table"
      >
        <span className="truncate">{text}</span>
        <X aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
      </button>
    </p>
  );
}

function OwnDays({ from, to, onPeriod }: { from: string; to: string; onPeriod: (period: string) => void }) {
  return (
    <div className="flex w-full lg:justify-end">
      <DayRange
        from={from}
        to={to}
        onFrom={(day) => onPeriod(ownPeriod(day, to))}
        onTo={(day) => onPeriod(ownPeriod(from, day))}
      />
    </div>
  );
}

const OWN = 'own';
const PERIODS = [...SALE_PERIODS, { value: OWN, label: 'Escolher dias' }];
const STATUSES = optionsOf('Todos os status', SALE_STATUS_LABELS);
