import type { ReactNode } from 'react';
import { SearchField } from '#src/islands/ui/search-field.tsx';
import { type Option, Select } from '#src/islands/ui/select.tsx';
import type { List } from './use-list.ts';

type Props = {
  list: Pick<List<unknown>, 'state' | 'setQuery'>;
  label: string;
  placeholder: string;
  filters?: ReactNode;
  children?: ReactNode;
};

export function ListToolbar({ list, label, placeholder, filters, children }: Props) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1 basis-64">
        <SearchField label={label} placeholder={placeholder} value={list.state.q} onChange={list.setQuery} />
      </div>
      {filters && <div className="grid min-w-0 grow grid-cols-2 gap-3 sm:flex sm:grow-0">{filters}</div>}
      {children}
    </div>
  );
}

type FilterProps<Name extends string> = {
  list: Pick<List<unknown, Name>, 'state' | 'setFilter'>;
  name: NoInfer<Name>;
  label: string;
  options: readonly Option[];
  /** Such as `sm:w-44`. */
  width: string;
};

export function ListFilter<Name extends string>({ list, name, label, options, width }: FilterProps<Name>) {
  return (
    <div className={`min-w-0 only:col-span-2 ${width}`}>
      <Select
        label={label}
        isLabelHidden
        size="small"
        value={list.state.filters[name]}
        onChange={(value) => list.setFilter(name, value)}
        options={options}
        placeholder={options[0]?.label}
      />
    </div>
  );
}

/** The first option selects everything. */
export function optionsOf(all: string, names: Readonly<Record<string, string>>): Option[] {
  return [{ value: '', label: all }, ...Object.entries(names).map(([value, label]) => ({ value, label }))];
}
