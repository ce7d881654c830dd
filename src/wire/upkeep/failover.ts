import * as z from 'zod/mini';

export const FAILOVER_PATH = '/api/admin/failover';

/** Keys are off sale since then, because sales may be missing. */
export type Failover = { at: string; since: string; heldKeys: number };

export const AnswerFailover = z.object({
  answer: z.enum(['nothing_lost', 'may_have_lost'], 'Diga se algo pode ter se perdido.'),
});
export type AnswerFailover = z.output<typeof AnswerFailover>;
export type FailoverAnswer = AnswerFailover['answer'];

export function heldKeysText({ heldKeys }: Pick<Failover, 'heldKeys'>): string {
  return heldKeys === 1
    ? '1 chave livre está fora da venda'
    : `${heldKeys.toLocaleString('pt-BR')} chaves livres estão fora da venda`;
}
