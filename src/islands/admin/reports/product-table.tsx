import { Package } from 'lucide-react';
import { countText } from '#src/islands/admin/list/count-text.ts';
import { buttonClass } from '#src/islands/ui/button.tsx';
import { Badge, type BadgeTone } from '#src/islands/ui/states/badge.tsx';
import { EmptyState } from '#src/islands/ui/states/empty-state.tsx';
import { DataTable } from '#src/islands/ui/table/data-table.tsx';
import type { Column } from '#src/islands/ui/table/data-table-props.ts';
import { lastPage } from '#src/islands/ui/table/page-numbers.ts';
import { formatReais } from '#src/wire/basics/money.ts';
import type { Analytics, ProductSales } from '#src/wire/reports/analytics.ts';
import { type AnalyticsView, SORT_KEYS } from './analytics-url.ts';
import { FirstRows } from './first-rows.tsx';
import { formatPercent } from './format-percent.ts';

type Props = {
  analytics: Analytics | undefined;
  isStale: boolean;
  view: AnalyticsView;
  onShow: (change: Partial<AnalyticsView>) => void;
};

const PAGE_SIZE = 20;

export function ProductTable({ analytics, isStale, view, onShow }: Props) {
  const products = analytics?.products.toSorted(comparing(view));
  const page = Math.min(view.page, lastPage(products?.length ?? 0, PAGE_SIZE));
  const shown = products?.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return (
    <section aria-labelledby="products" className="grid grid-cols-1 gap-3 pt-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="products" className="text-base">
          Produtos
        </h2>
        {analytics && (
          <p className="text-table text-muted tabular-nums">
            {countText(analytics.sales, 'venda', 'vendas')} · {licensesText(analytics.products)} ·{' '}
            {formatReais(analytics.revenue)}
            {analytics.products.some(({ kind }) => kind === 'kit') && ' · um kit conta também em seus plugins'}
          </p>
        )}
      </div>
      <FirstRows count={shown?.length ?? 0}>
        <DataTable
          caption="Produtos, com as vendas do período em que cada um está, e quantas licenças levaram"
          columns={COLUMNS}
          rows={shown}
          total={products?.length ?? 0}
          page={page}
          pageSize={PAGE_SIZE}
          noun={['produto', 'produtos']}
          sort={view.sort}
          order={view.order}
          onSort={(key) => {
            const sort = SORT_KEYS.find((known) => known === key);
            if (sort) onShow({ sort, order: turned(view, sort), page: 1 });
          }}
          onPage={(number) => onShow({ page: number })}
          isStale={isStale}
          emptyState={
            <EmptyState
              icon={Package}
              title="Nenhum produto ainda"
              text="Cadastre o primeiro produto: aqui você acompanha quanto cada um vende."
              action={
                <a href="/admin/products-auth" className={buttonClass('secondary')}>
                  Ir para Produtos
                </a>
              }
            />
          }
        />
      </FirstRows>
    </section>
  );
}

function licensesText(products: ProductSales[]): string {
  const sold = products.reduce((sum, { kind, licenses }) => (kind === 'kit' ? sum : sum + licenses), 0);
  return countText(sold, 'licença', 'licenças');
}

function turned(view: AnalyticsView, sort: AnalyticsView['sort']): AnalyticsView['order'] {
  if (view.sort === sort) return view.order === 'asc' ? 'desc' : 'asc';
  return sort === 'name' || sort === 'status' ? 'asc' : 'desc';
}

function comparing({ sort, order }: AnalyticsView): (one: ProductSales, other: ProductSales) => number {
  const direction = order === 'asc' ? 1 : -1;
  return (one, other) => direction * compare(one, other, sort) || names.compare(one.name, other.name);
}

function compare(one: ProductSales, other: ProductSales, sort: AnalyticsView['sort']): number {
  if (sort === 'name') return names.compare(one.name, other.name);
  if (sort === 'status') return names.compare(STATUSES[one.status].word, STATUSES[other.status].word);
  return (one[sort] ?? -1) - (other[sort] ?? -1);
}

const names = new Intl.Collator('pt-BR', { numeric: true });

const STATUSES = {
  active: { word: 'Ativo', tone: 'success' },
  'Em revisão': { word: 'Em revisão', tone: 'warning' },
  Inativo: { word: 'Inativo', tone: 'neutral' },
  withdrawn: { word: 'Retirado', tone: 'neutral' },
} satisfies Record<ProductSales['status'], { word: string; tone: BadgeTone }>;

const COLUMNS: Column<ProductSales>[] = [
  { id: 'name', header: 'Produto', sortKey: 'name', cell: ({ name }) => <span title={name}>{name}</span> },
  {
    id: 'status',
    header: 'Status',
    sortKey: 'status',
    width: 'w-29',
    card: 'foot',
    cell: ({ status }) => (
      <span className={status === 'active' ? '@max-2xl:hidden' : ''}>
        <Badge tone={STATUSES[status].tone}>{STATUSES[status].word}</Badge>
      </span>
    ),
  },
  {
    id: 'price',
    header: 'Preço',
    sortKey: 'price',
    align: 'end',
    width: 'w-40',
    card: 'hidden',
    isMinor: true,
    cell: ({ price }) => formatReais(price),
  },
  {
    id: 'sales',
    header: 'Vendas',
    sortKey: 'sales',
    align: 'end',
    width: 'w-28',
    cell: ({ sales, licenses }) => (
      <>
        {sales.toLocaleString('pt-BR')}
        {licenses > sales && (
          <span className="block text-muted text-sm">{countText(licenses, 'licença', 'licenças')}</span>
        )}
      </>
    ),
  },
  {
    id: 'revenue',
    header: 'Receita',
    sortKey: 'revenue',
    align: 'end',
    width: 'w-42',
    card: 'aside',
    cell: ({ revenue }) => <span className="font-medium">{formatReais(revenue)}</span>,
  },
  {
    id: 'share',
    header: 'Parte',
    sortKey: 'share',
    align: 'end',
    width: 'w-20',
    cell: ({ share }) => formatPercent(share),
  },
  {
    id: 'downloads',
    header: 'Downloads',
    sortKey: 'downloads',
    align: 'end',
    width: 'w-30',
    card: 'hidden',
    isMinor: true,
    cell: ({ downloads }) => downloads.toLocaleString('pt-BR'),
  },
  {
    id: 'keysAvailable',
    header: 'Chaves',
    sortKey: 'keysAvailable',
    align: 'end',
    width: 'w-23',
    cell: ({ keysAvailable }) => <Keys count={keysAvailable} />,
  },
];

function Keys({ count }: { count: number | null }) {
  if (count === null) {
    return (
      <span className="text-muted">
        <span aria-hidden="true">—</span>
        <span className="sr-only">sem estoque de chaves</span>
      </span>
    );
  }
  return count === 0 ? <span className="font-medium text-danger">0</span> : count.toLocaleString('pt-BR');
}
