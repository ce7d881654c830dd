import type { ReactNode } from 'react';
import { ChangeText } from '#src/islands/admin/dashboard/change-text.tsx';
import { countText } from '#src/islands/admin/list/count-text.ts';
import { noWrap } from '#src/islands/ui/no-wrap.ts';
import { Skeleton } from '#src/islands/ui/states/skeleton.tsx';
import { formatReais } from '#src/wire/basics/money.ts';
import type { Analytics, PeriodTotals as Totals } from '#src/wire/reports/analytics.ts';
import { formatPercent } from './format-percent.ts';

type Props = { analytics: Analytics | undefined; today: string; isStale: boolean; isMissing: boolean };

/** Each with what it is compared with, and what it counts in words. */
export function PeriodTotals({ analytics, today, isStale, isMissing }: Props) {
  return (
    <dl
      aria-busy={(!analytics && !isMissing) || isStale}
      className={`grid grid-cols-1 rounded-card transition-opacity duration-150 max-sm:divide-y max-sm:divide-line max-sm:border max-sm:border-line max-sm:bg-surface sm:grid-cols-2 sm:gap-4 md:grid-cols-3 ${isStale ? 'opacity-55' : ''}`}
    >
      {FIGURES.map((figure) => (
        <div
          key={figure.name}
          className="grid min-w-0 grid-cols-[1fr_auto] content-start gap-x-4 p-4 sm:flex sm:flex-col sm:rounded-card sm:border sm:border-line sm:bg-surface"
        >
          <dt className="self-center text-sm text-muted sm:self-auto">{figure.name}</dt>
          <dd className="text-[1.1875rem] leading-7 font-[650] tracking-[-.015em] [word-spacing:.12em] [font-stretch:86%] whitespace-nowrap sm:mt-1 sm:text-[1.5rem] sm:leading-8">
            {analytics ? (
              valueText(figure, analytics)
            ) : isMissing ? (
              '—'
            ) : (
              <Skeleton className="h-7 w-32 max-w-full sm:h-8" />
            )}
          </dd>
          <dd className="col-span-2 mt-1 min-h-5 text-table text-muted sm:mb-2">
            {analytics ? (
              <Change figure={figure} analytics={analytics} today={today} />
            ) : (
              !isMissing && <Skeleton className="h-5 w-4/5 max-w-48" />
            )}
          </dd>
          <dd className="col-span-2 min-h-5 text-table text-muted sm:mt-auto sm:min-h-7 sm:border-t sm:border-line sm:pt-2">
            {analytics ? figure.note(analytics) : isMissing ? '' : <Skeleton className="h-5 w-4/5 max-w-48" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Change({ figure, analytics, today }: { figure: Figure; analytics: Analytics; today: string }) {
  const { of, format, better, isRate } = figure;
  const { before } = analytics;
  return (
    <ChangeText
      figure={{ value: of(analytics), before: before && of(before) }}
      previous={before?.days ?? null}
      today={today}
      format={format}
      better={better}
      isRate={isRate}
    />
  );
}

function valueText({ of, format }: Figure, totals: Totals): string {
  const value = of(totals);
  return value === null ? '—' : format(value);
}

type Figure = {
  name: string;
  of: (totals: Totals) => number | null;
  format: (value: number) => string;
  note: (of: Analytics) => ReactNode;
  better?: 'more' | 'less' | 'none';
  isRate?: boolean;
};

const number = (count: number) => count.toLocaleString('pt-BR');

const FIGURES: Figure[] = [
  {
    name: 'Receita',
    of: ({ revenue }) => revenue,
    format: formatReais,
    note: () => 'Pago menos devolvido, no dia do pagamento.',
  },
  {
    name: 'Vendas',
    of: ({ sales }) => sales,
    format: number,
    note: ({ coupons }) => {
      const withCoupon = coupons.reduce((sum, { code, sales }) => (code === null ? sum : sum + sales), 0);
      return `Pagas e não reembolsadas, ${number(withCoupon)} com cupom.`;
    },
  },
  {
    name: 'Ticket médio',
    of: ({ averageTicket }) => averageTicket,
    format: formatReais,
    note: () => 'Receita dividida pelas vendas.',
  },
  {
    name: 'Descontos',
    of: ({ discount }) => discount,
    format: formatReais,
    note: ({ commission }) =>
      noWrap(`O que os cupons tiraram do preço destas vendas, e ${formatReais(commission)} em comissões.`),
    better: 'none',
  },
  {
    name: 'Conversão',
    of: ({ conversion }) => conversion.rate,
    format: formatPercent,
    note: ({ conversion }) => <ConversionNote {...conversion} />,
    isRate: true,
  },
  {
    name: 'Reembolsos',
    of: ({ refunds }) => refunds.amount,
    format: formatReais,
    note: ({ refunds }) =>
      `${countText(refunds.count, 'venda devolvida', 'vendas devolvidas')} no período, de qualquer dia.`,
    better: 'less',
  },
];

function ConversionNote({ started, paid, open }: Analytics['conversion']) {
  if (started === 0) return 'Nenhum pedido iniciado no período.';
  return (
    <>
      Pedidos do período que foram pagos: {number(paid)} de {number(started)}
      {open > 0 && `, ${number(open)} ainda em aberto`}.
    </>
  );
}
