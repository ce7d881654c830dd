import { DateField } from '#src/islands/ui/date-field.tsx';
import { SearchField } from '#src/islands/ui/search-field.tsx';
import { Select } from '#src/islands/ui/select.tsx';
import type { AuditKind } from '#src/wire/audit.ts';

type Filter = 'kind' | 'from' | 'to';

type Props = {
  state: { q: string; filters: Record<Filter, string> };
  onQuery: (text: string) => void;
  onFilter: (name: Filter, value: string) => void;
};

/** Narrows the trail to one thing, one kind of things or a period. */
export function AuditFilters({ state: { q, filters }, onQuery, onFilter }: Props) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1 basis-60">
        <SearchField label="Buscar pelo código" placeholder="Buscar pelo código..." value={q} onChange={onQuery} />
      </div>
      <div className="w-full sm:w-52">
        <Select
          label="Mostrar"
          isLabelHidden
          size="small"
          value={filters.kind}
          onChange={(kind) => onFilter('kind', kind)}
          options={KINDS}
        />
      </div>
      <div className="grid w-full grid-cols-2 gap-3 sm:w-84">
        <DateField
          label="De"
          size="small"
          value={filters.from}
          max={filters.to || undefined}
          onChange={(day) => onFilter('from', day)}
        />
        <DateField
          label="Até"
          size="small"
          value={filters.to}
          min={filters.from || undefined}
          onChange={(day) => onFilter('to', day)}
        />
      </div>
    </div>
  );
}

const KIND_NAMES: Record<AuditKind, string> = {
  product: 'Produtos e arquivos',
  key: 'Chaves de ativação',
  purchase: 'Vendas',
  customer: 'Clientes',
  coupon: 'Cupons',
  affiliate: 'Afiliados e comissões',
  bank: 'Banco',
};
const KINDS = [{ value: '', label: 'Tudo' }, ...Object.entries(KIND_NAMES).map(([value, label]) => ({ value, label }))];
