import { useRef } from 'react';
import { countText } from '#src/islands/admin/count-text.ts';
import { Button } from '#src/islands/ui/button.tsx';
import type { BankComparison as Comparison } from '#src/wire/bank.ts';
import { formatDayTime } from '#src/wire/dates.ts';
import { BankDifferences } from './bank-differences.tsx';
import { useBankComparison } from './use-bank-comparison.ts';

type Props = { rendered: Comparison; onOpenSale: (id: string) => void };

/** The bank's list beside our own books: when that was looked at, and whatever differs. */
export function BankComparison({ rendered, onOpenSale }: Props) {
  const line = useRef<HTMLParagraphElement>(null);
  const { comparison, isComparing, compare } = useBankComparison(rendered);
  return (
    <section aria-label="Conferência com o banco" className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p ref={line} tabIndex={-1} className="min-w-0 text-sm text-muted tabular-nums outline-none">
          {summaryOf(comparison)}
        </p>
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

function summaryOf({ comparedAt, payments, differences }: Comparison): string {
  if (!comparedAt) return 'As vendas ainda não foram conferidas com o banco. A primeira conferência é automática.';
  const found =
    differences.length === 0 ? 'nenhuma diferença' : countText(differences.length, 'diferença', 'diferenças');
  return `Última conferência com o banco: ${formatDayTime(comparedAt)} · ${countText(payments, 'pagamento', 'pagamentos')} · ${found}`;
}
