import type { FailureReason } from '#src/wire/purchases/purchases.ts';
import { NoLongerSold } from '../../purchase/no-longer-sold.tsx';
import { Spinner } from '../../ui/states/spinner.tsx';
import type { Verification } from './use-verification.ts';
import { VerifyForm } from './verify-form.tsx';

type Props = {
  heading: 'h2' | 'h3';
  reason: FailureReason;
  purchaseId: string;
  /** Without a script it is ordered again there. */
  orderPath: string;
  isOnSale: boolean;
  isRenewing: boolean;
  onRenew: () => void;
  verification: Verification;
};

const TITLES = {
  expired: 'Este código expirou',
  rejected: 'Pagamento recusado',
  provider: 'O banco não gerou o Pix',
} satisfies Record<FailureReason, string>;

/** The same in checkout and on the page of the purchase. */
export function EndedPix({
  heading: Heading,
  reason,
  purchaseId,
  orderPath,
  isOnSale,
  isRenewing,
  onRenew,
  verification,
}: Props) {
  const isExpired = reason === 'expired';
  return (
    <div className="grid animate-enter justify-items-start gap-4 rounded-panel border border-line bg-surface p-5 sm:p-7">
      <Heading className="text-title-3">{TITLES[reason]}</Heading>
      <p className="max-w-[60ch] text-muted">
        {isOnSale && 'Gere um novo código com os mesmos dados. '}
        {isExpired
          ? 'Se você pagou no último instante, não se preocupe: o pagamento é reconhecido e a compra chega no seu e-mail.'
          : 'Nada foi cobrado.'}
      </p>
      {isOnSale ? (
        <form
          action={orderPath}
          onSubmit={(event) => {
            event.preventDefault();
            if (!isRenewing) onRenew();
          }}
        >
          <button type="submit" aria-disabled={isRenewing} className="button-1">
            {isRenewing && <Spinner className="size-4" />}
            {isRenewing ? 'Gerando seu Pix…' : 'Gerar novo código'}
          </button>
        </form>
      ) : (
        <NoLongerSold state="ended" />
      )}
      {isExpired && <VerifyForm purchaseId={purchaseId} verification={verification} />}
    </div>
  );
}
