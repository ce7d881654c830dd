export const READINESS_PATH = '/api/admin/readiness';

export type ReadinessId = 'address' | 'bank' | 'charge' | 'mail' | 'seller' | 'product' | 'keys' | 'backup' | 'disk';

/** `todo`: nobody can buy, or must yet; `warn`: it works, but not as it should. */
export type ReadinessItem = {
  id: ReadinessId;
  state: 'ok' | 'todo' | 'warn';
  title: string;
  /** What is, or what to do next. */
  detail: string;
  /** Where that is done. */
  href: string;
};

export function isReady(items: readonly ReadinessItem[]): boolean {
  return items.every(({ state }) => state === 'ok');
}
