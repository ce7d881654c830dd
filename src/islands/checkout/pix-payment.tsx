import { useEffect } from 'react';
import { endOrder } from '#src/client/payments.ts';
import { showToast } from '#src/client/toast.ts';
import type { PixCharge, Purchase } from '#src/wire/purchases.ts';
import { usePurchase } from '../purchase/use-purchase.ts';
import { PixStep, type PixSurroundings } from './pix-step.tsx';

const TITLES = { pending: 'Pagamento pendente', refused: 'Pagamento não confirmado' };

const REDIRECT_AFTER_MS = 2_000;

export type PixPaymentProps = {
  productId: string;
  charge: PixCharge;
  /** Null for a charge that was created just now. */
  first: Purchase | null;
  surroundings: PixSurroundings;
  isRenewing: boolean;
  onRenew: () => void;
};

export function PixPayment({ productId, charge, first, ...step }: PixPaymentProps) {
  const { purchase, isReachable, refresh } = usePurchase(charge, first);
  const status = purchase?.paymentStatus;

  useEffect(() => {
    if (status && status !== 'PENDING') endOrder(productId);
    if (status !== 'COMPLETED' && status !== 'REFUNDED') return;
    if (status === 'COMPLETED') {
      showToast({ tone: 'success', title: 'Pagamento confirmado', description: 'Levando você à sua compra…' });
    }
    const timer = setTimeout(() => location.assign(`/purchase/success/${charge.purchaseId}`), REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [status, productId, charge.purchaseId]);

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
