import * as z from 'zod/mini';
import { text } from '../basics/text.ts';

export const CustomerNote = z.object({
  id: z.string(),
  text: z.string(),
  /** It is null for a deleted user. */
  authorName: z.nullable(z.string()),
  createdAt: z.string(),
});
export type CustomerNote = z.infer<typeof CustomerNote>;

export const NOTE_LENGTH = 2_000;
export const MOST_NOTES = 200;

export const NewNote = z.object({
  text: text(1, NOTE_LENGTH, `Escreva a anotação, com até ${NOTE_LENGTH.toLocaleString('pt-BR')} caracteres.`),
});
export type NewNote = z.infer<typeof NewNote>;
