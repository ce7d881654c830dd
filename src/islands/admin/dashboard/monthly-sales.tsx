import { type ComponentType, lazy, Suspense, useRef } from 'react';
import { Skeleton } from '#src/islands/ui/skeleton.tsx';
import { useInView } from '#src/islands/ui/use-in-view.ts';
import type { DashboardStats } from '#src/wire/dashboard.ts';
import { formatReais } from '#src/wire/money.ts';

type Months = DashboardStats['monthlyData'];

// A third of the page's script, so loaded when the chart comes into view.
const SalesChart = lazy<ComponentType<{ months: Months; styleNonce: string }>>(() =>
  import('./sales-chart.tsx').catch(showNotArrived),
);

type Props = { months: Months | undefined; styleNonce: string };

export function MonthlySales({ months, styleNonce }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const isSeen = useInView(frame);
  const hasSales = months?.some((month) => month.vendas > 0) ?? false;
  return (
    <section aria-labelledby="monthly-sales" className="rounded-card border border-line bg-surface p-4">
      <h2 id="monthly-sales" className="text-base">
        Vendas por mês
      </h2>
      <div ref={frame} className="mt-3 h-52 noscript:hidden">
        {months && hasSales && isSeen && (
          <Suspense fallback={<Bars />}>
            <SalesChart months={months} styleNonce={styleNonce} />
          </Suspense>
        )}
        {months && !hasSales && <Instead>As vendas de cada mês aparecem aqui a partir da primeira.</Instead>}
        {(!months || (hasSales && !isSeen)) && <Bars />}
      </div>
      {months && <MonthTable months={months} />}
    </section>
  );
}

function MonthTable({ months }: { months: Months }) {
  return (
    <div className="sr-only noscript:not-sr-only">
      <table className="mt-3 w-full max-w-xs text-left text-table">
        <caption>Vendas dos últimos 12 meses, do mais antigo ao atual</caption>
        <thead>
          <tr>
            <th scope="col">Mês</th>
            <th scope="col">Vendas</th>
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <tr key={month.name}>
              <th scope="row">{month.name}</th>
              <td>{formatReais(month.vendas)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** An error here would take down the whole screen. */
function showNotArrived(error: unknown): { default: typeof NotArrived } {
  console.error('O gráfico não pôde ser carregado:', error);
  return { default: NotArrived };
}

function NotArrived() {
  return <Instead>O gráfico não chegou. Confira sua conexão e recarregue a página.</Instead>;
}

function Instead({ children }: { children: string }) {
  return <p className="grid h-full place-items-center px-6 text-center text-sm text-muted">{children}</p>;
}

function Bars() {
  return (
    <div aria-hidden="true" className="flex h-full items-end gap-2 pb-8">
      {HEIGHTS.map((height) => (
        <Skeleton key={height} className={`flex-1 ${height}`} />
      ))}
    </div>
  );
}

const HEIGHTS = [
  'h-1/3',
  'h-5/12',
  'h-2/5',
  'h-1/2',
  'h-6/12',
  'h-2/3',
  'h-7/12',
  'h-3/4',
  'h-8/12',
  'h-5/6',
  'h-4/5',
  'h-full',
];
