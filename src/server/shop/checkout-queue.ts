import type { CheckoutQueue } from '#src/domain/payments/checkout-queue.ts';

type Waiting = { clientNetwork: string; enter(): void };

/** Bounds concurrent orders. Addresses take turns, and none gets more than half of the places. */
export function openCheckoutQueue({ places = PLACES, longestWaitMs = LONGEST_WAIT_MS } = {}): CheckoutQueue {
  const queues = new Map<string, Waiting[]>();
  const inside = new Map<string, number>();
  let taken = 0;

  const isLetIn = (clientNetwork: string) => taken < places && (inside.get(clientNetwork) ?? 0) < Math.ceil(places / 2);

  const letIn = () => {
    for (const [clientNetwork, queue] of queues) {
      if (!isLetIn(clientNetwork)) continue;
      const next = queue.shift();
      queues.delete(clientNetwork);
      if (queue.length > 0) queues.set(clientNetwork, queue);
      next?.enter();
    }
  };

  const take = (clientNetwork: string) => {
    taken += 1;
    inside.set(clientNetwork, (inside.get(clientNetwork) ?? 0) + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      taken -= 1;
      const left = (inside.get(clientNetwork) ?? 0) - 1;
      if (left > 0) inside.set(clientNetwork, left);
      else inside.delete(clientNetwork);
      letIn();
    };
  };

  const leave = (waiting: Waiting) => {
    const left = (queues.get(waiting.clientNetwork) ?? []).filter((other) => other !== waiting);
    if (left.length > 0) queues.set(waiting.clientNetwork, left);
    else queues.delete(waiting.clientNetwork);
  };

  return {
    enter(clientNetwork) {
      if (!queues.has(clientNetwork) && isLetIn(clientNetwork)) return Promise.resolve(take(clientNetwork));
      return new Promise((resolve) => {
        const waiting: Waiting = {
          clientNetwork,
          enter() {
            clearTimeout(patience);
            resolve(take(clientNetwork));
          },
        };
        const patience = setTimeout(() => {
          leave(waiting);
          resolve(null);
        }, longestWaitMs);
        queues.set(clientNetwork, [...(queues.get(clientNetwork) ?? []), waiting]);
      });
    },
  };
}

const PLACES = 64;
/** The buyer has a response within 15 s, the bank's twelve among them. */
const LONGEST_WAIT_MS = 3_000;
