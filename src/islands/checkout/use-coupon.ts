import { useState } from 'react';
import { ApiError } from '#src/client/api.ts';
import { fetchCoupon } from '#src/client/checkout/payments.ts';
import type { PublicProduct } from '#src/wire/storefront/catalog.ts';
import { type CouponStart, type CouponState, couponRefusal } from './coupon-state.ts';
import type { AppliedCoupon } from './quote.ts';

const NOT_ASKED = 'Não foi possível validar o cupom. Tente novamente.';

export function useCoupon(product: Pick<PublicProduct, 'id' | 'price'>, start: CouponStart) {
  const [code, setCode] = useState(start.code);
  const [state, setState] = useState(start.state);
  const [isTouched, setTouched] = useState(false);

  async function apply(): Promise<AppliedCoupon | 'none' | 'refused'> {
    if (state.name === 'applied') return state.coupon;
    if (!code.trim()) return 'none';
    setTouched(true);
    setState({ name: 'checking' });
    try {
      const validation = await fetchCoupon(code, product.id, product.price);
      setState(validation.valid ? { name: 'applied', coupon: validation.coupon } : refused(validation.message));
      return validation.valid ? validation.coupon : 'refused';
    } catch (error) {
      const isRefusal = error instanceof ApiError && error.code === 'too_many_codes';
      setState({ name: 'open', refusal: isRefusal ? error.message : NOT_ASKED });
      return 'refused';
    }
  }

  return {
    code,
    state,
    /** The control that replaces the pressed one takes the focus. */
    isTouched,
    applied: state.name === 'applied' ? state.coupon : null,
    apply,
    type(typed: string) {
      setCode(typed);
      setState({ name: 'open', refusal: null });
    },
    remove() {
      setTouched(true);
      setCode('');
      setState({ name: 'open', refusal: null });
    },
    refuse: ({ code, message }: ApiError) =>
      setState(code === 'too_many_codes' ? { name: 'open', refusal: message } : refused(message)),
  };
}

export type Coupon = ReturnType<typeof useCoupon>;

function refused(message: string): CouponState {
  return { name: 'open', refusal: couponRefusal(message) };
}
