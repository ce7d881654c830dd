import type { CheckoutQueue } from '#src/domain/shop.ts';

type Waiting = { address: string; enter(): void };

/** Bounds concurrent orders. Addresses take turns, and none gets more than half of the places. */
export function openCheckoutQueue({ places = PLACES, longestWaitMs = LONGEST_WAIT_MS } = {}): CheckoutQueue {
  const queues = new Map<string, Waiting[]>();
  const inside = new Map<string, number>();
  let taken = 0;

  const isLetIn = (address: string) => taken < places && (inside.get(address) ?? 0) < Math.ceil(places / 2);

  const letIn = () => {
    for (const [address, queue] of queues) {
      if (!isLetIn(address)) continue;
      const next = queue.shift();
      queues.delete(address);
      if (queue.length > 0) queues.set(address, queue);
      next?.enter();
    }
  };

  const take = (address: string) => {
    taken += 1;
    inside.set(address, (inside.get(address) ?? 0) + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      taken -= 1;
      const left = (inside.get(address) ?? 0) - 1;
      if (left > 0) inside.set(address, left);
      else inside.delete(address);
      letIn();
    };
  };

  const leave = (waiting: Waiting) => {
    const left = (queues.get(waiting.address) ?? []).filter((other) => other !== waiting);
    if (left.length > 0) queues.set(waiting.address, left);
    else queues.delete(waiting.address);
  };

  return {
    enter(address) {
      if (!queues.has(address) && isLetIn(address)) return Promise.resolve(take(address));
      return new Promise((resolve) => {
        const waiting: Waiting = {
          address,
          enter() {
            clearTimeout(patience);
            resolve(take(address));
          },
        };
        const patience = setTimeout(() => {
          leave(waiting);
          resolve(null);
        }, longestWaitMs);
        queues.set(address, [...(queues.get(address) ?? []), waiting]);
      });
    },
  };
}

/** Enough for a slow bank, few enough not to delay each other. */
const PLACES = 64;
/** With the bank's twelve seconds the buyer has a response within 15. */
const LONGEST_WAIT_MS = 3_000;
