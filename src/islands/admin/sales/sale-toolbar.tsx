import { optionsOf } from '#src/islands/admin/list-toolbar.tsx';
import type { List } from '#src/islands/admin/use-list.ts';
import { DateField } from '#src/islands/ui/date-field.tsx';
import { SearchField } from '#src/islands/ui/search-field.tsx';
import { Select } from '#src/islands/ui/select.tsx';
import { SALE_STATUS_LABELS } from '#src/wire/purchase-status.ts';
import { ownPeriod, readOwnPeriod, type SALE_LIST, SALE_PERIODS } from '#src/wire/sale-list.ts';
import type { Sale } from '#src/wire/sales.ts';

export function SaleToolbar({ list }: { list: List<Sale, keyof typeof SALE_LIST.filters> }) {
  const { status, period, from, to } = list.state.filters;
  const own = from || to ? { from, to } : readOwnPeriod(period);
  const setPeriod = (chosen: string) => list.setFilters({ period: chosen, from: '', to: '' });
  return (
    <div className="grid grid-cols-2 gap-2 lg:grid-cols-[minmax(0,1fr)_13rem_12rem]">
      <div className="max-lg:col-span-2">
        <SearchField
          label="Buscar vendas"
          placeholder="Buscar por cliente, e-mail, produto ou pedido..."
          value={list.state.q}
          onChange={list.setQuery}
        />
      </div>
      <Select
        label="Status"
        isLabelHidden
        size="small"
        value={status}
        onChange={(chosen) => list.setFilter('status', chosen)}
        options={STATUSES}
      />
      <Select
        label="Período"
        isLabelHidden
        size="small"
        value={own ? OWN : period}
        onChange={(chosen) => setPeriod(chosen === OWN ? ownPeriod('', '') : chosen)}
        options={PERIODS}
        placeholder="Todo o período"
      />
      {own && <OwnDays {...own} onPeriod={setPeriod} />}
    </div>
  );
}

function OwnDays({ from, to, onPeriod }: { from: string; to: string; onPeriod: (period: string) => void }) {
  return (
    <fieldset className="col-span-2 flex flex-wrap gap-2 lg:col-span-3 lg:justify-end">
      <legend className="sr-only">Dias do período</legend>
      <div className="min-w-36 flex-1 lg:max-w-44">
        <DateField
          label="De"
          size="small"
          value={from}
          max={to || undefined}
          onChange={(day) => onPeriod(ownPeriod(day, to))}
        />
      </div>
      <div className="min-w-36 flex-1 lg:max-w-44">
        <DateField
          label="Até"
          size="small"
          value={to}
          min={from || undefined}
          onChange={(day) => onPeriod(ownPeriod(from, day))}
        />
      </div>
    </fieldset>
  );
}

const OWN = 'own';
const PERIODS = [...SALE_PERIODS, { value: OWN, label: 'Escolher dias' }];
const STATUSES = optionsOf('Todos os status', SALE_STATUS_LABELS);
