/**
 * Synchronous database calls would otherwise block other requests. A turn is not enough: what takes several turns would wait for
 * one of these calls in each.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1));
}

/** Between pieces of work that are short, and many: it takes no time where nobody else has anything to do. */
export async function yieldWhileBusy(): Promise<void> {
  let before = performance.now();
  for (let turns = 0; turns < MOST_TURNS; turns += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    const now = performance.now();
    if (now - before < IDLE_TURN_MS) return;
    before = now;
  }
}

const MOST_TURNS = 8;
const IDLE_TURN_MS = 0.1;
