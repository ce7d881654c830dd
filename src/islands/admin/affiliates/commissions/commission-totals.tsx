import { countText } from '#src/islands/admin/list/count-text.ts';
import { Skeleton } from '#src/islands/ui/states/skeleton.tsx';
import type { CommissionSummary } from '#src/wire/affiliates/affiliates.ts';
import { formatReais } from '#src/wire/basics/money.ts';

export function CommissionTotals({ summary }: { summary: CommissionSummary | undefined }) {
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      <Total label="Comissões a pagar" figure={summary?.pending} />
      <Total label="Comissões pagas" figure={summary?.paid} />
      <Total label="Estornadas" figure={summary?.reversed} isWide />
    </dl>
  );
}

type Props = { label: string; figure: CommissionSummary['pending'] | undefined; isWide?: boolean };

function Total({ label, figure, isWide = false }: Props) {
  return (
    <div
      className={`rounded-card border border-line bg-surface px-4 py-3 max-sm:px-3 ${isWide ? 'max-sm:col-span-2' : ''}`}
    >
      <dt className="text-table text-muted">{label}</dt>
      <dd className="mt-0.5">
        {figure ? (
          <>
            <span className="block leading-7 font-semibold whitespace-nowrap sm:text-lg tabular-nums">
              {formatReais(figure.commission)}
            </span>
            <span className="block text-mini leading-5 text-muted tabular-nums">
              {countText(figure.sales, 'venda', 'vendas')}
            </span>
          </>
        ) : (
          <>
            <Skeleton className="my-1 h-5 w-24" />
            <Skeleton className="my-1 h-3 w-16" />
          </>
        )}
      </dd>
    </div>
  );
}
