import type { Streams } from '#src/domain/shop.ts';

/** Each stream holds a socket and a timer; no address can take all of them. */
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
/** Many homes share one address. */
const MAXIMUM_OF_ADDRESS = 250;
