import { atom } from 'nanostores';

export type Search = { text: string; order: SortOption; category: string; editor: string };

/** `lancamento` is the server's order, newest first; `meu-editor` is offered to who said which one that is. */
const SORT_OPTIONS = ['lancamento', 'menor-preco', 'maior-preco', 'nome', 'meu-editor'] as const;
export type SortOption = (typeof SORT_OPTIONS)[number];

export type Entry = {
  name: string;
  description: string;
  priceCents: number;
  category: string;
  editors: readonly string[];
  /** The search also finds it by the beginning of these plain words. */
  terms: string;
  /** It says how well the card goes with the visitor's editor, 0 best. */
  misfit: number;
};

const EVERYTHING: Search = { text: '', order: 'lancamento', category: '', editor: '' };

export const $search = atom<Search>(EVERYTHING);

/** Typing replaces the history entry; a choice adds one, so that Back undoes it. */
export function typeText(text: string): void {
  $search.set({ ...$search.get(), text });
  rewriteAddressSoon();
}

export function chooseSort(order: SortOption): void {
  $search.set({ ...$search.get(), order });
  writeAddress('pushState');
}

export function chooseCategory(category: string): void {
  $search.set({ ...$search.get(), category });
  writeAddress('pushState');
}

export function chooseEditor(editor: string): void {
  $search.set({ ...$search.get(), editor });
  writeAddress('pushState');
}

export function resetSearch(): void {
  $search.set(EVERYTHING);
  writeAddress('pushState');
}

/** The order where the address names none. */
export function usuallySortBy(order: SortOption): void {
  EVERYTHING.order = order;
}

export type Offered = { categories: readonly string[]; editors: readonly string[]; orders: readonly string[] };

export function readUrl({ categories, editors, orders }: Offered): void {
  clearTimeout(rewriting);
  const wanted = new URLSearchParams(location.search);
  const order = wanted.get('ordem') ?? '';
  $search.set({
    text: wanted.get('q') ?? '',
    order: orders.includes(order) ? sortOptionNamed(order) : EVERYTHING.order,
    category: categories.find((category) => category === wanted.get('categoria')) ?? '',
    editor: editors.find((editor) => editor === wanted.get('editor')) ?? '',
  });
}

export function sortOptionNamed(name: string | null): SortOption {
  return SORT_OPTIONS.find((order) => order === name) ?? EVERYTHING.order;
}

export function findProducts<T extends Entry>(entries: readonly T[], { text, order, category, editor }: Search): T[] {
  const words = plain(text).split(' ').filter(Boolean);
  const found = entries.filter(
    (entry) =>
      (!category || entry.category === category) &&
      (!editor || entry.editors.includes(editor)) &&
      (words.length === 0 || (entry.name && entry.description && hasEvery(entry, words))),
  );
  return found.sort(comparisons[order]);
}

function hasEvery({ name, description, terms }: Entry, words: readonly string[]): boolean {
  const shown = plain(`${name} ${description}`);
  return words.every((word) => shown.includes(word) || ` ${terms}`.includes(` ${word}`));
}

/** Safari refuses more than 100 changes of the address in 30 seconds. */
const REWRITE_DELAY_MS = 350;
const alphabet = new Intl.Collator('pt-BR', { sensitivity: 'base', numeric: true });
const comparisons: Record<SortOption, (one: Entry, other: Entry) => number> = {
  lancamento: () => 0,
  'menor-preco': (one, other) => one.priceCents - other.priceCents,
  'maior-preco': (one, other) => other.priceCents - one.priceCents,
  nome: (one, other) => alphabet.compare(one.name, other.name),
  'meu-editor': (one, other) => one.misfit - other.misfit,
};

let rewriting: ReturnType<typeof setTimeout> | undefined;

function rewriteAddressSoon(): void {
  clearTimeout(rewriting);
  rewriting = setTimeout(() => writeAddress('replaceState'), REWRITE_DELAY_MS);
}

function writeAddress(how: 'pushState' | 'replaceState'): void {
  clearTimeout(rewriting);
  const { text, order, category, editor } = $search.get();
  const address = new URL(location.href);
  const values = { q: text.trim(), ordem: order === EVERYTHING.order ? '' : order, categoria: category, editor };
  for (const [name, value] of Object.entries(values)) {
    if (value) address.searchParams.set(name, value);
    else address.searchParams.delete(name);
  }
  if (address.href !== location.href) history[how](null, '', address);
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}
