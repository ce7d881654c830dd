import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRead } from '#src/islands/admin/use-read.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import type { BankSetup } from '#src/wire/payments/bank.ts';
import { PIX_PROVIDERS, type ProviderName } from '#src/wire/payments/pix-providers.ts';
import { BANK_PATH } from './bank-paths.ts';
import { SetupFindings } from './setup-findings.tsx';

/** What the bank in use says; `children` stand beside the button. */
export function BankFindings({ provider, children }: { provider: ProviderName; children: ReactNode }) {
  const { data: setup, isError, isFetching, refetch } = useRead<BankSetup>(BANK_PATH);
  const checkAgain = () => void refetch();
  return (
    <>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        {children}
        <Button
          variant="secondary"
          size="small"
          icon={RefreshCw}
          isBusy={isFetching}
          busyLabel="Conferindo..."
          onClick={checkAgain}
        >
          Conferir de novo
        </Button>
      </div>
      {isError && (
        <div className="mt-4">
          <FailedState
            title="Erro ao conferir o banco"
            text={setup && 'A lista abaixo é da última conferência. Confira sua conexão e tente de novo.'}
            isTrying={isFetching}
            onRetry={checkAgain}
          />
        </div>
      )}
      {(setup || !isError) && (
        <SetupFindings
          findings={setup?.findings}
          isStale={isFetching}
          expected={PIX_PROVIDERS[provider].inspectedParts}
        />
      )}
    </>
  );
}
