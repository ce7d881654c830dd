import { type FilterReader, readFilters, readSort, type SortDirection, type SortRules } from '#src/wire/lists/lists.ts';

export type ListState<Filter extends string> = {
  q: string;
  /** Pages count from 1. */
  page: number;
  sort: string;
  order: SortDirection;
  /** A filter is empty where nothing is chosen. */
  filters: Record<Filter, string>;
  /** The saved view it was opened from, which may have been changed since; empty without one. */
  view: string;
};

export type ListRules<Filter extends string> = SortRules & { filters: Record<Filter, FilterReader> };

export function readListUrl<Filter extends string>(search: string, rules: ListRules<Filter>): ListState<Filter> {
  const params = new URLSearchParams(search);
  const page = params.get('page') ?? '';
  const chosen = readFilters(params, rules.filters);
  const filters = noFilters(rules);
  for (const name in filters) filters[name] = chosen[name] ?? '';
  return {
    q: params.get('q') ?? '',
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    ...readSort(params, rules),
    filters,
    view: params.get('view') ?? '',
  };
}

export function noFilters<Filter extends string>({ filters }: ListRules<Filter>): Record<Filter, string> {
  return Object.fromEntries(Object.keys(filters).map((name) => [name, ''])) as Record<Filter, string>;
}

/** Returns nothing for the defaults, else begins with the question mark. */
export function writeListUrl<Filter extends string>(
  search: string,
  state: ListState<Filter>,
  rules: ListRules<Filter>,
): string {
  const params = new URLSearchParams(search);
  for (const name of ['q', 'page', 'sort', 'order', 'view', ...Object.keys(rules.filters)]) params.delete(name);
  if (state.q.trim()) params.set('q', state.q.trim());
  for (const name in rules.filters) if (state.filters[name]) params.set(name, state.filters[name]);
  if (state.sort !== rules.sort || state.order !== rules.order) {
    params.set('sort', state.sort);
    params.set('order', state.order);
  }
  if (state.page > 1) params.set('page', String(state.page));
  if (state.view) params.set('view', state.view);
  const text = params.toString();
  return text && `?${text}`;
}

/** Writes what a saved view keeps, in one spelling. */
export function viewQuery<Filter extends string>(state: ListState<Filter>, rules: ListRules<Filter>): string {
  return writeListUrl('', { ...state, page: 1, view: '' }, rules).slice(1);
}

/** Says whether the list does not know all of it any more, such as a filter of an earlier version. */
export function isPartlyUnknown<Filter extends string>(query: string, rules: ListRules<Filter>): boolean {
  const filters: Record<string, FilterReader> = rules.filters;
  return [...new URLSearchParams(query)].some(([name, value]) => {
    if (name === 'q') return false;
    if (name === 'sort') return !rules.sorts.includes(value);
    if (name === 'order') return value !== 'asc' && value !== 'desc';
    return !Object.hasOwn(filters, name) || filters[name]?.(value) === null;
  });
}

export function listParams<Filter extends string>(state: ListState<Filter>): URLSearchParams {
  const params = new URLSearchParams();
  if (state.q.trim()) params.set('q', state.q.trim());
  for (const name in state.filters) if (state.filters[name]) params.set(name, state.filters[name]);
  params.set('sort', state.sort);
  params.set('order', state.order);
  return params;
}

export function pageUrl<Filter extends string>(path: string, state: ListState<Filter>, pageSize: number): string {
  const params = listParams(state);
  params.set('page', String(state.page));
  params.set('pageSize', String(pageSize));
  return `${path}?${params}`;
}
