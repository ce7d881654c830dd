import { Select } from '#src/islands/ui/fields/select.tsx';
import { Skeleton } from '#src/islands/ui/states/skeleton.tsx';
import { formatReais } from '#src/wire/basics/money.ts';
import { PERIOD_PRESETS, periodOf } from '#src/wire/basics/periods.ts';
import {
  DASHBOARD_PERIODS,
  type DashboardPeriod,
  daysText,
  type Figure,
  type Figures,
} from '#src/wire/reports/figures.ts';
import { ChangeText } from './change-text.tsx';

type Props = {
  figures: Figures | undefined;
  isStale: boolean;
  choice: DashboardPeriod;
  today: string;
  onChoose: (choice: DashboardPeriod) => void;
};

/** Each with what it is compared with, and what it counts in words. */
export function StatCards({ figures, isStale, choice, today, onChoose }: Props) {
  const isAll = figures?.previous === null;
  const card = { previous: figures?.previous ?? null, today };
  return (
    <section aria-label="Resumo do período" aria-busy={!figures || isStale} className="grid gap-3">
      <div className="sm:ml-auto sm:w-72">
        <Select
          label="Período dos números"
          isLabelHidden
          value={choice}
          onChange={(value) => onChoose(DASHBOARD_PERIODS.find((period) => period === value) ?? 'month')}
          options={DASHBOARD_PERIODS.map((value) => ({ value, label: labelOf(value, today) }))}
        />
      </div>
      <div className={`grid gap-4 transition-opacity duration-150 md:grid-cols-3 ${isStale ? 'opacity-55' : ''}`}>
        <StatCard
          {...card}
          name="Vendas totais"
          figure={figures?.sales}
          course={figures?.course.map(({ sales }) => sales)}
          format={formatReais}
          text="Pago menos devolvido, no dia do pagamento."
        />
        <StatCard
          {...card}
          name={isAll ? 'Clientes' : 'Novos clientes'}
          figure={figures?.customers}
          course={figures?.course.map(({ customers }) => customers)}
          format={count.format}
          text={isAll ? 'Quem já comprou aqui, uma vez cada.' : 'Quem comprou aqui pela primeira vez.'}
        />
        <StatCard
          {...card}
          name="Produtos vendidos"
          figure={figures?.products}
          course={figures?.course.map(({ products }) => products)}
          format={count.format}
          text="Plugins pagos, sem os devolvidos."
        />
      </div>
    </section>
  );
}

type CardProps = {
  name: string;
  figure: Figure | undefined;
  course: readonly number[] | undefined;
  previous: Figures['previous'];
  today: string;
  format: (value: number) => string;
  text: string;
};

function StatCard({ name, figure, course, previous, today, format, text }: CardProps) {
  return (
    <div className="rounded-card border border-line bg-surface p-4">
      <h2 className="text-sm font-normal text-muted [font-stretch:100%]">{name}</h2>
      <div className="mt-1 flex min-h-8 flex-wrap items-center justify-between gap-x-3">
        <p className="text-[1.5rem] leading-8 font-[650] tracking-[-.015em] [word-spacing:.12em] tabular-nums [font-stretch:86%]">
          {figure ? format(figure.value) : <Skeleton className="h-8 w-36" />}
        </p>
        {course && <Sparkline values={course} />}
      </div>
      <p className="mt-1.5 min-h-5 text-table text-muted">
        {figure ? (
          <ChangeText figure={figure} previous={previous} today={today} format={format} />
        ) : (
          <Skeleton className="h-5 w-48" />
        )}
      </p>
      <p className="mt-2 border-t border-line pt-2 text-table text-muted">{text}</p>
    </div>
  );
}

function labelOf(choice: DashboardPeriod, today: string): string {
  const { from, to } = periodOf(choice, today);
  if (choice === 'all' || !from || !to) return 'Desde o início';
  if (choice === 'month' || choice === 'last-month') {
    const text = daysText({ from, to }, today);
    return text.charAt(0).toUpperCase() + text.slice(1);
  }
  return `Últimos ${PERIOD_PRESETS.find(({ id }) => id === choice)?.label ?? choice}`;
}

const count = new Intl.NumberFormat('pt-BR');

type SparklineProps = { values: readonly number[] };

/** The course of a figure that stands beside it in words; nothing where there is no course. */
function Sparkline({ values }: SparklineProps) {
  const most = Math.max(...values);
  if (values.length < 2 || most <= 0) return null;
  const points = values.map((value, at) => ({
    x: EDGE + (at * (WIDTH - 2 * EDGE)) / (values.length - 1),
    y: HEIGHT - EDGE - (Math.max(0, value) * (HEIGHT - 2 * EDGE)) / most,
  }));
  const last = points.at(-1);
  return (
    <svg
      aria-hidden="true"
      data-sparkline
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="shrink-0"
    >
      <polyline
        points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
        className="fill-none stroke-petrol-600 dark:stroke-petrol-400"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      {last && <circle cx={last.x} cy={last.y} r="2.5" className="fill-orange-500" />}
    </svg>
  );
}

const WIDTH = 96;
const HEIGHT = 32;
const EDGE = 3;
