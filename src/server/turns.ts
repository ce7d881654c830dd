import type { Turns } from '#src/domain/shop.ts';

export function openTurns(): Turns {
  const last = new Map<string, Promise<void>>();
  return {
    async take(name, run) {
      const before = last.get(name);
      const { promise: mine, resolve: end } = Promise.withResolvers<void>();
      last.set(name, mine);
      await before;
      try {
        return await run();
      } finally {
        end();
        if (last.get(name) === mine) last.delete(name);
      }
    },
  };
}
