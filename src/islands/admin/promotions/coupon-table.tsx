import { BadgePercent, Link2, Pencil, SearchX, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import type { useList } from '#src/islands/admin/use-list.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { DataTable } from '#src/islands/ui/data-table.tsx';
import { EmptyState } from '#src/islands/ui/empty-state.tsx';
import { IconAction } from '#src/islands/ui/icon-action.tsx';
import { TooltipGroup } from '#src/islands/ui/tooltip.tsx';
import type { Coupon } from '#src/wire/coupons.ts';
import { PAGE_SIZE } from '#src/wire/lists.ts';
import { couponColumns } from './coupon-columns.tsx';

type Props = {
  list: ReturnType<typeof useList<Coupon, 'status'>>;
  today: string;
  onAdd: () => void;
  onEdit: (coupon: Coupon) => void;
  onLink: (coupon: Coupon) => void;
  onDelete: (coupon: Coupon) => void;
};

export function CouponTable({ list, today, onAdd, onEdit, onLink, onDelete }: Props) {
  const { state, page } = list;
  const columns = useMemo(() => couponColumns(today), [today]);
  return (
    <DataTable
      caption="Cupons"
      columns={columns}
      rows={page?.items}
      rowKey={({ id }) => id}
      total={page?.total ?? 0}
      page={state.page}
      pageSize={PAGE_SIZE}
      sort={state.sort}
      order={state.order}
      onSort={list.setSort}
      isStale={list.isStale}
      noun={['cupom', 'cupons']}
      onPage={list.setPage}
      onPrefetch={list.prefetch}
      actionsWidth="w-34"
      rowActions={(coupon) => (
        <TooltipGroup>
          <IconAction label={`Copiar link com o cupom ${coupon.code}`} icon={Link2} onClick={() => onLink(coupon)} />
          <IconAction label={`Editar o cupom ${coupon.code}`} icon={Pencil} onClick={() => onEdit(coupon)} />
          <IconAction
            label={`Excluir o cupom ${coupon.code}`}
            icon={Trash2}
            tone="danger"
            onClick={() => onDelete(coupon)}
          />
        </TooltipGroup>
      )}
      emptyState={
        state.q !== '' || state.filters.status !== '' ? (
          <NothingFound onReset={list.reset} />
        ) : (
          <NothingYet onAdd={onAdd} />
        )
      }
    />
  );
}

function NothingYet({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState
      icon={BadgePercent}
      title="Nenhum cupom encontrado..."
      text="Crie o primeiro e divulgue o código: o desconto entra no preço assim que o cliente o digita na compra."
      action={
        <Button variant="primary" size="small" onClick={onAdd}>
          Adicionar Cupom
        </Button>
      }
    />
  );
}

function NothingFound({ onReset }: { onReset: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title="Nenhum cupom encontrado..."
      text="Nada combina com a busca e o status escolhidos. Procure por um trecho do código, do nome ou da descrição."
      action={
        <Button variant="secondary" size="small" onClick={onReset}>
          Limpar busca e status
        </Button>
      }
    />
  );
}
