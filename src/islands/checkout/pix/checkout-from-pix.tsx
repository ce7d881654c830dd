import { useEffect } from 'react';
import { onFirstInteraction } from '#src/islands/ui/on-first-interaction.ts';
import { Checkout, type CheckoutParts, type CheckoutProps } from '../checkout.tsx';
import { laterPart } from '../later-part.tsx';
import { PixPayment } from './pix-payment.tsx';

const load = () => import('./before-order.ts');

const PARTS: CheckoutParts = {
  Form: laterPart(load, (loaded) => loaded.BuyerForm),
  Payment: PixPayment,
  Queue: laterPart(load, (loaded) => loaded.OrderQueue),
  Failed: laterPart(load, (loaded) => loaded.PaymentError),
};

/** Starts at the payment step and loads the form only if that fails. */
export function CheckoutFromPix(props: CheckoutProps) {
  useEffect(() => onFirstInteraction(load), []);
  return <Checkout {...props} {...PARTS} />;
}
