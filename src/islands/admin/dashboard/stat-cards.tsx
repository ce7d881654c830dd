import { Skeleton } from '#src/islands/ui/skeleton.tsx';
import type { Change, DashboardStats } from '#src/wire/dashboard.ts';
import { formatReais } from '#src/wire/money.ts';

/** Totals are all-time; changes compare this month so far with the same days of last month. */
export function StatCards({ stats }: { stats: DashboardStats | undefined }) {
  return (
    <section aria-label="Resumo de todo o período" className="grid gap-4 md:grid-cols-3">
      <StatCard name="Vendas totais" value={stats && formatReais(stats.totalSales)} change={stats?.changes.sales} />
      <StatCard
        name="Clientes"
        value={stats && count.format(stats.totalCustomers)}
        note={stats && newCustomers(stats.newCustomers)}
        change={stats?.changes.customers}
      />
      <StatCard
        name="Produtos vendidos"
        value={stats && count.format(stats.totalProductsSold)}
        change={stats?.changes.products}
      />
    </section>
  );
}

type FigureProps = {
  name: string;
  value: string | undefined;
  note?: string | undefined;
  change: Change | undefined;
};

function StatCard({ name, value, note, change }: FigureProps) {
  return (
    <div className="rounded-card border border-line bg-surface p-4">
      <h2 className="text-sm font-normal text-muted [font-stretch:100%]">{name}</h2>
      <p className="mt-1 text-[1.5rem] leading-8 font-[650] tracking-[-.015em] [word-spacing:.12em] tabular-nums [font-stretch:86%]">
        {value ?? <Skeleton className="h-8 w-36" />}
      </p>
      <p className="mt-1.5 min-h-5 text-table text-muted">
        {note && <span className="text-foreground">{note} · </span>}
        {change === undefined ? <Skeleton className="h-5 w-48" /> : <ChangeText change={change} />}
      </p>
    </div>
  );
}

function ChangeText({ change }: { change: Change }) {
  if (change === null) {
    return (
      <>
        <span aria-hidden="true">— </span>
        sem comparação com o mês anterior
      </>
    );
  }
  const { color, word } = change > 0 ? UP : change < 0 ? DOWN : LEVEL;
  return (
    <span title="Este mês até hoje, comparado aos mesmos dias do mês anterior">
      <span className={`font-medium tabular-nums ${color}`}>{percent.format(change / 100).replace('-', '−')}</span>{' '}
      {word} mês anterior
    </span>
  );
}

function newCustomers(arrived: number): string {
  return `${count.format(arrived)} ${arrived === 1 ? 'novo' : 'novos'} este mês`;
}

const UP = { color: 'text-success', word: 'acima do' };
const DOWN = { color: 'text-danger', word: 'abaixo do' };
const LEVEL = { color: '', word: 'igual ao' };
const count = new Intl.NumberFormat('pt-BR');
const percent = new Intl.NumberFormat('pt-BR', {
  style: 'percent',
  signDisplay: 'exceptZero',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
