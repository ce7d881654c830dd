import { useEffect, useRef, useState } from 'react';
import { ApiError, sentenceOf } from '#src/client/api.ts';
import type { Buyer } from '#src/client/checkout-draft.ts';
import { endOrder, requestPix } from '#src/client/payments.ts';
import type { PixCharge, Purchase } from '#src/wire/purchases/purchases.ts';
import type { FieldErrors } from './buyer-form.tsx';
import type { CheckoutProduct } from './checkout-product.ts';
import { type AppliedCoupon, quoteFor } from './quote.ts';
import type { Coupon } from './use-coupon.ts';

export type Step =
  | { name: 'form' }
  | { name: 'processing' }
  | { name: 'queue'; seconds: number }
  | { name: 'pix'; charge: PixCharge; first: Purchase | null; isRenewing: boolean; paid?: { isDelivered: boolean } }
  | { name: 'error'; message: string };

type Start = { product: CheckoutProduct; coupon: Coupon; step: Step; buyer: Buyer; errors: FieldErrors };

type Queued = { typed: Buyer; applied: AppliedCoupon | null; tries: number };

const MOST_TRIES = 6;
const COUPON_REFUSALS = ['coupon_invalid', 'too_many_codes'];

/** Long enough that the second click of a double click finds no button. */
const SHORTEST_PROCESSING_MS = 500;

/** The address of the payment step names its purchase, so a reload keeps it. */
export function useCheckout({ product, coupon, step: firstStep, buyer: firstBuyer, errors: firstErrors }: Start) {
  const [step, setStep] = useState(firstStep);
  const [buyer, setBuyer] = useState(firstBuyer);
  const [errors, setErrors] = useState(firstErrors);
  const shown = useRef<Step | null>(firstStep.name === 'pix' ? firstStep : null);
  const isRequesting = useRef(false);
  const queued = useRef<Queued | null>(null);

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
  }, []);

  async function buy(typed: Buyer): Promise<void> {
    // Covers the coupon check too, so that a second press makes no second order.
    if (isRequesting.current) return;
    isRequesting.current = true;
    queued.current = null;
    setBuyer(typed);
    setErrors({});
    try {
      const applied = await coupon.apply();
      if (applied === 'refused') return;
      setStep({ name: 'processing' });
      await requestCharge(typed, applied === 'none' ? null : applied);
    } finally {
      isRequesting.current = false;
    }
  }

  async function requestCharge(typed: Buyer, applied: AppliedCoupon | null): Promise<void> {
    try {
      const quote = quoteFor(product.price, applied);
      const order = { ...typed, productId: product.id, couponCode: applied?.code ?? null };
      const amounts = { discountAmount: quote.coupon?.discount ?? 'R$ 0,00', totalAmount: quote.total };
      const [charge] = await Promise.all([requestPix(order, amounts), pause(SHORTEST_PROCESSING_MS)]);
      show(charge);
    } catch (error) {
      if (!queue(error, { typed, applied })) refuse(error);
    }
  }

  /** While the checkout is full the same order is sent again later, a few times by itself. */
  function queue(error: unknown, order: Omit<Queued, 'tries'>): boolean {
    const seconds = error instanceof ApiError && error.code === 'busy' ? error.retryAfterSeconds : null;
    const tries = queued.current?.tries ?? 0;
    if (seconds === null || tries >= MOST_TRIES) return false;
    queued.current = { ...order, tries: tries + 1 };
    // Jitter keeps simultaneous buyers from retrying in the same instant.
    setStep({ name: 'queue', seconds: Math.ceil(seconds * (1 + Math.random() / 2)) });
    return true;
  }

  async function retryOrder(): Promise<void> {
    if (isRequesting.current || !queued.current) return;
    isRequesting.current = true;
    setStep({ name: 'processing' });
    await requestCharge(queued.current.typed, queued.current.applied);
    isRequesting.current = false;
  }

  function refuse(error: unknown): void {
    const { customerName, customerEmail, whatsapp }: FieldErrors = error instanceof ApiError ? error.fields : {};
    setErrors({ customerName, customerEmail, whatsapp });
    if (error instanceof ApiError && COUPON_REFUSALS.includes(error.code)) coupon.refuse(error);
    const isField = customerName ?? customerEmail ?? whatsapp;
    setStep(isField ? { name: 'form' } : { name: 'error', message: sentenceOf(error) });
  }

  function show(charge: PixCharge, first: Purchase | null = null): void {
    const next: Step = { name: 'pix', charge, first, isRenewing: false };
    shown.current = next;
    setStep(next);
    history.pushState(null, '', `${location.pathname}?compra=${charge.purchaseId}`);
  }

  async function renew(): Promise<void> {
    if (step.name !== 'pix' || isRequesting.current) return;
    isRequesting.current = true;
    setStep({ ...step, isRenewing: true });
    endOrder(product.id);
    try {
      const couponCode = step.first ? step.first.couponCode : (coupon.applied?.code ?? null);
      show(await requestPix({ ...buyer, productId: product.id, couponCode }));
    } catch (error) {
      setStep({ name: 'error', message: sentenceOf(error) });
    } finally {
      isRequesting.current = false;
    }
  }

  function showPaid(isDelivered: boolean): void {
    setStep((current) => (current.name === 'pix' ? { ...current, paid: { isDelivered } } : current));
  }

  function retry(): void {
    setStep({ name: 'form' });
    if (location.search.includes('compra=')) history.replaceState(null, '', location.pathname);
  }

  return { step, buyer, errors, buy, retryOrder, renew, showPaid, retry };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
