/** Returns at most seven places, gaps as `null`, so that the buttons do not move between pages. */
export function pageNumbers(page: number, last: number): (number | null)[] {
  if (last <= PLACES) return count(1, last);
  if (page <= 4) return [...count(1, 5), null, last];
  if (page >= last - 3) return [1, null, ...count(last - 4, last)];
  return [1, null, page - 1, page, page + 1, null, last];
}

/** An empty list has one page. */
export function lastPage(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

export function rangeText({ page, pageSize, total, noun: [one, many] }: Shown): string {
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  const [from, to, of] = [first, last, total].map((number) => number.toLocaleString('pt-BR'));
  return `Mostrando ${from} a ${to} de ${of} ${total === 1 ? one : many}`;
}

export type Shown = { page: number; pageSize: number; total: number; noun: readonly [one: string, many: string] };

const PLACES = 7;

function count(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}
