import { type ReactNode, useEffect, useRef, useState } from 'react';
import { sentenceOf } from '#src/client/api.ts';
import { endOrder, orderAgain, requestPix } from '#src/client/checkout/payments.ts';
import { showToast } from '#src/client/page/toast.ts';
import type { System } from '#src/wire/products/platforms.ts';
import { isRenewal } from '#src/wire/purchases/items.ts';
import type { Licenses, PixCharge, Purchase } from '#src/wire/purchases/purchases.ts';
import { PixStep, type PixSurroundings } from '../checkout/pix/pix-step.tsx';
import { Steps } from '../checkout/steps.tsx';
import { noWrap } from '../ui/no-wrap.ts';
import { Delivery } from './delivery.tsx';
import { FurtherFiles } from './further-files.tsx';
import { AfterPayment } from './lazy-parts.ts';
import { awaitedKeys, useLicenses } from './license/use-licenses.ts';
import { NoLongerSold } from './no-longer-sold.tsx';
import { OrderFacts } from './order-facts.tsx';
import { type PurchaseView, viewOf } from './purchase-view.ts';
import { Renewed } from './renewed.tsx';
import { RetryActions } from './retry-actions.tsx';
import { StateBanner } from './state-banner.tsx';
import { useCharge } from './use-charge.ts';
import { usePurchase } from './use-purchase.ts';
import { useWithdrawalWatch } from './withdrawal/use-withdrawal.ts';
import { WithdrawalSection } from './withdrawal/withdrawal.tsx';

const TITLES = { pending: 'Pagamento ainda pendente', refused: 'Pagamento não confirmado' };

type Props = {
  purchase: Purchase;
  charge: PixCharge | null;
  licenses: Licenses;
  surroundings: PixSurroundings;
  notice: string | null;
  /** The buyer's, as guessed. */
  system: System | null;
  /** The server alone draws it. */
  computers?: ReactNode;
  elsewhere?: ReactNode;
  invoice?: ReactNode;
};

export function PurchaseResult({
  purchase: first,
  charge: firstCharge,
  licenses: firstLicenses,
  surroundings,
  notice,
  system,
  computers,
  elsewhere,
  invoice,
}: Props) {
  const named = { purchaseId: first.id, transactionId: first.transactionId };
  const { purchase, isReachable, refresh } = usePurchase(named, first);
  const current = purchase ?? first;
  const licenses = useLicenses(current, firstLicenses);
  const { productId } = orderAgain(current);
  const isOfRenewal = current.items.some(isRenewal);
  const renewing = { ...useRenewal(current), productId, titles: TITLES, onNews: refresh };
  const charge = useCharge(current, firstCharge);
  useWithdrawalWatch(current, refresh);
  const banner = useRef<HTMLDivElement>(null);
  const view = viewOf(current, { hasCharge: charge !== null, licenses });

  useEffect(() => {
    if (current.paymentStatus !== 'PENDING') endOrder(productId);
  }, [current.paymentStatus, productId]);

  const isPaidInReview = view.state === 'review' && current.paymentStatus === 'COMPLETED';
  const isPaidLive = view.state === 'paid' && first.paymentStatus !== 'COMPLETED';
  useScrollUp(isPaidLive);

  async function showNews(): Promise<void> {
    await refresh();
    window.scrollTo({ top: 0 });
    banner.current?.focus();
  }

  return (
    <div className="mx-auto grid max-w-[40rem] grid-cols-[minmax(0,1fr)] gap-4">
      {view.state !== 'refunded' && !isPaidInReview && !isOfRenewal && (
        <div className="mb-2">
          <Steps current={stepOf(view.state, awaitedKeys(current, licenses))} />
        </div>
      )}
      <StateBanner view={view} place={banner} />
      {notice && <StandingNotice>{notice}</StandingNotice>}
      {view.state === 'open' && charge && (
        <div className="mt-4">
          <h2 className="mb-3 text-title-2">Pague {noWrap(charge.amount)} com Pix</h2>
          <PixStep
            heading="h3"
            charge={charge}
            purchase={current}
            isReachable={isReachable}
            surroundings={surroundings}
            isServerRendered={charge === firstCharge}
            {...renewing}
          />
        </div>
      )}
      {view.state === 'paid' && elsewhere}
      {view.state === 'paid' && isOfRenewal && <Renewed purchase={current} />}
      {view.state === 'paid' && !isOfRenewal && (
        <Delivery
          purchase={current}
          licenses={licenses}
          isFresh={isPaidLive}
          communityUrl={surroundings.communityUrl}
          system={system}
          FurtherFiles={FurtherFiles}
        />
      )}
      {isPaidLive ? <AfterPayment purchase={current} licenses={licenses} /> : view.state === 'paid' && computers}
      {view.state === 'ended' && <RetryActions purchase={current} {...renewing} />}
      {!current.isProductOnSale && view.state !== 'open' && view.state !== 'ended' && (
        <NoLongerSold state={view.state} />
      )}
      {view.state === 'paid' && invoice}
      <WithdrawalSection purchase={current} onNews={showNews} />
      <OrderFacts purchase={current} communityUrl={surroundings.communityUrl} />
    </div>
  );
}

function StandingNotice({ children }: { children: string }) {
  return (
    <p role="status" className="rounded-card border border-line bg-surface p-4">
      {children}
    </p>
  );
}

function useScrollUp(isDue: boolean): void {
  useEffect(() => {
    if (isDue) window.scrollTo({ top: 0 });
  }, [isDue]);
}

function stepOf(state: PurchaseView['state'], awaited: string): 2 | 3 | 4 {
  if (state !== 'paid') return 2;
  return awaited === '' ? 4 : 3;
}

function useRenewal(purchase: Purchase) {
  const { customerName, customerEmail } = purchase;
  const [isRenewing, setRenewing] = useState(false);

  async function run(): Promise<void> {
    if (isRenewing) return;
    setRenewing(true);
    const order = orderAgain(purchase);
    endOrder(order.productId);
    if (purchase.ownersPage) return location.assign(purchase.ownersPage);
    // Erased buyers must type their data again.
    if (!customerEmail) return location.assign(`/checkout/${order.productId}`);
    try {
      const { purchaseId } = await requestPix({ ...order, customerName, customerEmail });
      location.assign(`/purchase/success/${purchaseId}`);
    } catch (error) {
      showToast({ tone: 'danger', title: 'Erro ao processar pagamento', description: sentenceOf(error) });
      setRenewing(false);
    }
  }

  return { isRenewing, onRenew: () => void run() };
}
