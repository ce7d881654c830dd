import { lazy, Suspense, useEffect } from 'react';
import { onFirstTouch } from '#src/islands/ui/on-first-touch.ts';
import type { BuyerFormProps } from './buyer-form.tsx';
import { Checkout, type CheckoutProps } from './checkout.tsx';
import { PixPayment } from './pix-payment.tsx';
import { reloadInstead } from './reload-instead.ts';

const loadForm = () => import('./buyer-form.tsx');
const BuyerForm = lazy(() => loadForm().then((loaded) => ({ default: loaded.BuyerForm }), reloadInstead));

/** The checkout that begins with a code that waits to be paid: the form is needed only where that comes to nothing. */
export function PixCheckout(props: CheckoutProps) {
  useEffect(() => onFirstTouch(loadForm), []);
  return <Checkout {...props} Form={LaterForm} Payment={PixPayment} />;
}

function LaterForm(props: BuyerFormProps) {
  return (
    <Suspense fallback={<p role="status">Carregando...</p>}>
      <BuyerForm {...props} />
    </Suspense>
  );
}
