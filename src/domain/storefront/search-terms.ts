import type { ProductRow } from '#db/tables/products.ts';
import { HOSTS, type ProductHost } from '#src/wire/products/hosts.ts';

type Described = Pick<ProductRow, 'name' | 'description' | 'tagline' | 'body'>;

/** A product is also found by its editors, category and effects, as plain words that its card does not show. */
export function searchTerms(
  { name, description, tagline, body }: Described,
  hosts: readonly ProductHost[],
  category: string,
): string {
  const editors = hosts.flatMap(({ host }) => [HOSTS[host].name, HOSTS[host].short]).join(' ');
  const shown = new Set(wordsOf(`${name} ${description}`));
  const ofCategory = new Set(wordsOf(category));
  const written = body.replaceAll(ADDRESS, ']').slice(0, READ_CHARACTERS);
  const terms = new Set(wordsOf(`${editors} ${category} ${tagline} ${written}`));
  return [...terms]
    .filter((word) => word.length >= SHORTEST || ofCategory.has(word))
    .filter((word) => !shown.has(word) && !COMMON.has(word))
    .slice(0, MOST_TERMS)
    .join(' ');
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  );
}

/** A link or picture in Markdown has it. */
const ADDRESS = /\]\([^)\s]*\)/g;
/** Each word is sent with the storefront. */
const MOST_TERMS = 36;
const READ_CHARACTERS = 2_000;
const SHORTEST = 3;
const COMMON = new Set(
  'uma uns umas dos das nos nas por pelo pela para com sem sob que quem qual quando onde como mais menos muito cada todo toda todos todas seu sua seus suas voce ele ela eles elas isso este esta esse essa nao sim mas nem tambem entre ate depois antes ainda sao ser ter tem vem fica sai esta vai dele dela outro outra outros outras mesmo mesma uso usa use tudo nada aqui ali'.split(
    ' ',
  ),
);
