import { fold, wordsOf } from '#src/wire/basics/words.ts';
import {
  MANUAL_PAGE_NAMES,
  MANUAL_PARTS,
  type ManualFinding,
  type ManualPageName,
} from '#src/wire/manual/manual-pages.ts';
import { type ManualText, parseManual } from '#src/wire/manual/parse-manual.ts';

/** The build puts the texts into the bundle. */
const FILES = import.meta.glob<string>('../../../docs/manual/*.md', { query: '?raw', import: 'default', eager: true });

type Neighbor = { name: ManualPageName; title: string };
export type ManualPage = ManualText & { name: ManualPageName; previous: Neighbor | null; next: Neighbor | null };
export type ManualPart = { name: string; pages: { name: ManualPageName; title: string; lead: string }[] };

/** It is null where there is no such page. */
export async function showManualPage(asked: string): Promise<ManualPage | null> {
  const name = MANUAL_PAGE_NAMES.find((known) => known === asked);
  if (!name) return null;
  const at = MANUAL_PAGE_NAMES.indexOf(name);
  const [page, previous, next] = await Promise.all([readPage(name), neighborAt(at - 1), neighborAt(at + 1)]);
  return { ...page, name, previous, next };
}

export function listManual(): Promise<ManualPart[]> {
  return Promise.all(
    MANUAL_PARTS.map(async ({ name, pages }) => ({ name, pages: await Promise.all(pages.map(summaryOf)) })),
  );
}

/** Finds the headings that have all words in their own text; those that say them themselves come first. */
export async function searchManual(text: string): Promise<ManualFinding[]> {
  const words = wordsOf(text.slice(0, LONGEST_SEARCH));
  if (words.length === 0) return [];
  const candidates = MANUAL_PAGE_NAMES.filter((name) => hasAll(markdownOf(name), words));
  const pages = await Promise.all(candidates.map(async (name) => ({ name, ...(await readPage(name)) })));
  const found = pages.flatMap(({ name, title: pageTitle, sections }) =>
    sections
      .filter((section) => hasAll(`${pageTitle} ${section.title} ${section.text}`, words))
      .map(({ anchor, title }) => ({ place: anchor ? `${name}#${anchor}` : name, title, pageTitle })),
  );
  return found.toSorted((one, other) => distanceOf(one, words) - distanceOf(other, words)).slice(0, MOST_FOUND);
}

const LONGEST_SEARCH = 100;
const MOST_FOUND = 8;

function distanceOf({ title, pageTitle }: ManualFinding, words: readonly string[]): number {
  if (hasAll(title, words)) return 0;
  return hasAll(`${pageTitle} ${title}`, words) ? 1 : 2;
}

function hasAll(text: string, words: readonly string[]): boolean {
  const folded = fold(text);
  return words.every((word) => folded.includes(word));
}

async function summaryOf(name: ManualPageName): Promise<ManualPart['pages'][number]> {
  const { title, lead } = await readPage(name);
  return { name, title, lead };
}

async function neighborAt(at: number): Promise<Neighbor | null> {
  const name = MANUAL_PAGE_NAMES[at];
  return name ? { name, title: (await readPage(name)).title } : null;
}

function readPage(name: ManualPageName): Promise<ManualText> {
  return parseManual(markdownOf(name));
}

function markdownOf(name: ManualPageName): string {
  return FILES[`../../../docs/manual/${name}.md`] ?? '';
}
