import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import type { Buyer } from '#src/client/checkout/checkout-draft.ts';
import type { WhatsappField } from '#src/wire/basics/whatsapp.ts';
import type { DocumentField } from '#src/wire/invoices/invoices.ts';
import type { PixCharge, Purchase } from '#src/wire/purchases/purchases.ts';
import { noWrap } from '../ui/no-wrap.ts';
import type { BuyerFormProps, FieldErrors } from './buyer-form.tsx';
import type { CheckoutProduct } from './checkout-product.ts';
import type { OffersFieldProps } from './offers-field.tsx';
import { OpenPurchase } from './open-purchase.tsx';
import type { OrderQueueProps } from './order-queue.tsx';
import type { OrderStart, ShownOrder } from './order-state.ts';
import { deliveredWith, OrderSummary } from './order-summary.tsx';
import type { PaymentErrorProps } from './payment-error.tsx';
import type { PixPaymentProps } from './pix/pix-payment.tsx';
import type { PixSurroundings } from './pix/pix-step.tsx';
import { Processing } from './pix/processing.tsx';
import { Steps } from './steps.tsx';
import { type Step, useCheckout } from './use-checkout.ts';
import { type OpenPurchaseFacts, useOpenPurchase } from './use-open-purchase.ts';
import { useOrder } from './use-order.ts';

export type CheckoutStart = {
  buyer: Buyer;
  /** Both are null where the shop does not ask for them. */
  document: DocumentField | null;
  whatsapp: WhatsappField | null;
  errors: FieldErrors;
  failure: string | null;
  order: OrderStart;
  isCouponOpen: boolean;
  /** The form that everybody gets has none: whoever posts it is given one. */
  idempotencyKey: string | null;
};

export type CheckoutProps = {
  product: CheckoutProduct;
  surroundings: PixSurroundings;
  form: CheckoutStart;
  openPurchase: OpenPurchaseFacts | null;
  pix: { charge: PixCharge; purchase: Purchase; shown: ShownOrder } | null;
  /** The page renders it, so that its code is not loaded. */
  about?: ReactNode;
};

/** React streams large server-rendered `Suspense` content as inline scripts, which the CSP blocks. */
export type CheckoutParts = {
  Form: ComponentType<BuyerFormProps>;
  Payment: ComponentType<PixPaymentProps>;
  Queue: ComponentType<OrderQueueProps>;
  Failed: ComponentType<PaymentErrorProps>;
  /** Of a product that has some. */
  Offers?: ComponentType<OffersFieldProps>;
};

export function Checkout({
  product,
  surroundings,
  form,
  openPurchase: firstOpenPurchase,
  pix,
  about,
  Form,
  Payment,
  Queue,
  Failed,
  Offers,
}: CheckoutProps & CheckoutParts) {
  const order = useOrder(product.id, form.order);
  const checkout = useCheckout({
    productId: product.id,
    order,
    step: pix ? { name: 'pix', charge: pix.charge, first: pix.purchase, isRenewing: false } : { name: 'form' },
    buyer: pix ? pick(pix.purchase) : form.buyer,
    errors: form.errors,
  });
  const { step, buyer } = checkout;
  const shown = step.name === 'pix' && step.first && pix ? pix.shown : order.shown;
  const openPurchase = useOpenPurchase(firstOpenPurchase, step.name === 'form');
  const title = titleOf(step);
  const heading = useFocusOnChange(title);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
      <OrderSummary product={product} order={shown} email={step.name === 'form' ? null : buyer.customerEmail} />
      <section className="min-w-0 lg:row-span-2">
        <Steps current={step.name === 'pix' ? (step.paid ? (step.paid.isDelivered ? 4 : 3) : 2) : 1} />
        <h1 ref={heading} tabIndex={-1} className="mt-6 mb-3 text-title-2 tabular-nums outline-none">
          {title}
        </h1>
        {step.name === 'form' && (
          <>
            <Introduction />
            {form.failure && <Failure message={form.failure} />}
            {openPurchase && <OpenPurchase productId={product.id} purchase={openPurchase} />}
            <Form
              values={buyer}
              document={form.document}
              whatsapp={form.whatsapp}
              errors={checkout.errors}
              total={shown.totalAmount}
              delivered={deliveredWith(product, shown)}
              idempotencyKey={form.idempotencyKey}
              order={order}
              isCouponOpen={form.isCouponOpen}
              quantityHint={product.allowsQuantity ? product.quantityHint : null}
              offers={Offers && <Offers order={order} offers={product.offers} />}
              communityUrl={surroundings.communityUrl}
              onBuy={checkout.buy}
            />
          </>
        )}
        {step.name === 'processing' && <Processing />}
        {step.name === 'queue' && (
          <Queue seconds={step.seconds} onDue={() => void checkout.retryOrder()} onBack={checkout.retry} />
        )}
        {step.name === 'error' && (
          <Failed message={step.message} communityUrl={surroundings.communityUrl} onRetry={checkout.retry} />
        )}
        {step.name === 'pix' && (
          <Payment
            key={step.charge.purchaseId}
            productId={product.id}
            charge={step.charge}
            first={step.first}
            surroundings={surroundings}
            isRenewing={step.isRenewing}
            onRenew={() => void checkout.renew()}
            onPaid={checkout.showPaid}
          />
        )}
      </section>
      {step.name === 'form' && about}
    </div>
  );
}

function Introduction() {
  return (
    <div className="mb-5">
      <p className="text-muted">Preencha, pague pelo app do seu banco e receba aqui mesmo.</p>
      <a href="#about-product" className="inline-flex min-h-11 items-center text-[.9375rem] link lg:hidden">
        Ver detalhes e requisitos do plugin
      </a>
    </div>
  );
}

function Failure({ message }: { message: string }) {
  return (
    <p role="alert" className="mb-5 rounded-card border border-danger bg-surface p-4">
      <strong>Erro ao processar pagamento.</strong> {message}
    </p>
  );
}

function pick({ customerName, customerEmail }: Purchase): Buyer {
  return { customerName, customerEmail };
}

function titleOf(step: Step): string {
  switch (step.name) {
    case 'form':
      return 'Finalizar compra';
    case 'processing':
      return 'Gerando seu Pix…';
    case 'pix':
      return step.paid ? 'Pagamento confirmado' : noWrap(`Pague ${step.charge.amount} com Pix`);
    case 'queue':
      return 'Tem muita gente comprando agora';
    case 'error':
      return 'Erro ao processar pagamento';
  }
}

/** A field that the shop refused comes before the heading. */
function useFocusOnChange(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(title);
  useEffect(() => {
    if (last.current === title) return;
    last.current = title;
    const place = heading.current?.parentElement?.querySelector<HTMLElement>('[aria-invalid]') ?? heading.current;
    place?.focus({ preventScroll: true });
    place?.scrollIntoView({ block: 'nearest' });
  }, [title]);
  return heading;
}
