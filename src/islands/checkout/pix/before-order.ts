/** What the Pix step loads once its buyer does something: it is shown only where the payment begins anew. */
export { BuyerForm } from '../buyer-form.tsx';
export { OrderQueue } from '../order-queue.tsx';
export { PaymentError } from '../payment-error.tsx';
