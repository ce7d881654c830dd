import { Eye } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { DiscardDialog } from '#src/islands/admin/form/discard-dialog.tsx';
import { lazyPanel } from '#src/islands/admin/form/lazy-panel.tsx';
import { SaveBar } from '#src/islands/admin/form/save-bar.tsx';
import { useLeaveWarning } from '#src/islands/admin/form/use-leave-warning.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { Dialog } from '#src/islands/ui/overlays/dialog.tsx';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import { Tabs } from '#src/islands/ui/tabs.tsx';
import type { Category } from '#src/wire/products/categories.ts';
import { CategoryDialog } from './categories/category-dialog.tsx';
import { useIsWide } from './page/use-is-wide.ts';
import { ProductForm } from './product-form.tsx';
import { ProductFormSkeleton } from './product-form-skeleton.tsx';
import { placesText, TABS, type Tab, toTab } from './product-tabs.ts';
import { type NewKeys, useProductWindow } from './use-product-window.ts';

const Releases = lazyPanel(async () => (await import('#src/islands/admin/releases/releases.tsx')).Releases);
const PageForm = lazyPanel(async () => (await import('./page/page-form.tsx')).PageForm);
const CompatibilityForm = lazyPanel(async () => (await import('./page/compatibility-form.tsx')).CompatibilityForm);
const ProductPreview = lazyPanel(async () => (await import('./page/product-preview.tsx')).ProductPreview);
const LicenseForm = lazyPanel(async () => (await import('./license/license-form.tsx')).LicenseForm);

type Props = {
  /** Null for a new product. */
  id: string | null;
  tab: Tab;
  categories: Category[];
  newKeys: NewKeys;
  /** Set to what asks before Back closes the window. */
  holdsBack: RefObject<() => boolean>;
  onTab: (tab: Tab) => void;
  onCreated: (id: string) => void;
  onClose: () => void;
};

export function ProductDialog({ id, tab, categories, newKeys, holdsBack, onTab, onCreated, onClose }: Props) {
  const formId = useId();
  const element = useRef<HTMLFormElement>(null);
  const opened = useOpenedTabs(tab);
  const product = useProductWindow({ id, newKeys, element, onTab, onCreated });
  const { details, product: stored, form, draft, picture, video, changes } = product;
  const [asked, setAsked] = useState<'nothing' | 'leave' | 'discard'>('nothing');
  const [isNaming, setNaming] = useState(false);
  const isWide = useIsWide();
  const [isPreviewing, setPreviewing] = useState(false);
  useLeaveWarning(changes.isAny);

  const isHeld = () => {
    if (product.isBusy) return true;
    if (changes.isAny) setAsked('leave');
    return changes.isAny;
  };
  const leave = () => {
    if (!isHeld()) onClose();
  };
  useEffect(() => {
    holdsBack.current = isHeld;
    return () => {
      holdsBack.current = () => false;
    };
  });
  const isReady = details.state === 'ready';
  const isSending = video.percent !== null;
  const tabs = TABS.map(
    ({ value, label }) =>
      ({
        value,
        label,
        mark: changes.wrongTabs.includes(value) ? 'wrong' : changes.tabs.includes(value) ? 'changed' : null,
      }) as const,
  );
  const fields = isReady && (
    <form
      ref={element}
      id={formId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void product.send();
      }}
    >
      <div hidden={tab !== 'data'}>
        <ProductForm window={product} categories={categories} onNewCategory={() => setNaming(true)} />
      </div>
      {stored && opened.has('page') && (
        <div hidden={tab !== 'page'}>
          <PageForm draft={draft} product={stored} />
        </div>
      )}
      {stored && opened.has('compatibility') && (
        <div hidden={tab !== 'compatibility'}>
          <CompatibilityForm draft={draft} product={stored} />
        </div>
      )}
      {stored && opened.has('license') && (
        <div hidden={tab !== 'license'}>
          <LicenseForm draft={draft} name={form.watch('name')} requiresActivation={form.watch('requiresActivation')} />
        </div>
      )}
    </form>
  );
  const preview = isReady && (
    <ProductPreview
      part={tab === 'data' ? 'card' : 'page'}
      id={stored?.id ?? null}
      control={form.control}
      picture={picture.choice}
      typed={draft.values}
      startsAt={isWide ? 'desktop' : 'phone'}
    />
  );
  return (
    <>
      <Dialog
        onClose={leave}
        title={stored ? 'Editar Produto' : 'Adicionar Novo Produto'}
        description={stored?.name}
        size="large"
        isTall
        beside={isWide && preview}
        foot={
          isReady && (
            <>
              {!isWide && (
                <span className="mr-auto max-sm:w-full max-sm:*:w-full">
                  <Button variant="secondary" icon={Eye} onClick={() => setPreviewing(true)}>
                    {tab === 'data' ? 'Ver como fica' : 'Ver a página'}
                  </Button>
                </span>
              )}
              {stored ? (
                <SaveBar
                  form={formId}
                  count={changes.count}
                  where={placesText(changes.tabs)}
                  wrong={changes.wrong}
                  isBusy={product.isBusy}
                  waiting={isSending ? SENDING : null}
                  onDiscard={() => setAsked('discard')}
                />
              ) : (
                <>
                  {isSending && (
                    <p role="status" className="mr-auto self-center text-table text-muted">
                      {SENDING}
                    </p>
                  )}
                  <Button variant="secondary" onClick={leave}>
                    Cancelar
                  </Button>
                  <Button
                    variant="primary"
                    type="submit"
                    form={formId}
                    isBusy={product.isBusy}
                    busyLabel="Criando..."
                    disabled={isSending}
                  >
                    Criar produto
                  </Button>
                </>
              )}
            </>
          )
        }
      >
        {details.state === 'failed' && (
          <FailedState
            title="Não foi possível carregar os detalhes do produto. Tente novamente."
            isTrying={product.isTrying}
            onRetry={product.retry}
          />
        )}
        {details.state === 'loading' && <ProductFormSkeleton />}
        {stored ? (
          <Tabs label="Partes do produto" value={tab} onChange={(chosen) => onTab(toTab(chosen))} tabs={tabs} isPinned>
            {fields}
            {tab === 'versions' && (
              <Releases
                product={stored}
                dropped={product.installers}
                onTaken={() => product.setInstallers([])}
                activation={product.activation}
              />
            )}
          </Tabs>
        ) : (
          fields
        )}
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
      {asked !== 'nothing' && (
        <DiscardDialog
          where="neste produto"
          onDiscard={() => {
            setAsked('nothing');
            if (asked === 'leave') onClose();
            else product.discard();
          }}
          onClose={() => setAsked('nothing')}
        />
      )}
    </>
  );
}

const SENDING = 'Aguarde o vídeo terminar de ser enviado.';

/** Stay as they were typed when another tab is looked at. */
function useOpenedTabs(tab: Tab): ReadonlySet<Tab> {
  const [opened, setOpened] = useState<ReadonlySet<Tab>>(new Set([tab]));
  if (!opened.has(tab)) setOpened(new Set([...opened, tab]));
  return opened;
}
