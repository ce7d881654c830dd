import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { serverNow, syncServerClock } from '#src/client/clock.ts';
import type { PixCharge, Purchase } from '#src/wire/purchases/purchases.ts';
import { NoLongerSold } from '../../purchase/no-longer-sold.tsx';
import { Spinner } from '../../ui/states/spinner.tsx';
import { Countdown } from './countdown.tsx';
import { EndedPix } from './ended-pix.tsx';
import { PixCode } from './pix-code.tsx';
import { PHASE_SENTENCES, type PixPhase, phaseOf } from './pix-phase.ts';
import { SandboxBank } from './sandbox-bank.tsx';
import { useVerification, type VerificationTitles } from './use-verification.ts';
import { VerifyForm } from './verify-form.tsx';

export type PixSurroundings = {
  receiverName: string;
  communityUrl: string;
  isSandbox: boolean;
  /** It is null where nothing on the page runs out. */
  renderedAt: string | null;
};

type Props = {
  productId: string;
  heading: 'h2' | 'h3';
  charge: PixCharge;
  purchase: Purchase | null;
  isReachable: boolean;
  surroundings: PixSurroundings;
  /** It is false for a charge created in the browser just now. */
  isServerRendered: boolean;
  titles: VerificationTitles;
  isRenewing: boolean;
  onNews: () => Promise<void>;
  onRenew: () => void;
};

export function PixStep({
  productId,
  heading,
  charge,
  purchase,
  isReachable,
  surroundings,
  isServerRendered,
  titles,
  isRenewing,
  onNews,
  onRenew,
}: Props) {
  const leftMs = useCountdown(charge.expiresAt, isServerRendered ? surroundings.renderedAt : null);
  const verification = useVerification(charge.transactionId, titles, onNews);
  const phase = phaseOf({ purchase, isOverdue: leftMs === 0, isReachable, isVerifying: verification.isVerifying });
  const isOnSale = purchase?.isProductOnSale ?? true;
  const isOpen = phase === 'waiting' || phase === 'checking' || phase === 'offline';
  return (
    <div className="grid gap-4">
      <Status phase={phase} />
      {isOpen && !isOnSale && <NoLongerSold state="open" />}
      {(isOpen || phase === 'confirmed') && (
        <div className="grid" inert={phase === 'confirmed'}>
          <div className={`[grid-area:1/1] ${phase === 'confirmed' ? 'invisible' : ''}`}>
            <PixCode heading={heading} charge={charge} receiverName={surroundings.receiverName} />
          </div>
          {phase === 'confirmed' && <PaidFrame />}
        </div>
      )}
      {isOpen && <Countdown leftMs={leftMs} wholeMs={Date.parse(charge.expiresAt) - Date.parse(charge.createdAt)} />}
      {(phase === 'expired' || phase === 'failed') && (
        <EndedPix
          heading={heading}
          reason={phase === 'expired' ? 'expired' : (purchase?.failureReason ?? 'rejected')}
          purchaseId={charge.purchaseId}
          orderPath={`/checkout/${productId}`}
          isOnSale={isOnSale}
          isRenewing={isRenewing}
          onRenew={onRenew}
          verification={verification}
        />
      )}
      {isOpen && (
        <VerifyForm purchaseId={charge.purchaseId} verification={verification}>
          <a
            href={surroundings.communityUrl}
            target="_blank"
            rel="noopener"
            className="button text-muted hover:text-foreground"
          >
            Preciso de ajuda<span className="sr-only"> (abre em nova aba)</span>
          </a>
        </VerifyForm>
      )}
      {isOpen && surroundings.isSandbox && <SandboxBank charge={charge} onNews={onNews} />}
    </div>
  );
}

const SIGNS = {
  waiting: <span className="mx-1 size-2.5 animate-pulse rounded-full bg-warning" />,
  checking: <Spinner className="size-4.5" />,
  offline: <CircleAlert className="size-4.5 text-warning" />,
  confirmed: <CircleCheck className="size-5 text-success" />,
  expired: <Clock className="size-4.5" />,
  failed: <CircleAlert className="size-4.5 text-danger" />,
} satisfies Record<PixPhase, React.ReactNode>;

function Status({ phase }: { phase: PixPhase }) {
  const isConfirmed = phase === 'confirmed';
  return (
    <p
      role="status"
      className={`flex items-start gap-2 transition-colors duration-500 ease-cut ${isConfirmed ? 'rounded-panel border border-success/45 bg-green-400/18 p-5 font-semibold text-foreground' : 'text-muted'}`}
    >
      <span aria-hidden className="grid h-6 shrink-0 place-items-center">
        {SIGNS[phase]}
      </span>
      {PHASE_SENTENCES[phase]}
    </p>
  );
}

/** Keeps the code's place until the key comes. */
function PaidFrame() {
  return (
    <div
      aria-hidden
      className="grid animate-enter place-items-center rounded-panel border border-success/45 bg-surface [grid-area:1/1]"
    >
      <CircleCheck className="size-16 text-success" strokeWidth={1.5} />
    </div>
  );
}

/** `renderedAt` makes the first render match the server's HTML; null for what was created in the browser. */
function useCountdown(endsAt: string, renderedAt: string | null): number {
  const [now, setNow] = useState(() => (renderedAt ? Date.parse(renderedAt) : serverNow()));

  useEffect(() => {
    if (renderedAt) syncServerClock(renderedAt);
  }, [renderedAt]);

  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1_000);
    return () => clearInterval(timer);
  }, []);

  return Math.max(0, Date.parse(endsAt) - now);
}
