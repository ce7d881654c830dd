import { RefreshCw } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Button } from '#src/islands/ui/button.tsx';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import { PIX_PROVIDERS, type ProviderName } from '#src/wire/payments/pix-providers.ts';
import { CheckFindings } from '../check-findings.tsx';
import { useCheck } from '../use-check.ts';
import { BANK_PATH } from './bank-paths.ts';

export type BankCheck = ReturnType<typeof useBankCheck>;

/** Asks the bank in use as soon as the screen is open, unless it is one that cannot be asked. */
export function useBankCheck(canBeAsked: boolean) {
  const { start, ...check } = useCheck<undefined>({ path: BANK_PATH, method: 'GET' });
  const ask = () => start(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: It is asked once; what is asked later is a click.
  useEffect(() => {
    if (canBeAsked) ask();
  }, [canBeAsked]);
  return { ...check, ask };
}

/** What the bank in use says; `children` stand beside the button. */
export function BankFindings({
  provider,
  check: { seen, isBusy, hasFailed, ask },
  children,
}: {
  provider: ProviderName;
  check: BankCheck;
  children: ReactNode;
}) {
  return (
    <>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        {children}
        <Button size="small" icon={RefreshCw} isBusy={isBusy} busyLabel="Conferindo..." onClick={ask}>
          Conferir de novo
        </Button>
      </div>
      {hasFailed && (
        <div className="mt-4">
          <FailedState
            title="Erro ao conferir o banco"
            text={seen ? 'A lista abaixo é da última conferência. Confira sua conexão e tente de novo.' : undefined}
            read={{ isFetching: isBusy, refetch: ask }}
          />
        </div>
      )}
      <div className="mt-4 empty:hidden">
        <CheckFindings
          label="Conferência do banco"
          seen={seen}
          isBusy={isBusy || (seen === null && !hasFailed)}
          expected={PIX_PROVIDERS[provider].inspectedParts}
        />
      </div>
    </>
  );
}
