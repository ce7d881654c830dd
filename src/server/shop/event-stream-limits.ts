import type { EventStreamLimits } from '#src/domain/events.ts';

export function openEventStreamLimits(): EventStreamLimits {
  const openByNetwork = new Map<string, number>();
  let open = 0;
  return {
    open(clientNetwork) {
      const ofNetwork = openByNetwork.get(clientNetwork) ?? 0;
      if (open >= MAXIMUM_STREAMS || ofNetwork >= MAXIMUM_OF_NETWORK) return null;
      open += 1;
      openByNetwork.set(clientNetwork, ofNetwork + 1);
      return () => {
        open -= 1;
        const left = (openByNetwork.get(clientNetwork) ?? 1) - 1;
        if (left > 0) openByNetwork.set(clientNetwork, left);
        else openByNetwork.delete(clientNetwork);
      };
    },
  };
}

const MAXIMUM_STREAMS = 1_000;
/** Many homes share one address. */
const MAXIMUM_OF_NETWORK = 250;
