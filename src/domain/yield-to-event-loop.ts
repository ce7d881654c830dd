/**
 * Synchronous database calls would otherwise block other requests. A turn is not enough: what takes several turns would wait for
 * one of these calls in each.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1));
}
