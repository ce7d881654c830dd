import type { Streams } from '#src/domain/shop.ts';

/** Counts the pages that listen: each holds a socket and a timer. No address can take the places of all others. */
export function openStreams(): Streams {
  const openByAddress = new Map<string, number>();
  let open = 0;
  return {
    open(address) {
      const ofAddress = openByAddress.get(address) ?? 0;
      if (open >= MAXIMUM_STREAMS || ofAddress >= MAXIMUM_OF_ADDRESS) return null;
      open += 1;
      openByAddress.set(address, ofAddress + 1);
      return () => {
        open -= 1;
        const left = (openByAddress.get(address) ?? 1) - 1;
        if (left > 0) openByAddress.set(address, left);
        else openByAddress.delete(address);
      };
    },
  };
}

const MAXIMUM_STREAMS = 1_000;
/** Many homes share one address: far more than any one of them needs. */
const MAXIMUM_OF_ADDRESS = 250;
