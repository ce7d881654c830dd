import * as z from 'zod/mini';
import { identifier, line, text } from '../basics/text.ts';

export const Category = z.object({
  id: z.string(),
  name: z.string(),
});
export type Category = z.infer<typeof Category>;

/** Every shop has these; nobody renames or removes them. */
export const STANDING_CATEGORIES: readonly Category[] = [
  { id: 'correcao-de-cor', name: 'Correção de Cor' },
  { id: 'motion-graphics', name: 'Motion Graphics' },
  { id: 'efeitos-especiais', name: 'Efeitos Especiais' },
  { id: 'animacao-de-texto', name: 'Animação de Texto' },
];

export const AdminCategory = z.extend(Category, {
  /** The owner wrote it; where it is empty the shop's words stand. */
  shelfText: z.string(),
  isOwn: z.boolean(),
  /** Withdrawn products do not count. */
  products: z.number(),
  onSale: z.number(),
});
export type AdminCategory = z.infer<typeof AdminCategory>;

export const CATEGORIES_PATH = '/api/admin/categories';
export const MOST_OWN_CATEGORIES = 20;
export const CATEGORY_NAME_LENGTH = 40;
export const SHELF_TEXT_LENGTH = 240;
export const WITHOUT_CATEGORY = 'Sem categoria';
/** The filter says it for products without one; no category has it for an id. */
export const NO_CATEGORY = '-';

const WRONG_NAME = `Dê um nome à categoria, com 2 a ${CATEGORY_NAME_LENGTH} caracteres.`;
const TAKEN_BY_SHOP = 'Este nome a loja já usa nos seus filtros. Escolha outro.';

const name = z.pipe(
  z.pipe(
    line(0, CATEGORY_NAME_LENGTH * 2, WRONG_NAME),
    z.transform((typed) => typed.replace(/\s+/g, ' ')),
  ),
  z.string().check(
    z.minLength(2, WRONG_NAME),
    z.maxLength(CATEGORY_NAME_LENGTH, WRONG_NAME),
    z.refine((typed) => /[\p{L}\p{N}]/u.test(typed), WRONG_NAME),
    z.refine((typed) => !['todas', plainName(WITHOUT_CATEGORY)].includes(plainName(typed)), TAKEN_BY_SHOP),
  ),
);
const shelfText = z.pipe(
  text(0, SHELF_TEXT_LENGTH, `Escreva até ${SHELF_TEXT_LENGTH} caracteres.`),
  z.transform((typed) => typed.replace(/\s+/g, ' ')),
);
const openedName = z.string('O nome de antes não pôde ser lido.').check(z.maxLength(200));
const ids = z
  .array(identifier('A ordem não pôde ser lida.'), 'A ordem não pôde ser lida.')
  .check(z.maxLength(200, 'A ordem não pôde ser lida.'));

export const NewCategory = z.object({ name, shelfText: z.optional(shelfText) });
export type NewCategory = z.infer<typeof NewCategory>;

/** `opened…` is what it was when the window was opened: a later change by somebody else is not overwritten. */
export const CategoryChange = z.object({
  name,
  openedName,
  shelfText: z.optional(shelfText),
  openedShelfText: z.optional(z.string().check(z.maxLength(SHELF_TEXT_LENGTH))),
});
export type CategoryChange = z.infer<typeof CategoryChange>;

/** All of them, as they shall follow each other, and as they did when the window was opened. */
export const CategoryOrder = z.object({ ids, openedIds: ids });
export type CategoryOrder = z.infer<typeof CategoryOrder>;

export function categoryPath(id: string): string {
  return `/categorias/${encodeURIComponent(id)}`;
}

/** Two names that differ in case, accents or spaces alone are the same. */
export function plainName(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

export const CategoryRemoved = z.object({ success: z.literal(true), moved: z.number() });

export const RemoveCategoryQuery = z.object({
  moveTo: z.optional(
    z.string().check(z.describe('A categoria que recebe os produtos. Vazio deixa os produtos sem categoria.')),
  ),
});
