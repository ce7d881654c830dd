import { useRef } from 'react';
import { progressOf, summaryOf, unseenOf } from '#src/islands/admin/reconciliation-text.ts';
import { Button } from '#src/islands/ui/button.tsx';
import type { BankReconciliation as Comparison } from '#src/wire/bank.ts';
import { BankDifferences } from './bank-differences.tsx';
import { useBankComparison } from './use-bank-comparison.ts';

type Props = { rendered: Comparison; onOpenSale: (id: string) => void };

export function BankReconciliation({ rendered, onOpenSale }: Props) {
  const line = useRef<HTMLParagraphElement>(null);
  const { comparison, isComparing, compare } = useBankComparison(rendered);
  return (
    <section aria-label="Conferência com o banco" className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="min-w-0 text-sm text-muted tabular-nums">
          <p ref={line} tabIndex={-1} className="outline-none">
            {summaryOf(comparison)}
          </p>
          <p aria-live="polite">{progressOf(comparison)}</p>
          <p>{unseenOf(comparison)}</p>
        </div>
        <Button variant="secondary" size="small" isBusy={isComparing} busyLabel="Conferindo..." onClick={compare}>
          Conferir agora
        </Button>
      </div>
      {comparison.differences.length > 0 && (
        <BankDifferences
          differences={comparison.differences}
          onOpenSale={onOpenSale}
          onResolved={() => line.current?.focus()}
        />
      )}
    </section>
  );
}
