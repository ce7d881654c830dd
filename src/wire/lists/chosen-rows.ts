import * as z from 'zod/mini';
import { identifier } from '../basics/text.ts';

export const MOST_CHOSEN = 100;

/** Rows of a list that the owner chose for one action. */
const ids = z
  .array(identifier('Uma das linhas escolhidas não existe.'), 'Escolha ao menos uma linha.')
  .check(
    z.minLength(1, 'Escolha ao menos uma linha.'),
    z.maxLength(MOST_CHOSEN, `Escolha até ${MOST_CHOSEN} linhas por vez.`),
  );

export const ChosenRows = z.object({ ids });

export const ChosenState = z.object({ ids, isActive: z.boolean('Diga se é para ativar ou desativar.') });
export type ChosenState = z.infer<typeof ChosenState>;

export const ChosenResult = z.object({
  changed: z.number(),
  refused: z.array(
    z.object({
      id: z.string(),
      message: z.string(),
    }),
  ),
});
export type ChosenResult = z.infer<typeof ChosenResult>;

/** Reads the address of an export; null is the whole list, and what cannot be read chooses no row. */
export function readChosenIds(params: URLSearchParams): string[] | null {
  const typed = params.get('ids');
  return typed === null ? null : (z.safeParse(ids, typed.split(',')).data ?? ['']);
}
