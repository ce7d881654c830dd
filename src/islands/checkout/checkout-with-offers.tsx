import type { CheckoutProps } from './checkout.tsx';
import { CheckoutFromForm } from './checkout-from-form.tsx';
import { OffersField } from './offers-field.tsx';

/** Apart, so that who buys what nothing is offered beside loads nothing of it. */
export function CheckoutWithOffers(props: CheckoutProps) {
  return <CheckoutFromForm {...props} Offers={OffersField} />;
}
