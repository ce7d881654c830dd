import {
  missingPeriodsText,
  progressOf,
  summaryOf,
} from '#src/islands/admin/sales/reconciliation/reconciliation-text.ts';
import { useRead } from '#src/islands/admin/use-read.ts';
import type { BankReconciliation } from '#src/wire/payments/bank.ts';
import { BANK_PATH } from './bank-paths.ts';

export function DailyReconciliation() {
  const { data: reconciliation, isError } = useRead<BankReconciliation>(`${BANK_PATH}/comparison`);
  return (
    <div>
      <h3 className="text-sm font-semibold">Conferência diária</h3>
      <div className="mt-1 min-h-10 text-sm text-muted tabular-nums">
        {isError && !reconciliation && (
          <p>Não foi possível ler a última conferência. Recarregue a página para tentar de novo.</p>
        )}
        {reconciliation && <p>{summaryOf(reconciliation)}</p>}
        {reconciliation && <p>{progressOf(reconciliation)}</p>}
        {reconciliation && <p>{missingPeriodsText(reconciliation)}</p>}
      </div>
      <p className="mt-1 text-sm text-muted">
        A loja compara todo dia a lista de pagamentos do banco com as vendas. As diferenças ficam em{' '}
        <a href="/admin/sales" className="link">
          Vendas
        </a>
        .
      </p>
    </div>
  );
}
