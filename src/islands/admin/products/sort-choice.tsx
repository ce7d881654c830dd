import { ArrowDownWideNarrow, ArrowUpNarrowWide } from 'lucide-react';
import { Select } from '#src/islands/ui/fields/select.tsx';
import { IconAction } from '#src/islands/ui/icon-action.tsx';
import type { SortDirection } from '#src/wire/lists/lists.ts';

type Props = { sort: string; order: SortDirection; onChange: (sort: string, order: SortDirection) => void };

export function SortChoice({ sort, order, onChange }: Props) {
  const isRising = order === 'asc';
  return (
    <div className="flex items-center gap-2 max-sm:w-full">
      <span aria-hidden="true" className="shrink-0 text-table text-muted">
        Ordenar por
      </span>
      <div className="w-40 max-sm:flex-1">
        <Select
          label="Ordenar por"
          isLabelHidden
          value={sort}
          onChange={(chosen) => onChange(chosen, order)}
          options={OPTIONS}
        />
      </div>
      <IconAction
        label={isRising ? 'Mudar para ordem decrescente' : 'Mudar para ordem crescente'}
        icon={isRising ? ArrowUpNarrowWide : ArrowDownWideNarrow}
        onClick={() => onChange(sort, isRising ? 'desc' : 'asc')}
      />
    </div>
  );
}

const OPTIONS = [
  { value: 'name', label: 'Nome' },
  { value: 'price', label: 'Preço' },
  { value: 'update', label: 'Atualização' },
  { value: 'downloads', label: 'Downloads' },
];
