import { lazy, Suspense, useEffect } from 'react';
import { onFirstTouch } from '#src/islands/ui/on-first-touch.ts';
import { BuyerForm } from './buyer-form.tsx';
import { Checkout, type CheckoutProps } from './checkout.tsx';
import type { PixPaymentProps } from './pix-payment.tsx';
import { Processing } from './processing.tsx';
import { reloadInstead } from './reload-instead.ts';

const loadPayment = () => import('./pix-payment.tsx');
const PixPayment = lazy(() => loadPayment().then((loaded) => ({ default: loaded.PixPayment }), reloadInstead));

/** The checkout that begins with the form: the code's step arrives while the form is filled in. */
export function FormCheckout(props: CheckoutProps) {
  useEffect(() => onFirstTouch(loadPayment), []);
  return <Checkout {...props} Form={BuyerForm} Payment={LaterPayment} />;
}

function LaterPayment(props: PixPaymentProps) {
  return (
    <Suspense fallback={<Processing />}>
      <PixPayment {...props} />
    </Suspense>
  );
}
