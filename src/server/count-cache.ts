import type { CountCache } from '#src/domain/shop.ts';

export function openCountCache(): CountCache {
  const totals = new Map<string, number>();
  let current = '';
  return {
    find: (name, version) => (version === current ? totals.get(name) : undefined),
    store(name, version, total) {
      if (version !== current || totals.size >= MAXIMUM_TOTALS) totals.clear();
      current = version;
      totals.set(name, total);
    },
  };
}

const MAXIMUM_TOTALS = 200;
