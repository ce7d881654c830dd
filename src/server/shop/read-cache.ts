import type { ReadCache } from '#src/domain/lists/read-cache.ts';

export function openReadCache(): ReadCache {
  const results = new Map<string, { result: unknown }>();
  let current = '';
  return {
    find: (name, version) => (version === current ? results.get(name) : undefined),
    store(name, version, result) {
      if (version !== current || results.size >= MAXIMUM_RESULTS) results.clear();
      current = version;
      results.set(name, { result });
    },
  };
}

/** A report has some 200 rows at most. */
const MAXIMUM_RESULTS = 100;
