import { BadgePercent, Link2, Pencil, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { ListTable } from '#src/islands/admin/list-table.tsx';
import { NothingFound } from '#src/islands/admin/nothing-found.tsx';
import type { List } from '#src/islands/admin/use-list.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { EmptyState } from '#src/islands/ui/empty-state.tsx';
import { IconAction } from '#src/islands/ui/icon-action.tsx';
import type { Coupon } from '#src/wire/coupons.ts';
import { couponColumns } from './coupon-columns.tsx';

type Props = {
  list: List<Coupon, 'status'>;
  today: string;
  onAdd: () => void;
  onEdit: (coupon: Coupon) => void;
  onLink: (coupon: Coupon) => void;
  onDelete: (coupon: Coupon) => void;
};

export function CouponTable({ list, today, onAdd, onEdit, onLink, onDelete }: Props) {
  const columns = useMemo(() => couponColumns(today), [today]);
  return (
    <ListTable
      list={list}
      caption="Cupons"
      noun={['cupom', 'cupons']}
      columns={columns}
      actionsWidth="w-34"
      rowActions={(coupon) => (
        <>
          <IconAction label={`Copiar link com o cupom ${coupon.code}`} icon={Link2} onClick={() => onLink(coupon)} />
          <IconAction label={`Editar o cupom ${coupon.code}`} icon={Pencil} onClick={() => onEdit(coupon)} />
          <IconAction
            label={`Excluir o cupom ${coupon.code}`}
            icon={Trash2}
            tone="danger"
            onClick={() => onDelete(coupon)}
          />
        </>
      )}
      failure={{
        title: 'Erro ao carregar cupons',
        text: 'Erro ao carregar os cupons. Tente novamente mais tarde.',
      }}
      nothingYet={
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
      }
      nothingFound={
        <NothingFound
          title="Nenhum cupom encontrado..."
          text="Nada combina com a busca e o status escolhidos. Procure por um trecho do código, do nome ou da descrição."
          resetLabel="Limpar busca e status"
          onReset={list.reset}
        />
      }
    />
  );
}
