import type { ReactNode } from 'react';
import { SearchField } from '#src/islands/ui/fields/search-field.tsx';
import { type Option, Select } from '#src/islands/ui/fields/select.tsx';
import { ListViews } from './list-views.tsx';
import type { List } from './use-list.ts';

type Props = {
  list: Pick<List<unknown>, 'state' | 'setQuery' | 'views'>;
  label: string;
  placeholder: string;
  filters?: ReactNode;
  children?: ReactNode;
  layout?: keyof typeof LAYOUTS;
};

export function ListToolbar({ list, label, placeholder, filters, children, layout = 'fitting' }: Props) {
  const look = LAYOUTS[layout];
  return (
    <div className="grid grid-cols-1 gap-3">
      {list.views.name && <ListViews list={list.views.name} views={list.views} />}
      <div className={`flex flex-wrap items-end ${look.gap}`}>
        <div className={`min-w-0 ${look.search}`}>
          <SearchField label={label} placeholder={placeholder} value={list.state.q} onChange={list.setQuery} />
        </div>
        {filters && <div className={`grid min-w-0 grow grid-cols-2 ${look.filters}`}>{filters}</div>}
        {children}
      </div>
    </div>
  );
}

const LAYOUTS = {
  fitting: { gap: 'gap-3', search: 'flex-1 basis-64', filters: 'gap-3 sm:flex sm:grow-0' },
  stacked: { gap: 'gap-2', search: 'w-full lg:flex-1', filters: 'gap-2 lg:flex lg:grow-0' },
  spread: {
    gap: 'justify-between gap-x-4 gap-y-2',
    search: 'w-full sm:max-w-80 sm:flex-1',
    filters: 'gap-3 sm:mr-auto sm:flex sm:grow-0',
  },
};

type FilterProps<Name extends string> = {
  list: Pick<List<unknown, Name>, 'state' | 'setFilter'>;
  name: NoInfer<Name>;
  label: string;
  options: readonly Option[];
  width: string;
};

export function ListFilter<Name extends string>({ list, name, label, options, width }: FilterProps<Name>) {
  return (
    <div className={`min-w-0 only:col-span-2 ${width}`}>
      <Select
        label={label}
        isLabelHidden
        value={list.state.filters[name]}
        onChange={(value) => list.setFilter(name, value)}
        options={options}
        placeholder={options[0]?.label}
      />
    </div>
  );
}

export function optionsOf(all: string, names: Readonly<Record<string, string>>): Option[] {
  return [{ value: '', label: all }, ...Object.entries(names).map(([value, label]) => ({ value, label }))];
}
