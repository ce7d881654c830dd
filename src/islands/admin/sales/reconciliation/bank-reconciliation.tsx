import { useRef } from 'react';
import {
  missingPeriodsText,
  progressOf,
  summaryOf,
} from '#src/islands/admin/sales/reconciliation/reconciliation-text.ts';
import { Button } from '#src/islands/ui/button.tsx';
import type { BankReconciliation as Reconciliation } from '#src/wire/payments/bank.ts';
import { BankDifferences } from './bank-differences.tsx';
import { useReconciliation } from './use-reconciliation.ts';

type Props = { rendered: Reconciliation; onOpenSale: (id: string) => void };

export function BankReconciliation({ rendered, onOpenSale }: Props) {
  const line = useRef<HTMLParagraphElement>(null);
  const { reconciliation, isComparing, compare } = useReconciliation(rendered);
  return (
    <section id="diferencas" aria-label="Conferência com o banco" className="grid scroll-mt-4 grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="min-w-0 text-sm text-muted tabular-nums">
          <p ref={line} tabIndex={-1} className="outline-none">
            {summaryOf(reconciliation)}
          </p>
          <p aria-live="polite">{progressOf(reconciliation)}</p>
          <p>{missingPeriodsText(reconciliation)}</p>
        </div>
        <Button size="small" isBusy={isComparing} busyLabel="Conferindo..." onClick={compare}>
          Conferir agora
        </Button>
      </div>
      {reconciliation.differences.length > 0 && (
        <BankDifferences
          differences={reconciliation.differences}
          onOpenSale={onOpenSale}
          onResolved={() => line.current?.focus()}
        />
      )}
    </section>
  );
}
