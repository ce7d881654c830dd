import type { ReactNode } from 'react';
import { countText } from '#src/islands/admin/count-text.ts';
import { ChangeText } from '#src/islands/admin/dashboard/change-text.tsx';
import { Skeleton } from '#src/islands/ui/skeleton.tsx';
import type { Analytics } from '#src/wire/analytics.ts';
import type { Figures } from '#src/wire/figures.ts';
import { formatReais } from '#src/wire/money.ts';
import { formatPercent } from './format-percent.ts';

type Props = {
  analytics: Analytics | undefined;
  figures: Figures | undefined;
  today: string;
  isStale: boolean;
  isMissing: boolean;
};

export function PeriodTotals({ analytics, figures, today, isStale, isMissing }: Props) {
  return (
    <dl
      aria-busy={(!analytics && !isMissing) || isStale}
      className={`grid grid-cols-2 gap-4 max-[22.5rem]:grid-cols-1 transition-opacity duration-150 md:grid-cols-3 ${isStale ? 'opacity-55' : ''}`}
    >
      {FIGURES.map(({ name, value, note, compared }) => (
        <div key={name} className="min-w-0 rounded-card border border-line bg-surface p-4">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="mt-1 text-[1.25rem] leading-7 font-[650] tracking-[-.015em] [word-spacing:.12em] tabular-nums [font-stretch:86%] sm:text-[1.5rem] sm:leading-8">
            {analytics ? value(analytics) : isMissing ? '—' : <Skeleton className="h-7 w-3/4 max-w-36 sm:h-8" />}
          </dd>
          {compared && (
            <dd className="mt-1 min-h-5 text-table text-muted">
              {figures ? (
                <ChangeText
                  figure={figures[compared.figure]}
                  previous={figures.previous}
                  today={today}
                  format={compared.format}
                />
              ) : (
                !isMissing && <Skeleton className="h-5 w-4/5 max-w-48" />
              )}
            </dd>
          )}
          <dd className="mt-1 min-h-5 text-table text-muted">
            {analytics ? note(analytics) : isMissing ? '' : <Skeleton className="h-5 w-4/5 max-w-48" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type Figure = { name: string; value: (of: Analytics) => string; note: (of: Analytics) => ReactNode } & {
  compared?: { figure: 'sales' | 'products'; format: (value: number) => string };
};

const FIGURES: Figure[] = [
  {
    name: 'Receita',
    value: ({ revenue }) => formatReais(revenue),
    note: () => 'pago e não reembolsado',
    compared: { figure: 'sales', format: formatReais },
  },
  {
    name: 'Vendas',
    value: ({ sales }) => sales.toLocaleString('pt-BR'),
    note: ({ coupons }) => {
      const withCoupon = coupons.reduce((sum, { code, sales }) => (code === null ? sum : sum + sales), 0);
      return `pagas e não reembolsadas, ${withCoupon.toLocaleString('pt-BR')} com cupom`;
    },
    compared: { figure: 'products', format: (count) => count.toLocaleString('pt-BR') },
  },
  {
    name: 'Ticket médio',
    value: ({ averageTicket }) => (averageTicket === null ? '—' : formatReais(averageTicket)),
    note: () => 'receita por venda',
  },
  {
    name: 'Descontos',
    value: ({ discount }) => formatReais(discount),
    note: ({ commission }) => `e ${formatReais(commission)} em comissões`,
  },
  {
    name: 'Conversão',
    value: ({ conversion }) => (conversion.rate === null ? '—' : formatPercent(conversion.rate)),
    note: ({ conversion }) => <ConversionNote {...conversion} />,
  },
  {
    name: 'Reembolsos',
    value: ({ refunds }) => formatReais(refunds.amount),
    note: ({ refunds }) => `${countText(refunds.count, 'venda devolvida', 'vendas devolvidas')} no período`,
  },
];

function ConversionNote({ started, paid, open }: Analytics['conversion']) {
  if (started === 0) return 'nenhum pedido iniciado';
  const number = (count: number) => count.toLocaleString('pt-BR');
  return (
    <>
      {number(paid)} de {countText(started, 'pedido pago', 'pedidos pagos')}
      {open > 0 && ` · ${number(open)} ainda em aberto`}
    </>
  );
}
