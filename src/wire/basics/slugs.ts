const MAXIMUM_SLUG = 80;
const MINIMUM_SLUG = 3;

/** `Correção de Cor 2.0` becomes `correcao-de-cor-2-0`; what is left too short begins with `noun`. */
export function slugFrom(name: string, noun = 'plugin'): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAXIMUM_SLUG)
    .replace(/^-+|-+$/g, '');
  return plain.length < MINIMUM_SLUG ? [noun, plain].filter(Boolean).join('-') : plain;
}

/** Numbers it where it is taken: `nevoa-2`. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const numbered = number === 1 ? slug : withEnding(slug, `-${number}`);
    if (!taken.has(numbered)) return numbered;
  }
}

function withEnding(slug: string, ending: string): string {
  return slug.slice(0, MAXIMUM_SLUG - ending.length).replace(/-+$/, '') + ending;
}

export function isSlug(text: string): boolean {
  return text.length >= MINIMUM_SLUG && text.length <= MAXIMUM_SLUG && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text);
}
