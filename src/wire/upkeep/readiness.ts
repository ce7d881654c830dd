export const READINESS_PATH = '/api/admin/readiness';

/** The order is that in which a person does them. */
export const READINESS_STEPS = {
  seller: { title: 'Dados da loja', minutes: 3 },
  product: { title: 'Primeiro produto', minutes: 10 },
  purchase: { title: 'Compra de teste', minutes: 3 },
  bank: { title: 'Banco', minutes: 30 },
  mail: { title: 'E-mail', minutes: 15 },
  address: { title: 'Endereço público', minutes: 30 },
  backup: { title: 'Backup', minutes: 5 },
  factor: { title: 'Segundo fator', minutes: 2 },
} as const;

export type ReadinessId = keyof typeof READINESS_STEPS;

/** `todo`: nobody can buy, or must yet; `warn`: it works, but not as it should. */
export type ReadinessItem = {
  id: ReadinessId;
  state: 'ok' | 'todo' | 'warn';
  /** It says what is, or what to do next. */
  detail: string;
  /** It leads to where that is done; null where only the server's files or commands do it. */
  link: { href: string; text: string } | null;
};

export function isReady(items: readonly ReadinessItem[]): boolean {
  return items.every(({ state }) => state === 'ok');
}
