import type { Source } from './source.ts';

/** Type imports included, each circle once: `a -> b -> a`. */
export function findCircles(sources: Source[]): string[] {
  const importsOf = new Map(
    sources.map(({ path, imports }) => [path, imports.filter(({ isOurs }) => isOurs).map(({ target }) => target)]),
  );
  const done = new Set<string>();
  const trail: string[] = [];
  const circles: string[] = [];
  const walk = (path: string): void => {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
    if (done.has(path) || trail.includes(path)) return;
    trail.push(path);
    for (const target of importsOf.get(path) ?? []) walk(target);
    trail.pop();
    done.add(path);
  };
  for (const path of importsOf.keys()) walk(path);
  return circles;
}
