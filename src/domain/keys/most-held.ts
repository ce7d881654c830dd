/**
 * Returns how many uses of a coupon, or keys, the unpaid orders of one network may hold, so that nobody takes all of
 * them.
 */
export function mostHeld(available: number): number {
  return Math.max(2, Math.floor(available / 10));
}
