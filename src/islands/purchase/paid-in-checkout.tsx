import { CircleCheck } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { systemOf } from '#src/wire/products/platforms.ts';
import type { Purchase } from '#src/wire/purchases/purchases.ts';
import { Delivery } from './delivery.tsx';
import { AfterPayment, FurtherFiles, OpenOnComputer } from './lazy-parts.ts';
import { awaitedKeys, useLicenses } from './license/use-licenses.ts';
import { viewOf } from './purchase-view.ts';

export type PaidInCheckoutProps = { purchase: Purchase; communityUrl: string; onDelivered: () => void };

/** The delivery in the place of the Pix code. */
export function PaidInCheckout({ purchase, communityUrl, onDelivered }: PaidInCheckoutProps) {
  const licenses = useLicenses(purchase, {});
  const isDelivered = awaitedKeys(purchase, licenses) === '';
  const showDelivered = useEffectEvent(onDelivered);
  useEffect(() => {
    if (isDelivered) showDelivered();
  }, [isDelivered]);

  return (
    <div className="grid gap-4">
      <p className="flex items-start gap-2 rounded-panel border border-success/45 bg-green-400/18 p-5">
        <span aria-hidden className="grid h-6 shrink-0 place-items-center">
          <CircleCheck className="size-5 text-success" />
        </span>
        {viewOf(purchase, { hasCharge: false, licenses }).sentence}
      </p>
      <OpenOnComputer purchaseId={purchase.id} host={location.host} />
      <Delivery
        purchase={purchase}
        licenses={licenses}
        isFresh
        communityUrl={communityUrl}
        system={systemOf(navigator.userAgent)}
        FurtherFiles={FurtherFiles}
      />
      <AfterPayment purchase={purchase} licenses={licenses} communityUrl={communityUrl} />
    </div>
  );
}
