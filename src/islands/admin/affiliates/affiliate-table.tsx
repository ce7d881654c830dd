import { Handshake, Pencil, ReceiptText, SearchX, Trash2 } from 'lucide-react';
import type { useList } from '#src/islands/admin/use-list.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { DataTable } from '#src/islands/ui/data-table.tsx';
import { EmptyState } from '#src/islands/ui/empty-state.tsx';
import { IconAction } from '#src/islands/ui/icon-action.tsx';
import { TooltipGroup } from '#src/islands/ui/tooltip.tsx';
import type { Affiliate } from '#src/wire/affiliates.ts';
import { PAGE_SIZE } from '#src/wire/lists.ts';
import { AFFILIATE_COLUMNS } from './affiliate-columns.tsx';

type Props = {
  list: ReturnType<typeof useList<Affiliate>>;
  onAdd: () => void;
  onEdit: (affiliate: Affiliate) => void;
  onSales: (affiliate: Affiliate) => void;
  onDelete: (affiliate: Affiliate) => void;
};

export function AffiliateTable({ list, onAdd, onEdit, onSales, onDelete }: Props) {
  const { state, page } = list;
  return (
    <DataTable
      caption="Afiliados"
      columns={AFFILIATE_COLUMNS}
      rows={page?.items}
      rowKey={({ id }) => id}
      total={page?.total ?? 0}
      page={state.page}
      pageSize={PAGE_SIZE}
      sort={state.sort}
      order={state.order}
      onSort={list.setSort}
      isStale={list.isStale}
      noun={['afiliado', 'afiliados']}
      onPage={list.setPage}
      onPrefetch={list.prefetch}
      actionsWidth="w-34"
      rowActions={(affiliate) => (
        <TooltipGroup>
          <IconAction label={`Ver vendas de ${affiliate.name}`} icon={ReceiptText} onClick={() => onSales(affiliate)} />
          <IconAction label={`Editar ${affiliate.name}`} icon={Pencil} onClick={() => onEdit(affiliate)} />
          <IconAction
            label={`Excluir ${affiliate.name}`}
            icon={Trash2}
            tone="danger"
            onClick={() => onDelete(affiliate)}
          />
        </TooltipGroup>
      )}
      emptyState={
        state.q === '' ? (
          <EmptyState
            icon={Handshake}
            title="Nenhum afiliado encontrado"
            text="Cadastre quem divulga a loja: cada afiliado ganha um cupom próprio, e cada venda com ele gera a comissão."
            action={
              <Button variant="primary" size="small" onClick={onAdd}>
                Adicionar Afiliado
              </Button>
            }
          />
        ) : (
          <EmptyState
            icon={SearchX}
            title="Nenhum afiliado encontrado"
            text="Nada combina com a busca. Procure por um trecho do nome, do e-mail ou do cupom."
            action={
              <Button variant="secondary" size="small" onClick={list.reset}>
                Limpar busca
              </Button>
            }
          />
        )
      }
    />
  );
}
