import type { Purchase } from '#src/wire/purchases.ts';
import { useVerification, type VerificationTitles } from '../checkout/use-verification.ts';
import { Spinner } from '../ui/spinner.tsx';

type Props = { purchase: Purchase; titles: VerificationTitles; onNews: () => Promise<void> };

/** A buyer who paid at the last moment can have the bank polled once more. */
export function RetryActions({ purchase, titles, onNews }: Props) {
  const { isVerifying, verify } = useVerification(purchase.transactionId, titles, onNews);
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        void verify();
      }}
      className="actions"
    >
      {purchase.isProductOnSale && (
        <a href={`/checkout/${purchase.productId}`} className="button-1">
          Tentar novamente
        </a>
      )}
      {purchase.failureReason === 'expired' && (
        <>
          <input type="hidden" name="intent" value="verify" />
          <button type="submit" className="button-2" aria-disabled={isVerifying}>
            {isVerifying && <Spinner className="size-4" />}
            <span>
              Já paguei, verificar<span className="sr-only"> pagamento</span>
            </span>
          </button>
        </>
      )}
    </form>
  );
}
