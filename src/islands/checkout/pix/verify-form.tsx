import type { ReactNode } from 'react';
import { Spinner } from '../../ui/states/spinner.tsx';
import type { Verification } from './use-verification.ts';

type Props = { purchaseId: string; verification: Verification; children?: ReactNode };

/** The bank's answer stands below its button, and goes with it when the state changes. */
export function VerifyForm({ purchaseId, verification: { isVerifying, answer, verify }, children }: Props) {
  return (
    <form
      method="post"
      action={`/purchase/success/${purchaseId}`}
      onSubmit={(event) => {
        event.preventDefault();
        void verify();
      }}
    >
      <input type="hidden" name="intent" value="verify" />
      <div className="flex flex-wrap gap-3">
        <button type="submit" className="button-2" aria-disabled={isVerifying}>
          {isVerifying && <Spinner className="size-4" />}
          <span>
            Já paguei, verificar<span className="sr-only"> pagamento</span>
          </span>
        </button>
        {children}
      </div>
      <p role="status" className="max-w-[60ch]">
        {answer && (
          <span className="mt-3 block animate-enter">
            <strong className="font-semibold">{answer.title}.</strong> {answer.message}
          </span>
        )}
      </p>
    </form>
  );
}
