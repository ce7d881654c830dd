import type { Purchase } from '#src/wire/purchases/purchases.ts';
import { EndedPix } from '../checkout/pix/ended-pix.tsx';
import { useVerification, type VerificationTitles } from '../checkout/pix/use-verification.ts';

type Props = {
  purchase: Purchase;
  productId: string;
  titles: VerificationTitles;
  onNews: () => Promise<void>;
  isRenewing: boolean;
  onRenew: () => void;
};

/** A buyer who paid at the last moment can have the bank polled once more. */
export function RetryActions({ purchase, productId, titles, onNews, isRenewing, onRenew }: Props) {
  return (
    <EndedPix
      heading="h2"
      reason={purchase.failureReason ?? 'rejected'}
      purchaseId={purchase.id}
      orderPath={purchase.ownersPage ?? `/checkout/${productId}`}
      isOnSale={purchase.isProductOnSale}
      isRenewing={isRenewing}
      onRenew={onRenew}
      verification={useVerification(purchase.transactionId, titles, onNews)}
    />
  );
}
