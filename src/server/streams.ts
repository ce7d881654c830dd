import type { Streams } from '#src/domain/shop.ts';

/** Counts the pages that listen: each holds a socket and a timer. */
export function openStreams(): Streams {
  let open = 0;
  return {
    open() {
      if (open >= MAXIMUM_STREAMS) return null;
      open += 1;
      return () => {
        open -= 1;
      };
    },
  };
}

const MAXIMUM_STREAMS = 1_000;
