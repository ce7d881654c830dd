export type Tab = 'list' | 'sales';

/** The tab that an address asks for. */
export function tabIn(search: string): Tab {
  return new URLSearchParams(search).get('tab') === 'sales' ? 'sales' : 'list';
}
