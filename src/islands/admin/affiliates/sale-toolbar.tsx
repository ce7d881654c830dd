import { SearchField } from '#src/islands/ui/search-field.tsx';
import { Select } from '#src/islands/ui/select.tsx';
import type { CommissionSummary } from '#src/wire/affiliates.ts';
import { SALE_STATE_NAMES } from './sale-columns.tsx';
import type { SaleFilter } from './sale-list.tsx';

type Props = {
  state: { q: string; filters: Record<SaleFilter, string> };
  affiliates: CommissionSummary['affiliates'];
  onQuery: (text: string) => void;
  onFilter: (name: SaleFilter, value: string) => void;
};

export function SaleToolbar({ state: { q, filters }, affiliates, onQuery, onFilter }: Props) {
  const people = affiliates.map(({ id, name, isClosed }) => ({
    value: id,
    label: isClosed ? `${name} (encerrado)` : name,
  }));
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div className="min-w-0 flex-1 basis-64">
        <SearchField
          label="Buscar vendas de afiliados"
          placeholder="Buscar por cliente ou produto..."
          value={q}
          onChange={onQuery}
        />
      </div>
      <div className="grid min-w-0 grow grid-cols-2 gap-3 sm:flex sm:grow-0">
        <div className="min-w-0 sm:w-56">
          <Select
            label="Afiliado"
            isLabelHidden
            size="small"
            value={filters.affiliate}
            onChange={(affiliate) => onFilter('affiliate', affiliate)}
            options={[{ value: '', label: 'Todos os afiliados' }, ...people]}
            placeholder="Afiliado"
          />
        </div>
        <div className="min-w-0 sm:w-40">
          <Select
            label="Status"
            isLabelHidden
            size="small"
            value={filters.status}
            onChange={(status) => onFilter('status', status)}
            options={STATES}
            placeholder="Todos os status"
          />
        </div>
      </div>
    </div>
  );
}

const STATES = [
  { value: '', label: 'Todos os status' },
  { value: 'pending', label: SALE_STATE_NAMES.pending },
  { value: 'paid', label: SALE_STATE_NAMES.paid },
  { value: 'reversed', label: SALE_STATE_NAMES.reversed },
];
