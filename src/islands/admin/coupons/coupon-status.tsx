import { Badge, type BadgeTone } from '#src/islands/ui/states/badge.tsx';
import { COUPON_STATES, type Coupon, type CouponState, couponStateOf } from '#src/wire/coupons/coupons.ts';

export function CouponStatus({ coupon, today }: { coupon: Coupon; today: string }) {
  const state = couponStateOf(coupon, today);
  return <Badge tone={TONES[state]}>{COUPON_STATES[state]}</Badge>;
}

const TONES: Record<CouponState, BadgeTone> = {
  inactive: 'neutral',
  expired: 'warning',
  used_up: 'warning',
  scheduled: 'neutral',
  active: 'success',
};
