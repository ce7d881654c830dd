import { TriangleAlert } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Button, buttonClass } from '#src/islands/ui/button.tsx';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import type { BankDifference } from '#src/wire/payments/bank.ts';
import { useResolve } from './use-reconciliation.ts';

type Props = {
  differences: readonly BankDifference[];
  onOpenSale: (id: string) => void;
  onResolved: () => void;
};

export function BankDifferences({ differences, onOpenSale, onResolved }: Props) {
  return (
    <ul
      aria-label="Diferenças com o banco"
      className="max-h-80 divide-y divide-line overflow-y-auto rounded-card border border-warning/45 bg-surface"
    >
      {differences.map((difference) => (
        <Difference key={difference.id} difference={difference} onOpenSale={onOpenSale} onResolved={onResolved} />
      ))}
    </ul>
  );
}

type DifferenceProps = Omit<Props, 'differences'> & { difference: BankDifference };

function Difference({ difference, onOpenSale, onResolved }: DifferenceProps) {
  const { id, purchaseId, subject } = difference;
  const facts = factsOf(difference);
  const resolution = useResolve(onResolved);
  const openHere = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || !purchaseId) return;
    event.preventDefault();
    onOpenSale(purchaseId);
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3.5 py-2.5 text-sm">
      <div className="flex min-w-0 flex-1 basis-72 items-start gap-3">
        <TriangleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0 text-warning" />
        <div className="min-w-0">
          <p>{sentenceOf(difference)}</p>
          {facts && <p className="text-muted wrap-anywhere">{facts}</p>}
          <p className="code text-mini text-muted wrap-anywhere">{subject}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {purchaseId && (
          <a href={`/admin/sales?id=${purchaseId}`} onClick={openHere} className={buttonClass('secondary', 'small')}>
            Abrir venda
          </a>
        )}
        <Button
          variant="quiet"
          size="small"
          isBusy={resolution.isBusy}
          busyLabel="Marcando..."
          onClick={() => resolution.submit(id)}
        >
          Marcar como resolvida
        </Button>
      </div>
    </li>
  );
}

function sentenceOf({ kind, amount }: BankDifference): string {
  const sum = amount ?? 'um valor';
  switch (kind) {
    case 'unknown_payment':
      return `O banco recebeu ${sum} que não pertence a nenhuma venda.`;
    case 'not_booked':
      return `O banco mostra ${sum} que esta venda não registra: um pagamento ou uma devolução. Verifique a venda.`;
    case 'other_amount':
      return `O banco recebeu ${sum}, e a venda registra outro valor.`;
    case 'unknown_sale':
      return 'A venda está paga na loja, mas o banco não mostra o pagamento.';
    case 'unread_row':
      return 'O banco mostra uma linha que a loja não entendeu. Confira este pagamento no aplicativo do seu banco.';
  }
}

function factsOf({ kind, arrivedAt, payer, description }: BankDifference): string {
  if (kind !== 'unknown_payment') return '';
  const parts = [arrivedAt && formatDayTime(arrivedAt), payer && `pago por ${payer}`, description];
  return parts.filter(Boolean).join(' · ');
}
