import { useState } from 'react';
import { askCoupon } from '#src/client/payments.ts';
import type { PublicProduct } from '#src/wire/catalogue.ts';
import type { AppliedCoupon } from './quote.ts';

export type CouponState =
  | { name: 'open'; refusal: string | null }
  | { name: 'checking' }
  | { name: 'applied'; coupon: AppliedCoupon };

export type CouponStart = { code: string; state: CouponState };

const NOT_ASKED = 'Não foi possível validar o cupom. Tente novamente.';

/** The coupon that the buyer types, until the shop has said what it is worth. */
export function useCoupon(product: Pick<PublicProduct, 'id' | 'price'>, start: CouponStart) {
  const [code, setCode] = useState(start.code);
  const [state, setState] = useState(start.state);
  const [isTouched, setTouched] = useState(false);

  /** Whether the order may go on: there is no code, or it is good. */
  async function apply(): Promise<AppliedCoupon | 'none' | 'refused'> {
    if (state.name === 'applied') return state.coupon;
    if (!code.trim()) return 'none';
    setTouched(true);
    setState({ name: 'checking' });
    try {
      const answer = await askCoupon(code, product.id, product.price);
      setState(answer.valid ? { name: 'applied', coupon: answer.coupon } : refused(answer.message));
      return answer.valid ? answer.coupon : 'refused';
    } catch {
      // The call has logged its reason; the buyer gets the sentence for it.
      setState({ name: 'open', refusal: NOT_ASKED });
      return 'refused';
    }
  }

  return {
    code,
    state,
    /** The buyer has pressed something here: what takes its place takes the focus too. */
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
    refuse: (message: string) => setState(refused(message)),
  };
}

export type Coupon = ReturnType<typeof useCoupon>;

function refused(message: string): CouponState {
  return { name: 'open', refusal: couponRefusal(message) };
}

/** The specification's words before the shop's own: 'Cupom inválido: este cupom expirou.' */
export function couponRefusal(message: string): string {
  return /^cupom inválido/i.test(message) ? message : `Cupom inválido. ${message}`;
}
