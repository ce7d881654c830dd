import { useState } from 'react';
import { Badge } from '#src/islands/ui/states/badge.tsx';
import { EmptyState } from '#src/islands/ui/states/empty-state.tsx';
import { Skeleton } from '#src/islands/ui/states/skeleton.tsx';
import { useNow } from '#src/islands/ui/use-now.ts';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import { numberText } from '#src/wire/purchases/purchase-number.ts';
import { currentStatusLabel, statusTone, WAITING_LABELS } from '#src/wire/purchases/purchase-status.ts';
import type { RecentOrder } from '#src/wire/reports/dashboard.ts';

const CLOCK_TICK_MS = 30_000;

export function RecentOrders({ orders }: { orders: RecentOrder[] | undefined }) {
  const now = useNow(CLOCK_TICK_MS);
  const shown = orders?.map((order) => (now ? { ...order, status: currentStatusLabel(order, now) } : order));
  return (
    <section
      aria-labelledby="recent-orders"
      className="@container overflow-hidden rounded-card border border-line bg-surface"
    >
      <div className="flex items-center justify-between gap-4 border-b border-line px-4">
        <h2 id="recent-orders" className="py-4 text-base leading-4">
          Pedidos recentes
        </h2>
        <a href="/admin/sales" className="inline-flex min-h-11 items-center text-link text-sm hover:underline">
          Ver todos
        </a>
      </div>
      {shown?.length === 0 ? <NoOrders /> : <OrderTable orders={shown} />}
    </section>
  );
}

function OrderTable({ orders }: { orders: RecentOrder[] | undefined }) {
  const changed = useChangedOrders(orders);
  return (
    <>
      <p role="status" className="sr-only">
        {changed.map((order) => `Pedido ${order.status}: ${order.product}, ${order.amount}. `)}
      </p>
      <table
        aria-labelledby="recent-orders"
        aria-busy={orders === undefined}
        className="w-full table-fixed text-left text-table @max-2xl:block"
      >
        <thead className="@max-2xl:sr-only">
          <tr className="h-10 text-muted">
            <Heading name="Pedido" className="w-20" />
            <Heading name="Cliente" />
            <Heading name="Produto" />
            <Heading name="Data" className="w-35" />
            <Heading name="Valor" className="w-36 text-right" />
            <Heading name="Status" className="w-34 @4xl:w-36" />
          </tr>
        </thead>
        <tbody className="@max-2xl:block">
          {orders
            ? orders.map((order) => <Row key={rowKey(order)} order={order} isNew={changed.includes(order)} />)
            : PLACES.map((place) => <WaitingRow key={place} />)}
        </tbody>
      </table>
    </>
  );
}

function Heading({ name, className = '' }: { name: string; className?: string }) {
  return (
    <th scope="col" className={`px-3 font-medium first:pl-4 last:pr-4 ${className}`}>
      {name}
    </th>
  );
}

function Row({ order, isNew }: { order: RecentOrder; isNew: boolean }) {
  return (
    <tr className={`relative hover:bg-raised ${ROW} ${isNew ? 'animate-enter' : ''}`}>
      <td className={`${CELL} code text-muted @max-2xl:order-5`} title={order.id}>
        <a href={`/admin/sales?id=${order.id}`} className={OPENING}>
          {numberText(order)}
        </a>
      </td>
      <td className={`${CELL} truncate font-medium @max-2xl:order-1 @max-2xl:text-sm @max-2xl:whitespace-normal`}>
        <span className="@max-2xl:line-clamp-3">{order.customer}</span>
      </td>
      <td className={`${CELL} truncate text-muted @max-2xl:order-3 @max-2xl:whitespace-normal`}>
        <span className="@max-2xl:line-clamp-2">{order.product}</span>
      </td>
      <td className={`${CELL} whitespace-nowrap text-muted tabular-nums @max-2xl:order-6 @max-2xl:text-right`}>
        <time dateTime={order.date}>{formatDayTime(order.date)}</time>
      </td>
      <td className={`${CELL} text-right font-medium whitespace-nowrap tabular-nums @max-2xl:order-2 @max-2xl:text-sm`}>
        {order.amount}
      </td>
      <td className={`${CELL} @max-2xl:order-4 @max-2xl:text-right`}>
        {order.isWaitingForKey ? (
          <Badge tone="warning">{WAITING_LABELS.waiting_for_key}</Badge>
        ) : (
          <Badge tone={statusTone(order.status)}>{order.status}</Badge>
        )}
      </td>
    </tr>
  );
}

function WaitingRow() {
  return (
    <tr className="h-10 border-t border-line @max-2xl:block @max-2xl:h-[6.5rem] @max-2xl:p-4">
      <td colSpan={6} className="px-4 @max-2xl:block @max-2xl:p-0">
        <Skeleton className="h-4 w-full" />
      </td>
    </tr>
  );
}

function NoOrders() {
  return (
    <EmptyState
      title="Nenhum pedido ainda"
      text="O primeiro aparece aqui sozinho, assim que alguém gerar um Pix na loja. Enquanto isso, confira como a loja está para quem visita."
      action={
        <a href="/" className="button-2">
          Visitar Loja
        </a>
      }
    />
  );
}

function useChangedOrders(orders: RecentOrder[] | undefined): RecentOrder[] {
  const [first, setFirst] = useState<Set<string> | null>(null);
  if (!orders) return [];
  if (!first) {
    setFirst(new Set(orders.map(rowKey)));
    return [];
  }
  return orders.filter((order) => !first.has(rowKey(order)));
}

function rowKey(order: RecentOrder): string {
  return `${order.id} ${order.status} ${order.isWaitingForKey}`;
}

const PLACES = Array.from({ length: 10 }, (_, place) => place);
const ROW =
  'border-t border-line first:border-t-0 @max-2xl:grid @max-2xl:grid-cols-[1fr_auto] @max-2xl:gap-x-4 @max-2xl:gap-y-1 @max-2xl:p-4 @2xl:h-10 @2xl:first:border-t';
const CELL = 'px-3 first:pl-4 last:pr-4 @max-2xl:block @max-2xl:p-0!';
/** The link covers its row, which so has one tab stop. */
const OPENING =
  'after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus';
