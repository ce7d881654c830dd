import { Download } from 'lucide-react';
import { buttonLook } from '#src/islands/ui/button.tsx';
import { SearchField } from '#src/islands/ui/search-field.tsx';
import { Select } from '#src/islands/ui/select.tsx';
import { KEY_STATUS_NAMES, KEY_STATUSES, type KeyStock } from '#src/wire/activation-keys.ts';
import type { KeyFilters } from './key-screen.tsx';

type Props = {
  state: { q: string; filters: KeyFilters };
  stock: readonly KeyStock[];
  csvHref: string;
  onQuery: (text: string) => void;
  onFilter: (name: keyof KeyFilters, value: string) => void;
};

export function KeyToolbar({ state: { q, filters }, stock, csvHref, onQuery, onFilter }: Props) {
  const products = stock.map(({ productId, name }) => ({ value: productId, label: name }));
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div className="min-w-0 flex-1 basis-64">
        <SearchField
          label="Buscar por chave ou cliente"
          placeholder="Buscar por chave ou cliente..."
          value={q}
          onChange={onQuery}
        />
      </div>
      <div className="grid min-w-0 grow grid-cols-2 gap-3 sm:flex sm:grow-0">
        <div className="min-w-0 sm:w-52">
          <Select
            label="Produto"
            isLabelHidden
            size="small"
            value={filters.productId}
            onChange={(productId) => onFilter('productId', productId)}
            options={[{ value: '', label: 'Todos os produtos' }, ...products]}
            placeholder="Todos os produtos"
          />
        </div>
        <div className="min-w-0 sm:w-44">
          <Select
            label="Status"
            isLabelHidden
            size="small"
            value={filters.status}
            onChange={(status) => onFilter('status', status)}
            options={STATUSES}
            placeholder="Todos os status"
          />
        </div>
      </div>
      <a href={csvHref} download className={`${buttonLook('secondary', 'small')} min-h-10 max-sm:grow`}>
        <Download aria-hidden className="size-4 shrink-0" />
        Exportar CSV
      </a>
    </div>
  );
}

const STATUSES = [
  { value: '', label: 'Todos os status' },
  ...KEY_STATUSES.map((value) => ({ value, label: KEY_STATUS_NAMES[value] })),
];
