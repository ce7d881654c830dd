import { Eye } from 'lucide-react';
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { DiscardDialog } from '#src/islands/admin/form/discard-dialog.tsx';
import { lazyPanel } from '#src/islands/admin/form/lazy-panel.tsx';
import { Button } from '#src/islands/ui/button.tsx';
import { Dialog } from '#src/islands/ui/overlays/dialog.tsx';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import { Tabs } from '#src/islands/ui/tabs.tsx';
import type { Category } from '#src/wire/products/categories.ts';
import { CategoryDialog } from '../categories/category-dialog.tsx';
import { useIsWide } from '../page/use-is-wide.ts';
import { isOfKit, markedTabs, type Tab, toTab } from '../product-tabs.ts';
import { ProductFields } from './product-fields.tsx';
import { ProductFormSkeleton } from './product-form-skeleton.tsx';
import { ProductSave } from './product-save.tsx';
import { useProductLeaving } from './use-product-leaving.ts';
import { type NewKeys, type ProductWindow, useProductWindow } from './use-product-window.ts';

const Releases = lazyPanel(async () => (await import('#src/islands/admin/releases/releases.tsx')).Releases);
const ProductPreview = lazyPanel(async () => (await import('../page/product-preview.tsx')).ProductPreview);

type Props = {
  /** A new product has none. */
  id: string | null;
  tab: Tab;
  categories: Category[];
  newKeys: NewKeys;
  /** It is set to what asks before Back closes the window. */
  holdsBack: RefObject<() => boolean>;
  onTab: (tab: Tab) => void;
  onCreated: (id: string) => void;
  onClose: () => void;
};

export function ProductDialog({ id, tab: asked, categories, newKeys, holdsBack, onTab, onCreated, onClose }: Props) {
  const formId = useId();
  const element = useRef<HTMLFormElement>(null);
  const product = useProductWindow({ id, newKeys, element, onTab, onCreated });
  const { details, product: stored, form } = product;
  const tab = stored?.kind === 'kit' && !isOfKit(asked) ? 'data' : asked;
  const leaving = useProductLeaving({ product, holdsBack, onClose });
  const [isNaming, setNaming] = useState(false);
  const isWide = useIsWide();
  const [isPreviewing, setPreviewing] = useState(false);
  const isReady = details.state === 'ready';
  const fields = isReady && (
    <ProductFields
      window={product}
      tab={tab}
      formId={formId}
      element={element}
      categories={categories}
      onNewCategory={() => setNaming(true)}
    />
  );
  const preview = isReady && (
    <ProductPreview
      part={tab === 'data' ? 'card' : 'page'}
      id={stored?.id ?? null}
      control={form.control}
      picture={product.picture.choice}
      typed={product.draft.values}
      startsAt={isWide ? 'desktop' : 'phone'}
    />
  );
  return (
    <>
      <Dialog
        onClose={leaving.leave}
        title={stored ? 'Editar Produto' : 'Adicionar Novo Produto'}
        description={stored?.name}
        size="large"
        isTall
        beside={isWide && preview}
        foot={
          isReady && (
            <>
              {!isWide && <PreviewButton tab={tab} onClick={() => setPreviewing(true)} />}
              <ProductSave window={product} formId={formId} onDiscard={leaving.askDiscard} onLeave={leaving.leave} />
            </>
          )
        }
      >
        {details.state === 'failed' && (
          <FailedState
            title="Não foi possível carregar os detalhes do produto. Tente novamente."
            read={{ isFetching: product.isTrying, refetch: product.retry }}
          />
        )}
        {details.state === 'loading' && <ProductFormSkeleton />}
        <ProductTabs window={product} tab={tab} onTab={onTab}>
          {fields}
        </ProductTabs>
      </Dialog>
      {isPreviewing && !isWide && (
        <Dialog title="Como fica" size="large" onClose={() => setPreviewing(false)}>
          <div className="h-[calc(100dvh-8rem)] sm:h-[calc(100dvh-12rem)]">{preview}</div>
        </Dialog>
      )}
      {isNaming && (
        <CategoryDialog
          category={null}
          onSaved={(category) => form.setValue('categoryId', category.id, { shouldDirty: true })}
          onClose={() => setNaming(false)}
        />
      )}
      {leaving.isAsked && <DiscardDialog where="neste produto" onDiscard={leaving.discard} onClose={leaving.stay} />}
    </>
  );
}

function PreviewButton({ tab, onClick }: { tab: Tab; onClick: () => void }) {
  return (
    <span className="mr-auto max-sm:w-full max-sm:*:w-full">
      <Button icon={Eye} onClick={onClick}>
        {tab === 'data' ? 'Ver como fica' : 'Ver a página'}
      </Button>
    </span>
  );
}

type TabsProps = { window: ProductWindow; children: ReactNode } & Pick<Props, 'tab' | 'onTab'>;

/** A product that is not stored yet has no other parts. */
function ProductTabs({ window, tab, onTab, children }: TabsProps) {
  if (!window.product) return children;
  return (
    <Tabs
      label="Partes do produto"
      value={tab}
      onChange={(chosen) => onTab(toTab(chosen))}
      tabs={markedTabs(window.changes).filter(({ value }) => window.product?.kind !== 'kit' || isOfKit(value))}
      isPinned
    >
      {children}
      {tab === 'versions' && (
        <Releases
          product={window.product}
          dropped={window.installers}
          onTaken={() => window.setInstallers([])}
          activation={window.activation}
        />
      )}
    </Tabs>
  );
}
