import { useRef, useState } from 'react';
import { ApiError, sentenceOf } from '#src/client/api.ts';
import { quoteOrder } from '#src/client/checkout/payments.ts';
import { MOST_LICENSES } from '#src/wire/products/most-licenses.ts';
import type { OrderQuote } from '#src/wire/purchases/checkout.ts';
import { type CouponState, couponRefusal, NO_REFUSALS, type OrderStart, type ShownOrder } from './order-state.ts';

const NOT_ASKED = 'Não foi possível validar o cupom. Tente novamente.';

/** How many licenses, which offers, with which coupon, and what the server says that it costs. */
export function useOrder(productId: string, start: OrderStart) {
  const [quote, setQuote] = useState(start.quote);
  const [code, setCode] = useState(start.code);
  const [coupon, setCoupon] = useState(start.coupon);
  const [isTouched, setTouched] = useState(false);
  const applied = coupon.name === 'applied' ? coupon.code : null;
  const shown: ShownOrder = applied
    ? { ...quote, discount: { code: applied, amount: quote.discountAmount } }
    : { ...quote, discount: null, totalAmount: quote.subtotalAmount };
  const choice = useChoice(start, {
    price: (chosen) => quoteOrder({ productId, ...chosen, couponCode: applied }),
    accept(priced) {
      setQuote(priced);
      if (applied !== null) show(priced.coupon, applied);
    },
  });
  const { chosen } = choice;

  function show(validity: OrderQuote['coupon'], typed: string): boolean {
    const isValid = validity?.valid === true;
    setCoupon(isValid ? { name: 'applied', code: typed } : refused(validity?.message ?? NOT_ASKED));
    return isValid;
  }

  /** Returns the code that counts, or null where none was typed. */
  async function apply(): Promise<{ code: string | null } | 'refused'> {
    const typed = code.trim().toUpperCase();
    if (applied !== null || typed === '') return { code: applied };
    setTouched(true);
    setCoupon({ name: 'checking' });
    try {
      const priced = await quoteOrder({ productId, ...chosen, couponCode: typed });
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
    ...choice,
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
    refuse({ code: reason, message }: ApiError): void {
      if (reason === 'offer_gone') void choice.dropOffers(message);
      else setCoupon(reason === 'too_many_codes' ? { name: 'open', refusal: message } : refused(message));
    },
  };
}

export type Order = ReturnType<typeof useOrder>;

type Chosen = { quantity: number; offerIds: string[] };
type Pricing = { price: (chosen: Chosen) => Promise<OrderQuote>; accept: (priced: OrderQuote) => void };

/** Of several presses the last one's answer counts; one that is refused changes nothing. */
function useChoice(start: OrderStart, { price, accept }: Pricing) {
  const [chosen, setChosen] = useState<Chosen>({ quantity: start.quantity, offerIds: start.offerIds });
  const [refusals, setRefusals] = useState(start.refusals);
  const priced = useRef(chosen);
  const questions = useRef(0);

  async function choose(wanted: Chosen, place: keyof OrderStart['refusals']): Promise<void> {
    questions.current += 1;
    const question = questions.current;
    const isLast = () => question === questions.current;
    setChosen(wanted);
    setRefusals(NO_REFUSALS);
    try {
      const answer = await price(wanted);
      if (!isLast()) return;
      accept(answer);
      priced.current = wanted;
      history.replaceState(history.state, '', addressWith(wanted.quantity));
    } catch (error) {
      if (!isLast()) return;
      setChosen(priced.current);
      setRefusals({ ...NO_REFUSALS, [place]: sentenceOf(error) });
    }
  }

  const { offerIds } = chosen;
  return {
    chosen,
    refusals,
    chooseQuantity(quantity: number): void {
      if (quantity >= 1 && quantity <= MOST_LICENSES) void choose({ ...chosen, quantity }, 'quantity');
    },
    toggleOffer(id: string): void {
      const others = offerIds.filter((other) => other !== id);
      const isTaken = others.length < offerIds.length;
      void choose({ ...chosen, offerIds: isTaken ? others : [...offerIds, id] }, 'offers');
    },
    async dropOffers(sentence: string): Promise<void> {
      await choose({ ...chosen, offerIds: [] }, 'offers');
      setRefusals({ ...NO_REFUSALS, offers: sentence });
    },
  };
}

/** A reload, or a link, keeps the number. */
export function addressWith(quantity: number): string {
  const query = new URLSearchParams(location.search);
  query.delete('compra');
  if (quantity === 1) query.delete('licencas');
  else query.set('licencas', String(quantity));
  const written = query.toString();
  return `${location.pathname}${written && `?${written}`}`;
}

function refused(message: string): CouponState {
  return { name: 'open', refusal: couponRefusal(message) };
}
