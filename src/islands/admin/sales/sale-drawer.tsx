import { ChevronDown, ChevronUp, ExternalLink } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { ApiError } from '#src/client/api.ts';
import type { Neighbors } from '#src/islands/admin/list/use-neighbors.ts';
import { useCan } from '#src/islands/admin/role.tsx';
import { IconAction } from '#src/islands/ui/icon-action.tsx';
import { Drawer } from '#src/islands/ui/overlays/drawer.tsx';
import { EmptyState } from '#src/islands/ui/states/empty-state.tsx';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import { Skeleton } from '#src/islands/ui/states/skeleton.tsx';
import { useNow } from '#src/islands/ui/use-now.ts';
import { numberText } from '#src/wire/purchases/purchase-number.ts';
import type { SaleDetails } from '#src/wire/sales/sales.ts';
import { SaleActions } from './sale-actions.tsx';
import { SaleCodes, SaleFacts } from './sale-facts.tsx';
import { SaleNotices } from './sale-notices.tsx';
import { SaleStatus } from './sale-status.tsx';
import { SaleTimeline } from './sale-timeline.tsx';
import { useSale } from './use-sale.ts';

type Props = { id: string; rendered: SaleDetails | null; neighbors: Neighbors | null; onClose: () => void };

const LOOK_MS = 30_000;

export function SaleDrawer({ id, rendered, neighbors, onClose }: Props) {
  const { sale, error, isFetching, refetch } = useSale(id, rendered);
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <Drawer
      onClose={onClose}
      contentKey={id}
      onKeyDown={(event) => followKey(event, neighbors)}
      actions={neighbors && <Steps {...neighbors} />}
      title={<>Pedido {sale && <span className="code font-normal text-base">{numberText(sale)}</span>}</>}
      description={sale && <Head sale={sale} />}
      foot={sale && <SaleActions sale={sale} />}
    >
      {sale && <Contents sale={sale} />}
      {!sale && !error && <Waiting />}
      {!sale && isUnknown && (
        <EmptyState
          title="Compra não encontrada"
          text="Nenhum pedido tem este código. Confira o endereço, ou feche e busque pelo e-mail do cliente."
        />
      )}
      {!sale && error && !isUnknown && <FailedState title="Erro ao carregar a venda" read={{ isFetching, refetch }} />}
    </Drawer>
  );
}

function Steps({ previous, next }: Neighbors) {
  return (
    <>
      <IconAction
        label="Venda anterior (K)"
        icon={ChevronUp}
        isDisabled={previous === null}
        onClick={() => previous?.()}
      />
      <IconAction label="Próxima venda (J)" icon={ChevronDown} isDisabled={next === null} onClick={() => next?.()} />
    </>
  );
}

/** J and K step on, except in a field or in a window over this one. */
function followKey(event: KeyboardEvent<HTMLElement>, neighbors: Neighbors | null): void {
  const { target, currentTarget, key } = event;
  if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return;
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input, textarea, select')) return;
  const step = key === 'j' || key === 'J' ? neighbors?.next : key === 'k' || key === 'K' ? neighbors?.previous : null;
  if (!step) return;
  event.preventDefault();
  step();
}

function Head({ sale }: { sale: SaleDetails }) {
  const now = useNow(LOOK_MS);
  const can = useCan();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span role="status">
        <SaleStatus sale={sale} now={now} />
      </span>
      {/* It shows the key. */}
      {can('readKeys') && (
        <a
          href={`/purchase/success/${sale.id}`}
          target="_blank"
          rel="noopener"
          className="relative inline-flex min-h-6 items-center gap-1 text-link hover:underline max-sm:before:absolute max-sm:before:-inset-2.5"
        >
          Página do cliente
          <ExternalLink aria-hidden className="size-3.5" />
          <span className="sr-only"> (abre em outra aba)</span>
        </a>
      )}
    </div>
  );
}

function Contents({ sale }: { sale: SaleDetails }) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <SaleNotices sale={sale} />
      <SaleFacts key={sale.id} sale={sale} />
      <SaleTimeline events={sale.timeline} />
      <SaleCodes sale={sale} />
    </div>
  );
}

function Waiting() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Carregando a venda...</span>
      {ROWS.map((width, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing but places
        <Skeleton key={at} className={`h-5 ${width}`} />
      ))}
    </div>
  );
}

const ROWS = ['w-2/3', 'w-full', 'w-5/6', 'w-1/2', 'w-full', 'w-3/4', 'w-2/3', 'w-full', 'w-1/2', 'w-5/6'];
