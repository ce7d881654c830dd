import { useEffect, useRef, useState } from 'react';
import { ApiError, sentenceOf } from '#src/client/api.ts';
import type { Buyer } from '#src/client/checkout-draft.ts';
import { endOrder, requestPix } from '#src/client/payments.ts';
import { showToast } from '#src/client/toast.ts';
import type { PixCharge, Purchase } from '#src/wire/purchases.ts';
import type { FieldErrors } from './buyer-form.tsx';
import type { CheckoutProduct } from './checkout.tsx';
import { type AppliedCoupon, quoteFor } from './quote.ts';
import type { Coupon } from './use-coupon.ts';

export type Step =
  | { name: 'form' }
  | { name: 'processing' }
  | { name: 'pix'; charge: PixCharge; first: Purchase | null; isRenewing: boolean }
  | { name: 'error'; message: string };

type Start = { product: CheckoutProduct; coupon: Coupon; step: Step; buyer: Buyer; errors: FieldErrors };

/** The second click of a double click falls into this time, and finds nothing to press. */
const SHORTEST_PROCESSING_MS = 500;

/** The checkout's way from the form to the code. The address of the PIX step names its purchase, so a reload keeps it. */
export function useCheckout({ product, coupon, step: firstStep, buyer: firstBuyer, errors: firstErrors }: Start) {
  const [step, setStep] = useState(firstStep);
  const [buyer, setBuyer] = useState(firstBuyer);
  const [errors, setErrors] = useState(firstErrors);
  const shown = useRef<Step | null>(firstStep.name === 'pix' ? firstStep : null);
  const isAsking = useRef(false);

  useEffect(() => {
    function followAddress() {
      const purchaseId = new URLSearchParams(location.search).get('compra');
      const kept = shown.current;
      if (!purchaseId) setStep({ name: 'form' });
      else if (kept?.name === 'pix' && kept.charge.purchaseId === purchaseId) setStep(kept);
      else location.reload();
    }
    window.addEventListener('popstate', followAddress);
    return () => window.removeEventListener('popstate', followAddress);
  }, []);

  async function buy(typed: Buyer): Promise<void> {
    // From the coupon's check on: a second press while it lasts is no second order.
    if (isAsking.current) return;
    isAsking.current = true;
    setBuyer(typed);
    setErrors({});
    try {
      const applied = await coupon.apply();
      if (applied === 'refused') return;
      setStep({ name: 'processing' });
      await ask(typed, applied === 'none' ? null : applied);
    } finally {
      isAsking.current = false;
    }
  }

  async function ask(typed: Buyer, applied: AppliedCoupon | null): Promise<void> {
    try {
      const quote = quoteFor(product.price, applied);
      const order = { ...typed, productId: product.id, couponCode: applied?.code ?? null };
      const amounts = { discountAmount: quote.coupon?.discount ?? 'R$ 0,00', totalAmount: quote.total };
      const [charge] = await Promise.all([requestPix(order, amounts), pause(SHORTEST_PROCESSING_MS)]);
      show(charge);
    } catch (error) {
      refuse(error);
    }
  }

  function refuse(error: unknown): void {
    const { customerName, customerEmail }: FieldErrors = error instanceof ApiError ? error.fields : {};
    setErrors({ customerName, customerEmail });
    if (error instanceof ApiError && error.code === 'coupon_invalid') coupon.refuse(error.message);
    const isField = customerName !== undefined || customerEmail !== undefined;
    setStep(isField ? { name: 'form' } : { name: 'error', message: sentenceOf(error) });
  }

  function show(charge: PixCharge, first: Purchase | null = null): void {
    const next: Step = { name: 'pix', charge, first, isRenewing: false };
    shown.current = next;
    setStep(next);
    history.pushState(null, '', `${location.pathname}?compra=${charge.purchaseId}`);
  }

  /** A new code with the same data, after the last one expired or was refused. */
  async function renew(): Promise<void> {
    if (step.name !== 'pix' || isAsking.current) return;
    isAsking.current = true;
    setStep({ ...step, isRenewing: true });
    endOrder(product.id);
    try {
      const couponCode = step.first ? step.first.couponCode : (coupon.applied?.code ?? null);
      show(await requestPix({ ...buyer, productId: product.id, couponCode }));
    } catch (error) {
      setStep({ name: 'error', message: sentenceOf(error) });
      showToast({ tone: 'danger', title: 'Erro ao processar pagamento', description: sentenceOf(error) });
    } finally {
      isAsking.current = false;
    }
  }

  function retry(): void {
    setStep({ name: 'form' });
    if (location.search.includes('compra=')) history.replaceState(null, '', location.pathname);
  }

  return { step, buyer, errors, buy, renew, retry };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
