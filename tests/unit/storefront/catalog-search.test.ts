import { expect, test } from 'vitest';
import { type Entry, findProducts, type Search } from '#src/client/storefront/catalog-search.ts';

const MADE_FOR: Record<string, Pick<Entry, 'editors' | 'terms'>> = {
  'Letra Viva': { editors: ['premiere'], terms: 'premiere pro' },
  'Lote 10': { editors: ['premiere', 'resolve'], terms: 'premiere pro davinci resolve ruido' },
};

const MISFITS: Record<string, number> = { 'Lote 9': 0, Átomo: 1, 'Letra Viva': 3 };

const shelf: Entry[] = [
  entry({ name: 'Letra Viva', description: 'Títulos animados', priceCents: 10990, category: 'animacao-de-texto' }),
  entry({
    name: 'Átomo',
    description: 'Partículas na placa de vídeo',
    priceCents: 15990,
    category: 'efeitos-especiais',
  }),
  entry({ name: 'Faísca', description: '', priceCents: 4990, category: 'efeitos-especiais' }),
  entry({ name: '', description: 'Partículas sem nome', priceCents: 2990, category: '' }),
  entry({ name: 'Lote 10', description: 'Exporta tudo', priceCents: 4990, category: 'motion-graphics' }),
  entry({ name: 'Lote 9', description: 'Exporta quase tudo', priceCents: 4990, category: 'motion-graphics' }),
];

test('without a query products keep the server’s order', () => {
  expect(findProducts(shelf, asking({}))).toEqual(shelf);
});

test.each(['PARTÍCULAS', 'particulas', '  Partículas  na '])('case, accents and spaces do not matter in %j', (text) => {
  expect(names(asking({ text }))).toEqual(['Átomo']);
});

test('a product without name or description does not match a text query and is listed otherwise', () => {
  expect(names(asking({ text: 'faísca' }))).toEqual([]);
  expect(names(asking({ category: 'efeitos-especiais' }))).toEqual(['Átomo', 'Faísca']);
});

test('a word is looked for in name, description and the beginnings of further words, each on its own', () => {
  expect(names(asking({ text: 'premiere' }))).toEqual(['Letra Viva', 'Lote 10']);
  expect(names(asking({ text: 'Première  título' }))).toEqual(['Letra Viva']);
  expect(names(asking({ text: 'ruído' }))).toEqual(['Lote 10']);
  expect(names(asking({ text: 'uido' }))).toEqual([]);
  expect(names(asking({ text: 'premiere vento' }))).toEqual([]);
});

test('an editor leaves what is made for it', () => {
  expect(names(asking({ editor: 'premiere' }))).toEqual(['Letra Viva', 'Lote 10']);
  expect(names(asking({ editor: 'resolve', category: 'motion-graphics' }))).toEqual(['Lote 10']);
  expect(names(asking({ editor: 'nuke' }))).toEqual([]);
});

test('sorts by price both ways and keeps the server’s order for ties', () => {
  expect(names(asking({ order: 'menor-preco' }))).toEqual(['', 'Faísca', 'Lote 10', 'Lote 9', 'Letra Viva', 'Átomo']);
  expect(names(asking({ order: 'maior-preco' }))).toEqual(['Átomo', 'Letra Viva', 'Faísca', 'Lote 10', 'Lote 9', '']);
});

test('sorts names in Brazilian collation, with numbers by value', () => {
  expect(names(asking({ order: 'nome' }))).toEqual(['', 'Átomo', 'Faísca', 'Letra Viva', 'Lote 9', 'Lote 10']);
});

test("puts what works with the visitor's editor first, and what does not last", () => {
  expect(names(asking({ order: 'meu-editor' }))).toEqual(['Lote 9', 'Átomo', 'Faísca', '', 'Lote 10', 'Letra Viva']);
});

function entry(part: Omit<Entry, 'editors' | 'terms' | 'misfit'>): Entry {
  return { ...part, misfit: MISFITS[part.name] ?? 2, ...(MADE_FOR[part.name] ?? { editors: [], terms: '' }) };
}

function asking(part: Partial<Search>): Search {
  return { text: '', order: 'lancamento', category: '', editor: '', ...part };
}

function names(search: Search): string[] {
  return findProducts(shelf, search).map(({ name }) => name);
}
