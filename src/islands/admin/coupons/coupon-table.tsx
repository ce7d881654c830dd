import { BadgePercent, Download, Link2, Pencil, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { activationAction, stateActions, useActivation } from '#src/islands/admin/form/use-activation.ts';
import { ListTable } from '#src/islands/admin/list/list-table.tsx';
import type { List } from '#src/islands/admin/list/use-list.ts';
import { Button } from '#src/islands/ui/button.tsx';
import type { Coupon, CouponProduct } from '#src/wire/coupons/coupons.ts';
import { couponColumns } from './coupon-columns.tsx';
import { COUPONS_PATH } from './coupon-paths.ts';

type Props = {
  list: List<Coupon, 'status'>;
  today: string;
  products: readonly CouponProduct[];
  onAdd: () => void;
  onEdit: (coupon: Coupon) => void;
  onLink: (coupon: Coupon) => void;
  onDelete: (coupon: Coupon) => void;
};

export function CouponTable({ list, today, products, onAdd, onEdit, onLink, onDelete }: Props) {
  const columns = useMemo(() => couponColumns(today, products), [today, products]);
  const turn = useActivation({ path: COUPONS_PATH, noun: COUPON_NOUN });
  return (
    <ListTable
      list={list}
      caption="Cupons"
      noun={COUPON_NOUN}
      columns={columns}
      hasTwoLines
      rowName={({ code }) => code}
      rowMenu={(coupon) => [
        { label: 'Editar', icon: Pencil, run: () => onEdit(coupon) },
        { label: 'Copiar link com o cupom', icon: Link2, run: () => onLink(coupon) },
        activationAction(coupon, turn),
        { label: 'Excluir...', icon: Trash2, tone: 'danger', run: () => onDelete(coupon) },
      ]}
      choiceActions={(rows, clear) => [
        ...stateActions(rows, turn, clear),
        { label: 'Exportar CSV', icon: Download, href: list.csvHrefOf(rows) },
      ]}
      failure={{
        title: 'Erro ao carregar cupons',
        text: 'Erro ao carregar os cupons. Tente novamente mais tarde.',
      }}
      nothingYet={{
        icon: BadgePercent,
        title: 'Nenhum cupom encontrado...',
        text: 'Crie o primeiro e divulgue o código: o desconto entra no preço assim que o cliente o digita na compra.',
        action: (
          <Button size="small" onClick={onAdd}>
            Adicionar Cupom
          </Button>
        ),
      }}
      nothingFound={{
        title: 'Nenhum cupom encontrado...',
        text: 'Nada combina com a busca e o status escolhidos. Procure por um trecho do código, do nome ou da descrição.',
        resetLabel: 'Limpar busca e status',
      }}
    />
  );
}

const COUPON_NOUN = ['cupom', 'cupons'] as const;
