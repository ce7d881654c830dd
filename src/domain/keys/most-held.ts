/** The unpaid orders of one network may hold so many keys, or uses of a coupon, so that nobody takes all of them. */
export function mostHeld(available: number): number {
  return Math.max(2, Math.floor(available / 10));
}
