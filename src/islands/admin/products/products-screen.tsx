import { CopyPlus, Download, ExternalLink, Package, Pause, Pencil, Play, Plus, Tags, Trash2 } from 'lucide-react';
import { lazyDialog, useFirstTouch } from '#src/islands/admin/form/lazy-dialog.tsx';
import { stateActions, useActivation } from '#src/islands/admin/form/use-activation.ts';
import { ScreenHeader } from '#src/islands/admin/frame/screen-header.tsx';
import { BehindGate } from '#src/islands/admin/gate/behind-gate.tsx';
import { ListTable } from '#src/islands/admin/list/list-table.tsx';
import { ListFilter, ListToolbar, optionsOf } from '#src/islands/admin/list/list-toolbar.tsx';
import { NothingFound } from '#src/islands/admin/list/nothing-found.tsx';
import { useList } from '#src/islands/admin/list/use-list.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { EmptyState } from '#src/islands/ui/states/empty-state.tsx';
import type { Page } from '#src/wire/lists/lists.ts';
import { type AdminCategory, NO_CATEGORY, WITHOUT_CATEGORY } from '#src/wire/products/categories.ts';
import { type AdminProduct, PRODUCT_FILTERS, PRODUCT_LIST } from '#src/wire/products/products.ts';
import { useCategories } from './categories/use-categories.ts';
import { DeleteProductDialog } from './delete-product-dialog.tsx';
import { PRODUCT_COLUMNS } from './product-columns.tsx';
import { PRODUCTS_PATH } from './products-path.ts';
import { SortChoice } from './sort-choice.tsx';
import { useDuplicate } from './use-duplicate.ts';
import { useOpenDialog } from './use-open-dialog.ts';
import type { NewKeys } from './window/use-product-window.ts';

type Props = {
  /** Null before the gate; the browser then loads the list. */
  rendered: Page<AdminProduct> | null;
  renderedSearch: string;
  categories: AdminCategory[];
  /** What a new product begins with. */
  newKeys: NewKeys;
};

export function ProductsScreen(props: Props) {
  return (
    <BehindGate gate="products">
      <Products {...props} />
    </BehindGate>
  );
}

const loadDialog = async () => (await import('./window/product-dialog.tsx')).ProductDialog;
const ProductDialog = lazyDialog(loadDialog);
const CategoriesDialog = lazyDialog(async () => (await import('./categories/categories-dialog.tsx')).CategoriesDialog);

function Products({ rendered, renderedSearch, categories: renderedCategories, newKeys }: Props) {
  const categories = useCategories(renderedCategories);
  const list = useList({ list: PRODUCT_LIST, rendered, renderedSearch });
  const window = useOpenDialog();
  const { open, openNew, openEdit, openDelete, openCategories, close } = window;
  useFirstTouch(loadDialog);
  const turn = useActivation<{ id: string }>({ path: PRODUCTS_PATH, noun: PRODUCT_NOUN });
  const duplicate = useDuplicate(openEdit);
  const { state } = list;
  const addButton = (variant: 'primary' | 'secondary') => (
    <Button variant={variant} size="small" icon={Plus} onClick={openNew}>
      Adicionar Produto
    </Button>
  );

  return (
    <div className="grid grid-cols-1 gap-4">
      <ScreenHeader
        title="Gerenciamento de Produtos"
        subtitle="Adicione, edite ou remova produtos da plataforma."
        actions={
          <>
            <Button variant="secondary" size="small" icon={Tags} onClick={openCategories}>
              Categorias
            </Button>
            {addButton('primary')}
          </>
        }
      />
      <ListToolbar
        list={list}
        label="Buscar produtos"
        placeholder="Buscar produtos..."
        layout="spread"
        filters={
          <>
            <ListFilter
              list={list}
              name="category"
              label="Categoria"
              width="sm:w-48"
              options={[
                { value: '', label: 'Todas as categorias' },
                ...categories.map(({ id, name }) => ({ value: id, label: name })),
                { value: NO_CATEGORY, label: WITHOUT_CATEGORY },
              ]}
            />
            <ListFilter list={list} name="state" label="Situação" width="sm:w-40" options={STATES} />
          </>
        }
      >
        <SortChoice sort={state.sort} order={state.order} onChange={list.setSort} />
      </ListToolbar>
      <ListTable
        list={list}
        caption="Produtos"
        noun={['produto', 'produtos']}
        columns={PRODUCT_COLUMNS}
        onRowSelect={({ id }) => openEdit(id)}
        hasTwoLines
        isSortedElsewhere
        rowName={({ name }) => name}
        rowMenu={(product) => [
          { label: 'Editar', icon: Pencil, run: () => openEdit(product.id) },
          ...(product.status === 'active'
            ? [{ label: 'Ver na loja', icon: ExternalLink, href: `/checkout/${encodeURIComponent(product.id)}` }]
            : []),
          { label: 'Duplicar', icon: CopyPlus, run: () => duplicate.submit(product) },
          product.status === 'active'
            ? { label: 'Desativar', icon: Pause, run: () => turn.submit({ rows: [product], isActive: false }) }
            : {
                label: 'Ativar',
                icon: Play,
                run: () => turn.submit({ rows: [product], isActive: true, isReversible: isOff(product) }),
              },
          { label: 'Excluir...', icon: Trash2, tone: 'danger', run: () => openDelete(product) },
        ]}
        choiceActions={(rows, clear) => [
          ...stateActions(
            rows.map((product) => ({ ...product, isActive: product.status === 'active' })),
            turn,
            clear,
            isOff,
          ),
          { label: 'Exportar CSV', icon: Download, href: list.csvHrefOf(rows) },
        ]}
        failure={{ title: 'Não foi possível carregar os produtos.' }}
        nothingYet={
          <EmptyState
            icon={Package}
            title="Nenhum produto encontrado."
            text="O que você adicionar aparece aqui e, com o status Ativo, também na loja."
            action={addButton('secondary')}
          />
        }
        nothingFound={
          <NothingFound
            title="Nenhum produto encontrado."
            text={
              state.q.trim()
                ? `Nenhum nome, descrição ou categoria contém “${state.q.trim()}”.`
                : 'Nada com estes filtros.'
            }
            resetLabel={state.filters.category || state.filters.state ? 'Limpar busca e filtro' : 'Limpar busca'}
            onReset={list.reset}
          />
        }
      />
      {list.isLoading && (
        <p role="status" className="-mt-1 flex min-h-9 items-center text-table text-muted">
          Carregando produtos...
        </p>
      )}
      {open.kind === 'product' && (
        <ProductDialog
          key={open.key}
          id={open.id}
          tab={open.tab}
          categories={categories}
          newKeys={newKeys}
          holdsBack={window.holdsBack}
          onTab={window.showTab}
          onCreated={window.goOnWith}
          onClose={close}
        />
      )}
      {open.kind === 'categories' && <CategoriesDialog categories={categories} onClose={close} />}
      {open.kind === 'delete' && <DeleteProductDialog product={open.product} onClose={close} />}
    </div>
  );
}

/** A product in review is not on sale either, but taking it off is another state. */
function isOff({ status }: Pick<AdminProduct, 'status'>): boolean {
  return status === 'Inativo';
}

const PRODUCT_NOUN = ['produto', 'produtos'] as const;
const STATES = optionsOf('Todas as situações', PRODUCT_FILTERS);
