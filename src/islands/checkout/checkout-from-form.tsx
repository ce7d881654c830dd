import { useEffect } from 'react';
import { onFirstInteraction } from '#src/islands/ui/on-first-interaction.ts';
import { BuyerForm } from './buyer-form.tsx';
import { Checkout, type CheckoutParts, type CheckoutProps } from './checkout.tsx';
import { laterPart } from './later-part.tsx';

const load = () => import('./pix/after-order.ts');

const PARTS: CheckoutParts = {
  Form: BuyerForm,
  Payment: laterPart(load, (loaded) => loaded.PixPayment),
  Queue: laterPart(load, (loaded) => loaded.OrderQueue),
  Failed: laterPart(load, (loaded) => loaded.PaymentError),
};

export function CheckoutFromForm(props: CheckoutProps & Pick<CheckoutParts, 'Offers'>) {
  useEffect(() => onFirstInteraction(load), []);
  return <Checkout {...props} {...PARTS} />;
}
