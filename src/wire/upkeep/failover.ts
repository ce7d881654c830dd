import * as z from 'zod/mini';

export const FAILOVER_PATH = '/api/admin/failover';

/** Keys are off sale since then, because sales may be missing. */
export type Failover = { at: string; since: string; heldKeys: number };

export const AnswerFailover = z.object({
  answer: z.enum(['nothing_lost', 'may_have_lost'], 'Diga se algo pode ter se perdido.'),
});
export type AnswerFailover = z.output<typeof AnswerFailover>;
export type FailoverAnswer = AnswerFailover['answer'];

/** A shop without free keys has none to hold. */
export function heldKeysText({ heldKeys }: Pick<Failover, 'heldKeys'>): string {
  if (heldKeys === 0) return 'Nenhuma chave livre precisou sair da venda';
  return heldKeys === 1
    ? '1 chave livre está fora da venda'
    : `${heldKeys.toLocaleString('pt-BR')} chaves livres estão fora da venda`;
}
