import { lazy, Suspense, useEffect } from 'react';
import { onFirstInteraction } from '#src/islands/ui/on-first-interaction.ts';
import type { BuyerFormProps } from '../buyer-form.tsx';
import { Checkout, type CheckoutProps } from '../checkout.tsx';
import { reloadOnError } from '../reload-on-error.ts';
import { PixPayment } from './pix-payment.tsx';

const loadForm = () => import('../buyer-form.tsx');
const BuyerForm = lazy(() => loadForm().then((loaded) => ({ default: loaded.BuyerForm }), reloadOnError));

/** Starts at the payment step and loads the form only if that fails. */
export function CheckoutFromPix(props: CheckoutProps) {
  useEffect(() => onFirstInteraction(loadForm), []);
  return <Checkout {...props} Form={LaterForm} Payment={PixPayment} />;
}

function LaterForm(props: BuyerFormProps) {
  return (
    <Suspense fallback={<p role="status">Carregando...</p>}>
      <BuyerForm {...props} />
    </Suspense>
  );
}
