import { useRef, useState } from 'react';
import { ApiError, sentenceOf } from '#src/client/api.ts';
import { quoteOrder } from '#src/client/checkout/payments.ts';
import { MOST_LICENSES } from '#src/wire/products/most-licenses.ts';
import type { OrderQuote } from '#src/wire/purchases/checkout.ts';
import { type CouponState, couponRefusal, type OrderStart, quantityOf, type ShownOrder } from './order-state.ts';

const NOT_ASKED = 'Não foi possível validar o cupom. Tente novamente.';

/** How many licenses, with which coupon, and what the server says that it costs. */
export function useOrder(productId: string, start: OrderStart) {
  const [quote, setQuote] = useState(start.quote);
  const [quantity, setQuantity] = useState(start.quantity);
  const [quantityRefusal, setQuantityRefusal] = useState(start.quantityRefusal);
  const [code, setCode] = useState(start.code);
  const [coupon, setCoupon] = useState(start.coupon);
  const [isTouched, setTouched] = useState(false);
  const questions = useRef(0);
  const applied = coupon.name === 'applied' ? coupon.code : null;
  const shown: ShownOrder = applied
    ? { ...quote, discount: { code: applied, amount: quote.discountAmount } }
    : { ...quote, discount: null, totalAmount: quote.subtotalAmount };

  function show(validity: OrderQuote['coupon'], typed: string): boolean {
    const isValid = validity?.valid === true;
    setCoupon(isValid ? { name: 'applied', code: typed } : refused(validity?.message ?? NOT_ASKED));
    return isValid;
  }

  async function choose(wanted: number): Promise<void> {
    if (wanted < 1 || wanted > MOST_LICENSES) return;
    questions.current += 1;
    const question = questions.current;
    // Of several presses the last one's answer counts.
    const isLast = () => question === questions.current;
    setQuantity(wanted);
    setQuantityRefusal(null);
    try {
      const priced = await quoteOrder({ productId, quantity: wanted, couponCode: applied });
      if (!isLast()) return;
      setQuote(priced);
      if (applied !== null) show(priced.coupon, applied);
      history.replaceState(history.state, '', addressWith(wanted));
    } catch (error) {
      if (!isLast()) return;
      setQuantity(quantityOf(quote));
      setQuantityRefusal(sentenceOf(error));
    }
  }

  /** Returns the code that counts, or null where none was typed. */
  async function apply(): Promise<{ code: string | null } | 'refused'> {
    const typed = code.trim().toUpperCase();
    if (applied !== null || typed === '') return { code: applied };
    setTouched(true);
    setCoupon({ name: 'checking' });
    try {
      const priced = await quoteOrder({ productId, quantity, couponCode: typed });
      setQuote(priced);
      return show(priced.coupon, typed) ? { code: typed } : 'refused';
    } catch (error) {
      const isRefusal = error instanceof ApiError && error.code === 'too_many_codes';
      setCoupon({ name: 'open', refusal: isRefusal ? error.message : NOT_ASKED });
      return 'refused';
    }
  }

  return {
    shown,
    quantity,
    quantityRefusal,
    choose,
    code,
    coupon,
    /** The control that replaces the pressed one takes the focus. */
    isTouched,
    applied,
    apply,
    type(typed: string) {
      setCode(typed);
      setCoupon({ name: 'open', refusal: null });
    },
    remove() {
      setTouched(true);
      setCode('');
      setCoupon({ name: 'open', refusal: null });
    },
    refuse: ({ code: reason, message }: ApiError) =>
      setCoupon(reason === 'too_many_codes' ? { name: 'open', refusal: message } : refused(message)),
  };
}

export type Order = ReturnType<typeof useOrder>;

/** A reload, or a link, keeps the number. */
function addressWith(quantity: number): string {
  const query = new URLSearchParams(location.search);
  if (quantity === 1) query.delete('licencas');
  else query.set('licencas', String(quantity));
  const written = query.toString();
  return `${location.pathname}${written && `?${written}`}`;
}

function refused(message: string): CouponState {
  return { name: 'open', refusal: couponRefusal(message) };
}
