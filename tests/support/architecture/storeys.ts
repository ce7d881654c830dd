import { findCircles } from './import-circles.ts';
import { readSource, type Source } from './source.ts';

/** The nouns of `src/domain` from the ground up; each may import those before it. */
export const STOREYS = [
  'files lists audit timeline secrets mail access hooks notifications reports',
  'keys products releases storefront coupons offers affiliates payouts partners',
  'purchases reviews invoices payments withdrawals downloads trials licenses reminders',
  'customers buyers',
  'imports sales backups takeout address upkeep views installation manual',
]
  .join(' ')
  .split(' ');

/** Each import of a noun that stands higher. `shop.ts` names what is opened for all nouns, so it alone may import any. */
export function findClimbs(sources: Source[]): string[] {
  const storeyOf = (path: string) => STOREYS.indexOf(path.split('/')[2] ?? '');
  return sources.flatMap(({ path, imports }) =>
    path === 'src/domain/shop.ts'
      ? []
      : imports
          .filter(({ target }) => target.startsWith('src/domain/') && storeyOf(target) > storeyOf(path))
          .map(({ target }) => `${path} may not import ${target}, which stands above it.`),
  );
}

/** Finds circles between the nouns of one layer: `keys -> mail -> keys`. */
export function findCirclesOfNouns(sources: Source[], layer: string): string[] {
  const nounIn = (path: string) =>
    path.startsWith(`${layer}/`) ? path.slice(layer.length + 1).split('/')[0] : undefined;
  const nouns = new Map<string, Source>();
  for (const { path, imports } of sources) {
    const noun = nounIn(path);
    if (!noun || noun.endsWith('.ts')) continue;
    const known = nouns.get(noun) ?? readSource(noun, '');
    for (const one of imports) {
      const target = nounIn(one.target);
      if (target && target !== noun) known.imports.push({ ...one, target });
    }
    nouns.set(noun, known);
  }
  return findCircles([...nouns.values()]);
}
