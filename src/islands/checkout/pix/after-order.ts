/** What the form loads once its buyer begins to type: nothing of it is shown before the order. */
export { OrderQueue } from '../order-queue.tsx';
export { PaymentError } from '../payment-error.tsx';
export { PixPayment } from './pix-payment.tsx';
