import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { endOrder } from '#src/client/checkout/payments.ts';
import { namesOf } from '#src/wire/purchases/items.ts';
import type { PixCharge, Purchase } from '#src/wire/purchases/purchases.ts';
import type { PaidInCheckoutProps } from '../../purchase/paid-in-checkout.tsx';
import { usePurchase } from '../../purchase/use-purchase.ts';
import { PixStep, type PixSurroundings } from './pix-step.tsx';

const TITLES = { pending: 'Pagamento pendente', refused: 'Pagamento não confirmado' };

const loadPaid = () => import('../../purchase/paid-in-checkout.tsx');

export type PixPaymentProps = {
  productId: string;
  charge: PixCharge;
  /** It is null for a charge that was created just now. */
  first: Purchase | null;
  surroundings: PixSurroundings;
  isRenewing: boolean;
  onRenew: () => void;
  /** It is called again once the key that was still missing is there. */
  onPaid: (isDelivered: boolean) => void;
};

export function PixPayment({ productId, charge, first, onPaid, ...step }: PixPaymentProps) {
  const { purchase, isReachable, refresh } = usePurchase(charge, first);
  const [Paid, setPaid] = useState<ComponentType<PaidInCheckoutProps> | null>(null);

  const showDelivery = useEffectEvent((paid: Purchase, Delivery: ComponentType<PaidInCheckoutProps>) => {
    takeAddress(paid);
    setPaid(() => Delivery);
    onPaid(false);
  });

  useEffect(() => {
    // The code loads while the buyer is at the bank, so that the key comes without a pause.
    loadPaid().catch(() => {});
  }, []);

  useEffect(() => {
    if (!purchase || purchase.paymentStatus === 'PENDING') return;
    endOrder(productId);
    const openPage = () => location.assign(`/purchase/success/${purchase.id}`);
    if (purchase.paymentStatus === 'REFUNDED') openPage();
    if (purchase.paymentStatus === 'COMPLETED')
      loadPaid().then(({ PaidInCheckout }) => showDelivery(purchase, PaidInCheckout), openPage);
  }, [purchase, productId]);

  if (Paid && purchase) {
    const { communityUrl } = step.surroundings;
    return <Paid purchase={purchase} communityUrl={communityUrl} onDelivered={() => onPaid(true)} />;
  }
  return (
    <PixStep
      {...step}
      productId={productId}
      heading="h2"
      charge={charge}
      purchase={purchase}
      isReachable={isReachable}
      isServerRendered={first !== null}
      titles={TITLES}
      onNews={refresh}
    />
  );
}

/** The page stays; its address becomes the purchase's own, which a reload opens. */
function takeAddress(purchase: Purchase): void {
  history.replaceState(null, '', `/purchase/success/${purchase.id}`);
  window.addEventListener('popstate', () => location.reload());
  document.title = document.title.replace(/^.*(?= · )/, `Sua compra: ${namesOf(purchase)}`);
}
