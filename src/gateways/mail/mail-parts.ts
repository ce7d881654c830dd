import { firstNameOf } from '#src/wire/basics/first-name.ts';
import { cleanText } from '#src/wire/basics/text.ts';
import type { Accent } from '#src/wire/storefront/store-settings.ts';

type Link = { label: string; url: string };

type Note = { sentence: string } & Link;

/** HTML and text have them in this order. */
export type Block =
  | { part: 'paragraph'; text: string }
  | { part: 'product'; name: string; detail: string; picture: string | null }
  | { part: 'code'; label: string; code: string }
  | ({ part: 'button' } & Link)
  | { part: 'facts'; facts: { name: string; value: string }[] }
  /** `share` is the part of the longest bar, from 0 to 1. */
  | { part: 'bars'; title: string; bars: { name: string; value: string; share: number }[] }
  | { part: 'steps'; title: string; steps: string[] }
  | { part: 'notes'; text: string; html: string }
  | ({ part: 'link' } & Link);

export type MailText = {
  subject: string;
  preview: string;
  title: string;
  blocks: Block[];
  /** The notes stand in small type below the line. */
  notes: Note[];
  seller: string | null;
  footer: string;
};

/** The seller's line is added to the words of every kind. */
export type Words = Omit<MailText, 'seller'>;

/** What is pressed, copied or read beside the paragraphs comes after them; the title is the subject unless said. */
type Letter = Omit<Words, 'title' | 'blocks' | 'notes'> &
  Partial<Pick<Words, 'title'>> & { text: string | string[]; blocks?: Block[]; notes?: Note | Note[] };

export function letter({ text, blocks = [], title, notes = [], ...words }: Letter): Words {
  const paragraphs = [text].flat().map((each): Block => ({ part: 'paragraph', text: each }));
  return { ...words, title: title ?? words.subject, blocks: [...paragraphs, ...blocks], notes: [notes].flat() };
}

/** `logo` is an address of the shop's own, or empty. */
export type Shopfront = { storeName: string; siteUrl: string; communityUrl: string; logo: string; accent: Accent };

export function greetingFor(name: string): string {
  const first = firstNameOf(name);
  return first === '' ? 'Olá.' : `Olá, ${first}.`;
}

export function oneLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ');
}
