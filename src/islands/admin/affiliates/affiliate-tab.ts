export type Tab = 'list' | 'sales';

export function tabIn(search: string): Tab {
  return new URLSearchParams(search).get('tab') === 'sales' ? 'sales' : 'list';
}
