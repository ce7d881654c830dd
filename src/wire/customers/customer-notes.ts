import * as z from 'zod/mini';
import { text } from '../basics/text.ts';

export type CustomerNote = {
  id: string;
  text: string;
  /** It is null for a deleted user. */
  authorName: string | null;
  createdAt: string;
};

export const NOTE_LENGTH = 2_000;
export const MOST_NOTES = 200;

export const NewNote = z.object({
  text: text(1, NOTE_LENGTH, `Escreva a anotação, com até ${NOTE_LENGTH.toLocaleString('pt-BR')} caracteres.`),
});
export type NewNote = z.infer<typeof NewNote>;
