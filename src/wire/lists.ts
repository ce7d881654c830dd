/**
 * How the lists of the back-office are asked for. Without any of these parameters a call answers its whole list, with them
 * one page of it; the screens keep the same parameters in their own address.
 */
export type ListRequest<Sort extends string = string> = {
  /** What is searched for; empty for everything. */
  q: string;
  sort: Sort;
  order: 'asc' | 'desc';
  /** Counted from 1. */
  page: number;
  pageSize: number;
};

export type Page<Item> = { items: Item[]; total: number; page: number; pageSize: number };

/** What a list can be sorted by, and how it comes when nothing is said. */
export type ListRules<Sort extends string> = { sorts: readonly Sort[]; sort: Sort; order: 'asc' | 'desc' };

export const PAGE_SIZE = 10;
const MAX_PAGE_SIZE = 100;
const MAX_PAGE = 1_000_000;
const MAX_SEARCH = 200;

/** Reads a request from an address. What makes no sense counts as not said. */
export function readListRequest<Sort extends string>(
  params: URLSearchParams,
  rules: ListRules<Sort>,
): ListRequest<Sort> {
  const sort = rules.sorts.find((known) => known === params.get('sort'));
  const order = params.get('order');
  return {
    q: (params.get('q') ?? '').normalize('NFC').trim().slice(0, MAX_SEARCH),
    sort: sort ?? rules.sort,
    order: order === 'asc' || order === 'desc' ? order : sort && sort !== rules.sort ? 'asc' : rules.order,
    page: readCount(params.get('page'), 1, MAX_PAGE),
    pageSize: readCount(params.get('pageSize'), PAGE_SIZE, MAX_PAGE_SIZE),
  };
}

/** Whether a call wants one page and not the whole list. */
export function asksForPage(params: URLSearchParams, names: readonly string[] = PAGE_NAMES): boolean {
  return names.some((name) => params.has(name));
}

const PAGE_NAMES = ['page', 'pageSize', 'q', 'sort', 'order'];

function readCount(text: string | null, usual: number, most: number): number {
  const count = /^\d{1,9}$/.test(text ?? '') ? Number(text) : usual;
  return Math.min(Math.max(count, 1), most);
}
