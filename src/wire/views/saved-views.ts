import * as z from 'zod/mini';
import { line } from '../basics/text.ts';
import { LIST_NAMES } from './built-in-views.ts';

export const SavedView = z.object({
  id: z.string(),
  list: z.enum(LIST_NAMES),
  name: z.string(),
  /** It stands as in the address, without the question mark; it never names a page. */
  query: z.string(),
  isShared: z.boolean(),
  /** A change sends it back, so that a later one by somebody else is not overwritten. */
  updatedAt: z.string(),
});
export type SavedView = z.infer<typeof SavedView>;

export const MOST_VIEWS = 30;
export const VIEW_NAME_LENGTH = 40;

const name = line(1, VIEW_NAME_LENGTH, `Dê um nome à visão, com até ${VIEW_NAME_LENGTH} caracteres.`);
const isShared = z.boolean('Diga se a visão é só sua ou de todos.');
const query = z
  .string('Os filtros não puderam ser lidos.')
  .check(
    z.maxLength(1_000, 'Estes filtros são longos demais para guardar. Encurte a busca.'),
    z.regex(/^[\x21-\x7e]*$/, 'Os filtros não puderam ser lidos.'),
  );

export const NewView = z.object({
  list: z.enum(LIST_NAMES, 'Escolha uma das listas do painel.'),
  name,
  query,
  isShared,
});
export type NewView = z.infer<typeof NewView>;

export const ViewChange = z.object({
  name: z.optional(name),
  query: z.optional(query),
  isShared: z.optional(isShared),
  openedAt: z.string('A data da última mudança não pôde ser lida.').check(z.maxLength(40)),
});
export type ViewChange = z.infer<typeof ViewChange>;
