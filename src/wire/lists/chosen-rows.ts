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
export type ChosenRows = z.infer<typeof ChosenRows>;

export const ChosenState = z.object({ ids, isActive: z.boolean('Diga se é para ativar ou desativar.') });
export type ChosenState = z.infer<typeof ChosenState>;

/** Of the rows that changed, and why the others did not. */
export type ChosenResult = { changed: number; refused: { id: string; message: string }[] };

/** Of the address of an export; null for the whole list, and no row's for what cannot be read. */
export function readChosenIds(params: URLSearchParams): string[] | null {
  const typed = params.get('ids');
  return typed === null ? null : (z.safeParse(ids, typed.split(',')).data ?? ['']);
}
