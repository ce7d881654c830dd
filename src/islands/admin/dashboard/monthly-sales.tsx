import { type ComponentType, lazy, Suspense, useRef, useState } from 'react';
import { Skeleton } from '#src/islands/ui/states/skeleton.tsx';
import { useInView } from '#src/islands/ui/use-in-view.ts';
import { monthName } from '#src/wire/basics/dates.ts';
import { formatReais } from '#src/wire/basics/money.ts';
import { daysText, type Figures, MOST_DAYS, monthWord } from '#src/wire/reports/figures.ts';
import { type Bar, unitOf } from './sales-bars.ts';

// A third of the page's script, so loaded when the chart comes into view.
const SalesChart = lazy<ComponentType<{ bars: Bar[]; styleNonce: string }>>(() =>
  import('./sales-chart.tsx').catch(showNotArrived),
);

type Props = { figures: Figures | undefined; today: string; styleNonce: string };
type Step = 'month' | 'day';

export function MonthlySales({ figures, today, styleNonce }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const isSeen = useInView(frame);
  const [chosen, setChosen] = useState<Step>('month');
  const step: Step = figures?.days ? chosen : 'month';
  const bars = figures && barsOf(figures, step, today);
  const hasSales = bars?.some(({ vendas }) => vendas > 0) ?? false;
  return (
    <section aria-labelledby="monthly-sales" className="rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="monthly-sales" className="text-base">
          {step === 'month' ? 'Vendas por mês' : 'Vendas por dia'}
        </h2>
        <p className="mr-auto text-table text-muted max-sm:order-last max-sm:w-full">
          {figures && bars && `${unitOf(bars)}, ${spanOf(figures, step, today)}`}
        </p>
        <fieldset className="chips" disabled={!figures?.days} title={figures && !figures.days ? TOO_LONG : undefined}>
          <legend className="sr-only">Barras do gráfico</legend>
          {STEPS.map(({ value, label }) => (
            <label key={value} className="chip has-disabled:opacity-50">
              <input
                type="radio"
                name="chart-step"
                className="sr-only"
                checked={step === value}
                onChange={() => setChosen(value)}
              />
              {label}
            </label>
          ))}
        </fieldset>
      </div>
      <div ref={frame} className="mt-3 h-56 noscript:hidden">
        {bars && hasSales && isSeen && (
          <Suspense fallback={<Bars />}>
            <SalesChart bars={bars} styleNonce={styleNonce} />
          </Suspense>
        )}
        {bars && !hasSales && <Instead>{NOTHING[step]}</Instead>}
        {(!bars || (hasSales && !isSeen)) && <Bars />}
      </div>
      <p className="mt-2 min-h-5 text-table text-muted">{figures && noteOf(figures, step, today)}</p>
      {bars && <SalesTable bars={bars} step={step} />}
    </section>
  );
}

const STEPS = [
  { value: 'day', label: 'Dia' },
  { value: 'month', label: 'Mês' },
] as const;

const TOO_LONG = `Um período de até ${MOST_DAYS} dias mostra cada dia.`;

const NOTHING: Record<Step, string> = {
  month: 'As vendas de cada mês aparecem aqui a partir da primeira.',
  day: 'Nenhuma venda nestes dias.',
};

function barsOf({ days, months }: Figures, step: Step, today: string): Bar[] {
  if (step === 'day' && days) {
    return days.map(({ day, vendas }) => ({
      name: `${day.slice(8)}/${day.slice(5, 7)}`,
      vendas,
      isNow: day === today,
    }));
  }
  return months.map(({ month, vendas }) => ({
    name: monthName(month),
    vendas,
    isNow: month === today.slice(0, 7),
  }));
}

/** Writes `12 meses até novembro`, or the days of the period. */
function spanOf({ period: { from, to }, months }: Figures, step: Step, today: string): string {
  if (step === 'day' && from && to) return daysText({ from, to }, today);
  const last = months.at(-1)?.month ?? today;
  const year = last.slice(0, 4) === today.slice(0, 4) ? '' : ` de ${last.slice(0, 4)}`;
  return `${months.length} meses até ${monthWord(last)}${year}`;
}

function noteOf({ months, days }: Figures, step: Step, today: string): string {
  const counted = 'Pago menos devolvido, no dia do pagamento.';
  const isUntilToday = step === 'month' ? months.at(-1)?.month === today.slice(0, 7) : days?.at(-1)?.day === today;
  if (!isUntilToday) return counted;
  if (step === 'day') return `${counted} O último dia vai até agora.`;
  const name = monthWord(today);
  return `${counted} ${name.charAt(0).toUpperCase()}${name.slice(1)} vai até hoje, dia ${Number(today.slice(8))}; os outros meses são inteiros.`;
}

function SalesTable({ bars, step }: { bars: Bar[]; step: Step }) {
  const { caption, head } = TABLES[step];
  return (
    <div className="sr-only noscript:not-sr-only">
      <table className="mt-3 w-full max-w-xs text-left text-table">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col">Vendas</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ name, vendas }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{formatReais(vendas)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const TABLES: Record<Step, { caption: string; head: string }> = {
  month: { caption: 'Vendas de 12 meses, do mais antigo ao último do período', head: 'Mês' },
  day: { caption: 'Vendas de cada dia do período', head: 'Dia' },
};

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
