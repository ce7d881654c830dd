import type { KeyedMutex } from '#src/domain/shop.ts';

export function openKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<void>>();
  return {
    async run(name, work) {
      const before = last.get(name);
      const { promise: mine, resolve: end } = Promise.withResolvers<void>();
      last.set(name, mine);
      await before;
      try {
        return await work();
      } finally {
        end();
        if (last.get(name) === mine) last.delete(name);
      }
    },
  };
}
