import { CopyPlus, Download, ExternalLink, Package, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { api } from '#src/client/api.ts';
import { activationAction, stateActions, useActivation } from '#src/islands/admin/form/use-activation.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { ListTable } from '#src/islands/admin/list/list-table.tsx';
import type { List } from '#src/islands/admin/list/use-list.ts';
import { useCan } from '#src/islands/admin/role.tsx';
import type { AdminProduct } from '#src/wire/products/products.ts';
import { PRODUCT_COLUMNS } from './product-columns.tsx';
import { PRODUCTS_PATH } from './products-path.ts';

type Props = {
  list: List<AdminProduct, 'category' | 'state'>;
  addButton: ReactNode;
  onEdit: (id: string) => void;
  onDelete: (product: AdminProduct) => void;
};

export function ProductTable({ list, addButton, onEdit, onDelete }: Props) {
  const can = useCan();
  const turn = useActivation<{ id: string }>({ path: PRODUCTS_PATH, noun: PRODUCT_NOUN });
  const duplicate = useDuplicate(onEdit);
  const { state } = list;
  return (
    <ListTable
      list={list}
      caption="Produtos"
      noun={PRODUCT_NOUN}
      columns={PRODUCT_COLUMNS}
      onRowSelect={({ id }) => onEdit(id)}
      hasTwoLines
      isSortedElsewhere
      rowName={({ name }) => name}
      rowMenu={(product) => [
        { label: 'Editar', icon: Pencil, run: () => onEdit(product.id) },
        ...(product.status === 'active'
          ? [{ label: 'Ver na loja', icon: ExternalLink, href: `/checkout/${encodeURIComponent(product.id)}` }]
          : []),
        { label: 'Duplicar', icon: CopyPlus, run: () => duplicate.submit(product) },
        activationAction(withState(product), turn, isOff(product)),
        { label: 'Excluir...', icon: Trash2, tone: 'danger', run: () => onDelete(product) },
      ]}
      choiceActions={(rows, clear) => [
        ...stateActions(rows.map(withState), turn, clear, isOff),
        ...(can('export') ? [{ label: 'Exportar CSV', icon: Download, href: list.csvHrefOf(rows) }] : []),
      ]}
      failure={{ title: 'Não foi possível carregar os produtos.' }}
      nothingYet={{
        icon: Package,
        title: 'Nenhum produto encontrado.',
        text: 'O que você adicionar aparece aqui e, com o status Ativo, também na loja.',
        action: addButton,
      }}
      nothingFound={{
        title: 'Nenhum produto encontrado.',
        text: state.q.trim()
          ? `Nenhum nome, descrição ou categoria contém “${state.q.trim()}”.`
          : 'Nada com estes filtros.',
        resetLabel: state.filters.category || state.filters.state ? 'Limpar busca e filtro' : 'Limpar busca',
      }}
    />
  );
}

function withState(product: AdminProduct) {
  return { ...product, isActive: product.status === 'active' };
}

/** A product in review is not on sale either, but taking it off is another state. */
function isOff({ status }: Pick<AdminProduct, 'status'>): boolean {
  return status === 'Inativo';
}

const PRODUCT_NOUN = ['produto', 'produtos'] as const;

/** The copy opens for editing. */
function useDuplicate(open: (id: string) => void) {
  return useChange<AdminProduct, AdminProduct>({
    run: ({ id }) => api.post<AdminProduct>(`${PRODUCTS_PATH}/${id}/duplicate`),
    refresh: [PRODUCTS_PATH],
    told: { title: 'Produto duplicado', description: 'A cópia está inativa, sem chaves e sem versões.' },
    done: (copy) => open(copy.id),
    failed: 'Erro ao duplicar o produto',
  });
}
