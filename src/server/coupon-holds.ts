import type { CouponHolds } from '#src/domain/shop.ts';

/**
 * Who holds how many uses of coupons that have an end. In memory: after a restart everybody starts anew, and no address is
 * ever stored.
 */
export function openCouponHolds(): CouponHolds {
  const holders = new Map<string, string>();
  const counts = new Map<string, number>();
  return {
    take(purchaseId, address) {
      const held = counts.get(address) ?? 0;
      if (held >= MOST_UNPAID) return false;
      counts.set(address, held + 1);
      holders.set(purchaseId, address);
      return true;
    },
    end(purchaseId) {
      const address = holders.get(purchaseId);
      if (address === undefined) return;
      holders.delete(purchaseId);
      const left = (counts.get(address) ?? 0) - 1;
      if (left > 0) counts.set(address, left);
      else counts.delete(address);
    },
  };
}

/** As many as a lecture hall full of buyers behind one address: what is stopped is a machine that empties a coupon. */
const MOST_UNPAID = 100;
