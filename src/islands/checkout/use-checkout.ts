import { type RefObject, useEffect, useRef, useState } from 'react';
import { ApiError, sentenceOf } from '#src/client/api.ts';
import type { Buyer } from '#src/client/checkout/checkout-draft.ts';
import { endOrder, orderAgain, requestPix } from '#src/client/checkout/payments.ts';
import type { PixCharge, Purchase } from '#src/wire/purchases/purchases.ts';
import type { FieldErrors } from './buyer-form.tsx';
import { addressWith, type Order } from './use-order.ts';

export type Step =
  | { name: 'form' }
  | { name: 'processing' }
  | { name: 'queue'; seconds: number }
  | { name: 'pix'; charge: PixCharge; first: Purchase | null; isRenewing: boolean; paid?: { isDelivered: boolean } }
  | { name: 'error'; message: string };

type Start = { productId: string; order: Order; step: Step; buyer: Buyer; errors: FieldErrors };

type Queued = { typed: Buyer; couponCode: string | null; tries: number };

const MOST_TRIES = 6;
const REFUSALS_OF_ORDER = ['coupon_invalid', 'coupon_used_up', 'too_many_codes', 'offer_gone'];

/** The second click of a double click finds no button. */
const SHORTEST_PROCESSING_MS = 500;

/** The address of the payment step names its purchase, so a reload keeps it. */
export function useCheckout({ productId, order, step: firstStep, buyer: firstBuyer, errors: firstErrors }: Start) {
  const [step, setStep] = useState(firstStep);
  const [buyer, setBuyer] = useState(firstBuyer);
  const [errors, setErrors] = useState(firstErrors);
  const shown = useRef<Step | null>(firstStep.name === 'pix' ? firstStep : null);
  const requestOnce = useOneRequest();
  const queued = useRef<Queued | null>(null);

  const ordered = (couponCode: string | null) => ({ productId, ...order.chosen, couponCode });

  useFollowedAddress(shown, setStep);

  function buy(typed: Buyer): Promise<void> {
    return requestOnce(async () => {
      queued.current = null;
      setBuyer(typed);
      setErrors({});
      const applied = await order.apply();
      if (applied === 'refused') return;
      setStep({ name: 'processing' });
      await requestCharge(typed, applied.code);
    });
  }

  async function requestCharge(typed: Buyer, couponCode: string | null): Promise<void> {
    try {
      const sent = requestPix({ ...typed, ...ordered(couponCode) });
      const [charge] = await Promise.all([sent, pause(SHORTEST_PROCESSING_MS)]);
      show(charge);
    } catch (error) {
      if (!queue(error, { typed, couponCode })) refuse(error);
    }
  }

  /** The same order is sent again later while the checkout is full, a few times by itself. */
  function queue(error: unknown, waiting: Omit<Queued, 'tries'>): boolean {
    const seconds = error instanceof ApiError && error.code === 'busy' ? error.retryAfterSeconds : null;
    const tries = queued.current?.tries ?? 0;
    if (seconds === null || tries >= MOST_TRIES) return false;
    queued.current = { ...waiting, tries: tries + 1 };
    // Jitter keeps simultaneous buyers from retrying in the same instant.
    setStep({ name: 'queue', seconds: Math.ceil(seconds * (1 + Math.random() / 2)) });
    return true;
  }

  function retryOrder(): Promise<void> {
    return requestOnce(async () => {
      if (!queued.current) return;
      setStep({ name: 'processing' });
      await requestCharge(queued.current.typed, queued.current.couponCode);
    });
  }

  function refuse(error: unknown): void {
    const fields: FieldErrors = error instanceof ApiError ? error.fields : {};
    setErrors(fields);
    if (error instanceof ApiError && REFUSALS_OF_ORDER.includes(error.code)) order.refuse(error);
    const isField = fields.customerName ?? fields.customerEmail ?? fields.whatsapp ?? fields.document;
    setStep(isField ? { name: 'form' } : { name: 'error', message: sentenceOf(error) });
  }

  function show(charge: PixCharge, first: Purchase | null = null): void {
    shown.current = { name: 'pix', charge, first, isRenewing: false };
    setStep(shown.current);
    history.pushState(null, '', `${location.pathname}?compra=${charge.purchaseId}`);
  }

  function renew(): Promise<void> {
    return requestOnce(async () => {
      if (step.name !== 'pix') return;
      setStep({ ...step, isRenewing: true });
      endOrder(productId);
      if (step.first?.ownersPage) return location.assign(step.first.ownersPage);
      try {
        show(await requestPix({ ...buyer, ...(step.first ? orderAgain(step.first) : ordered(order.applied)) }));
      } catch (error) {
        setStep({ name: 'error', message: sentenceOf(error) });
      }
    });
  }

  function showPaid(isDelivered: boolean): void {
    setStep((current) => (current.name === 'pix' ? { ...current, paid: { isDelivered } } : current));
  }

  function retry(): void {
    setStep({ name: 'form' });
    if (location.search.includes('compra=')) history.replaceState(null, '', addressWith(order.chosen.quantity));
  }

  return { step, buyer, errors, buy, retryOrder, renew, showPaid, retry };
}

/** Covers the check of a coupon too, so that a second press makes no second order. */
function useOneRequest() {
  const isRequesting = useRef(false);
  return async (request: () => Promise<void>): Promise<void> => {
    if (isRequesting.current) return;
    isRequesting.current = true;
    try {
      await request();
    } finally {
      isRequesting.current = false;
    }
  };
}

function useFollowedAddress(shown: RefObject<Step | null>, setStep: (step: Step) => void): void {
  useEffect(() => {
    function followAddress() {
      const purchaseId = new URLSearchParams(location.search).get('compra');
      const stored = shown.current;
      if (!purchaseId) setStep({ name: 'form' });
      else if (stored?.name === 'pix' && stored.charge.purchaseId === purchaseId) setStep(stored);
      else location.reload();
    }
    window.addEventListener('popstate', followAddress);
    return () => window.removeEventListener('popstate', followAddress);
  }, [shown, setStep]);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
