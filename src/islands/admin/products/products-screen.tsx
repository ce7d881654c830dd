import { Plus, Tags } from 'lucide-react';
import { lazyDialog, useFirstTouch } from '#src/islands/admin/form/lazy-dialog.tsx';
import { ScreenHeader } from '#src/islands/admin/frame/screen-header.tsx';
import { BehindGate } from '#src/islands/admin/gate/behind-gate.tsx';
import { ListFilter, ListToolbar, optionsOf } from '#src/islands/admin/list/list-toolbar.tsx';
import { useList } from '#src/islands/admin/list/use-list.ts';
import { forRole } from '#src/islands/admin/role.tsx';
import { Button } from '#src/islands/ui/button.tsx';
import type { Page } from '#src/wire/lists/lists.ts';
import { type AdminCategory, NO_CATEGORY, WITHOUT_CATEGORY } from '#src/wire/products/categories.ts';
import { PRODUCT_FILTERS, PRODUCT_LIST } from '#src/wire/products/product-list.ts';
import type { AdminProduct } from '#src/wire/products/products.ts';
import { useCategories } from './categories/use-categories.ts';
import { DeleteProductDialog } from './delete-product-dialog.tsx';
import { ProductTable } from './product-table.tsx';
import { SortChoice } from './sort-choice.tsx';
import { useOpenDialog } from './use-open-dialog.ts';
import type { NewKeys } from './window/use-product-window.ts';

type Props = {
  /** It is null before the gate; the browser then loads the list. */
  rendered: Page<AdminProduct> | null;
  renderedSearch: string;
  categories: AdminCategory[];
  /** A new product begins with these. */
  newKeys: NewKeys;
};

export const ProductsScreen = forRole(ProductsOfRole);

function ProductsOfRole(props: Props) {
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
  const { open, openNew, openCategories, close } = window;
  useFirstTouch(loadDialog);
  const addButton = (variant: 'primary' | 'secondary') => (
    <Button variant={variant} size="small" icon={Plus} onClick={openNew}>
      Adicionar Produto
    </Button>
  );

  return (
    <div className="grid grid-cols-1 gap-4">
      <ScreenHeader
        title="Gerenciamento de Produtos"
        help="products"
        subtitle="Adicione, edite ou remova produtos da plataforma."
        actions={
          <>
            <Button size="small" icon={Tags} onClick={openCategories}>
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
        <SortChoice sort={list.state.sort} order={list.state.order} onChange={list.setSort} />
      </ListToolbar>
      <ProductTable
        list={list}
        addButton={addButton('secondary')}
        onEdit={window.openEdit}
        onDelete={window.openDelete}
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

const STATES = optionsOf('Todas as situações', PRODUCT_FILTERS);
