import { useRef, useState } from 'react';
import { ApiError, sentenceOf } from '#src/client/api.ts';
import { quoteOrder } from '#src/client/checkout/payments.ts';
import { MOST_LICENSES } from '#src/wire/products/most-licenses.ts';
import type { OrderQuote } from '#src/wire/purchases/checkout.ts';
import { type CouponState, couponRefusal, type OrderStart, type ShownOrder } from './order-state.ts';

const NOT_ASKED = 'Não foi possível validar o cupom. Tente novamente.';

/** How many licenses, with which coupon, and what the server says that it costs. */
export function useOrder(productId: string, start: OrderStart) {
  const [quote, setQuote] = useState(start.quote);
  const [quantity, setQuantity] = useState(start.quantity);
  const [quantityRefusal, setQuantityRefusal] = useState(start.quantityRefusal);
  const [code, setCode] = useState(start.code);
  const [coupon, setCoupon] = useState(start.coupon);
  const [isTouched, setTouched] = useState(false);
  const pricing = useRef<Promise<unknown>>(Promise.resolve());
  const applied = coupon.name === 'applied' ? coupon.code : null;

  async function price(wanted: number, couponCode: string | null): Promise<OrderQuote> {
    const asked = quoteOrder({ productId, quantity: wanted, couponCode });
    pricing.current = asked;
    const priced = await asked;
    // A later question has the later answer.
    if (pricing.current === asked) setQuote(priced);
    return priced;
  }

  function show(validity: OrderQuote['coupon'], typed: string): boolean {
    const isValid = validity?.valid === true;
    setCoupon(isValid ? { name: 'applied', code: typed } : refused(validity?.message ?? NOT_ASKED));
    return isValid;
  }

  async function choose(wanted: number): Promise<void> {
    if (wanted < 1 || wanted > MOST_LICENSES) return;
    const before = quantity;
    setQuantity(wanted);
    setQuantityRefusal(null);
    try {
      const { coupon: validity } = await price(wanted, applied);
      if (applied !== null) show(validity, applied);
      history.replaceState(history.state, '', addressWith(wanted));
    } catch (error) {
      setQuantity(before);
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
      const { coupon: validity } = await price(quantity, typed);
      return show(validity, typed) ? { code: typed } : 'refused';
    } catch (error) {
      const isRefusal = error instanceof ApiError && error.code === 'too_many_codes';
      setCoupon({ name: 'open', refusal: isRefusal ? error.message : NOT_ASKED });
      return 'refused';
    }
  }

  return {
    shown: {
      ...quote,
      discount: applied === null ? null : { code: applied, amount: quote.discountAmount },
    } satisfies ShownOrder as ShownOrder,
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
      void price(quantity, null).catch((error: unknown) => console.warn('O total não foi calculado de novo:', error));
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
