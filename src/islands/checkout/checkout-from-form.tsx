import { lazy, Suspense, useEffect } from 'react';
import { onFirstInteraction } from '#src/islands/ui/on-first-interaction.ts';
import { BuyerForm } from './buyer-form.tsx';
import { Checkout, type CheckoutProps } from './checkout.tsx';
import type { PixPaymentProps } from './pix/pix-payment.tsx';
import { Processing } from './pix/processing.tsx';
import { reloadOnError } from './reload-on-error.ts';

const loadPayment = () => import('./pix/pix-payment.tsx');
const PixPayment = lazy(() => loadPayment().then((loaded) => ({ default: loaded.PixPayment }), reloadOnError));

export function CheckoutFromForm(props: CheckoutProps) {
  useEffect(() => onFirstInteraction(loadPayment), []);
  return <Checkout {...props} Form={BuyerForm} Payment={LaterPayment} />;
}

function LaterPayment(props: PixPaymentProps) {
  return (
    <Suspense fallback={<Processing />}>
      <PixPayment {...props} />
    </Suspense>
  );
}
