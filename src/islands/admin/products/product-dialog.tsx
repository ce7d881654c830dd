import { Eye } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { DiscardDialog } from '#src/islands/admin/discard-dialog.tsx';
import { lazyPanel } from '#src/islands/admin/lazy-panel.tsx';
import { useErrorFocus } from '#src/islands/admin/use-error-focus.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { Dialog } from '#src/islands/ui/dialog.tsx';
import { FailedState } from '#src/islands/ui/failed-state.tsx';
import { Tabs } from '#src/islands/ui/tabs.tsx';
import type { Category } from '#src/wire/catalog.ts';
import { BLANK_PRODUCT, PRODUCT_FIELD_NAMES, type TypedProductFields } from '#src/wire/product-fields.ts';
import { CategoryDialog } from './category-dialog.tsx';
import { toFormFields, validateFields } from './form-values.ts';
import { ProductForm } from './product-form.tsx';
import { ProductFormSkeleton } from './product-form-skeleton.tsx';
import { useCurrentVersion } from './use-current-version.ts';
import { useIsWide } from './use-is-wide.ts';
import { usePicture } from './use-picture.ts';
import { useProductDetails } from './use-product-details.ts';
import { useSaveProduct } from './use-save-product.ts';
import { useVideoUpload } from './use-video-upload.ts';

const Releases = lazyPanel(async () => (await import('#src/islands/admin/releases/releases.tsx')).Releases);
const PageForm = lazyPanel(async () => (await import('./page-form.tsx')).PageForm);
const CompatibilityForm = lazyPanel(async () => (await import('./compatibility-form.tsx')).CompatibilityForm);
const ProductPreview = lazyPanel(async () => (await import('./product-preview.tsx')).ProductPreview);
const LicenseForm = lazyPanel(async () => (await import('./license-form.tsx')).LicenseForm);

type Props = {
  /** Null for a new product. */
  id: string | null;
  categories: Category[];
  onClose: () => void;
};

export function ProductDialog({ id, categories, onClose }: Props) {
  const formId = useId();
  const element = useRef<HTMLFormElement>(null);
  const { details, isTrying, retry } = useProductDetails(id);
  const product = details.state === 'ready' ? details.product : null;
  const currentVersion = useCurrentVersion(product);
  const [tab, setTab] = useState<Tab>('data');
  /** Stay as they were typed, and as they were saved, when another tab is looked at. */
  const [opened, setOpened] = useState<ReadonlySet<Tab>>(new Set());
  const open = (chosen: Tab) => {
    setTab(chosen);
    setOpened((before) => new Set([...before, chosen]));
  };
  const form = useForm<TypedProductFields, { hasVersion: boolean }>({
    resolver: validateFields,
    context: { hasVersion: currentVersion !== null },
    defaultValues: BLANK_PRODUCT,
    shouldFocusError: false,
  });
  const { reset, setError, setValue, formState } = form;
  const picture = usePicture();
  const video = useVideoUpload((address) =>
    setValue('videoUrl', address, { shouldDirty: true, shouldValidate: formState.isSubmitted }),
  );
  const [isLeaving, setLeaving] = useState(false);
  const [isNaming, setNaming] = useState(false);
  const changes = useChangedParts();
  const [typed, setTyped] = useState<object>({});
  const [noteTyped] = useState(() => (fields: object) => setTyped((before) => ({ ...before, ...fields })));
  const isWide = useIsWide();
  const [isPreviewing, setPreviewing] = useState(false);
  /** When another tab of this window saved the product last. */
  const [savedAt, setSavedAt] = useState<string | null>(null);

  const beginPicture = useRef(picture.begin);
  useEffect(() => {
    if (!product) return;
    reset(toFormFields(product));
    beginPicture.current(product.image);
    element.current?.querySelector('input')?.focus();
  }, [product, reset]);

  const focusFirstError = useErrorFocus(element);
  const openedAt = savedAt ?? product?.updateDate;
  const save = useSaveProduct({
    product: product && openedAt ? { ...product, updateDate: openedAt } : product,
    picture,
    onSaved: onClose,
    onRefused(fields) {
      const refused = PRODUCT_FIELD_NAMES.filter((name) => fields[name]);
      for (const name of refused) setError(name, { message: fields[name] });
      if (fields['image']) picture.setError(fields['image']);
      focusFirstError();
      return refused.length > 0;
    },
  });
  const submit = form.handleSubmit(
    (fields) => {
      if (picture.choice.state === 'preparing') return picture.setError('Aguarde a imagem ficar pronta.');
      save.submit(fields);
    },
    () => {
      focusFirstError();
    },
  );

  const isSending = video.percent !== null;
  const isChanged = formState.isDirty || picture.isChanged || isSending || changes.isAny;
  const leave = () => {
    if (save.isBusy) return;
    if (isChanged) setLeaving(true);
    else onClose();
  };
  const words = id === null ? NEW_WORDS : EDIT_WORDS;
  const data = details.state === 'ready' && (
    <form
      ref={element}
      id={formId}
      noValidate
      hidden={tab !== 'data'}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending && !save.isBusy) void submit(event);
      }}
    >
      <ProductForm
        form={form}
        categories={categories}
        onNewCategory={() => setNaming(true)}
        picture={picture}
        video={video}
        currentVersion={currentVersion}
      />
    </form>
  );
  const preview = details.state === 'ready' && (
    <ProductPreview
      part={tab === 'data' ? 'card' : 'page'}
      id={id}
      control={form.control}
      picture={picture.choice}
      typed={typed}
      startsAt={isWide ? 'desktop' : 'phone'}
    />
  );
  const openPreview = !isWide && (
    <span className="mr-auto max-sm:w-full max-sm:*:w-full">
      <Button variant="secondary" icon={Eye} onClick={() => setPreviewing(true)}>
        {tab === 'data' ? 'Ver como fica' : 'Ver a página'}
      </Button>
    </span>
  );
  return (
    <>
      <Dialog
        onClose={leave}
        title={words.title}
        description={product?.name}
        size="large"
        isTall
        beside={isWide && preview}
        foot={
          details.state === 'ready' &&
          (tab === 'data' ? (
            <>
              {openPreview}
              {isSending && (
                <p role="status" className="mr-auto self-center text-table text-muted">
                  Aguarde o vídeo terminar de ser enviado.
                </p>
              )}
              <Button variant="secondary" onClick={leave}>
                Cancelar
              </Button>
              <Button
                variant="primary"
                type="submit"
                form={formId}
                isBusy={save.isBusy}
                busyLabel={words.busyLabel}
                disabled={isSending}
              >
                {words.label}
              </Button>
            </>
          ) : (
            openPreview
          ))
        }
      >
        {details.state === 'failed' && (
          <FailedState
            title="Não foi possível carregar os detalhes do produto. Tente novamente."
            isTrying={isTrying}
            onRetry={retry}
          />
        )}
        {details.state === 'loading' && <ProductFormSkeleton />}
        {product && openedAt ? (
          <Tabs label="Partes do produto" value={tab} onChange={(chosen) => open(toTab(chosen))} tabs={TABS}>
            {data}
            {tab === 'versions' && <Releases product={product} />}
            {PARTS.filter(([part]) => opened.has(part)).map(([part, Form]) => (
              <div key={part} hidden={tab !== part}>
                <Form
                  product={product}
                  openedAt={openedAt}
                  onChanged={changes.note[part]}
                  onTyped={noteTyped}
                  onSaved={({ updateDate }) => setSavedAt(updateDate)}
                />
              </div>
            ))}
          </Tabs>
        ) : (
          data
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
          onSaved={(category) => setValue('categoryId', category.id, { shouldDirty: true })}
          onClose={() => setNaming(false)}
        />
      )}
      {isLeaving && <DiscardDialog where="neste produto" onDiscard={onClose} onClose={() => setLeaving(false)} />}
    </>
  );
}

const TABS = [
  { value: 'data', label: 'Dados' },
  { value: 'page', label: 'Página' },
  { value: 'compatibility', label: 'Compatibilidade' },
  { value: 'versions', label: 'Versões' },
  { value: 'license', label: 'Licença' },
] as const;
type Tab = (typeof TABS)[number]['value'];

const PARTS = [
  ['page', PageForm],
  ['compatibility', CompatibilityForm],
  ['license', LicenseForm],
] as const;
type Part = (typeof PARTS)[number][0];

function useChangedParts() {
  const [changed, setChanged] = useState<Record<Part, boolean>>({ page: false, compatibility: false, license: false });
  const [note] = useState(() => {
    const noteFor = (part: Part) => (isChanged: boolean) => setChanged((before) => ({ ...before, [part]: isChanged }));
    return { page: noteFor('page'), compatibility: noteFor('compatibility'), license: noteFor('license') };
  });
  return { note, isAny: Object.values(changed).some(Boolean) };
}

function toTab(chosen: string): Tab {
  return TABS.find(({ value }) => value === chosen)?.value ?? 'data';
}

const NEW_WORDS = { title: 'Adicionar Novo Produto', label: 'Criar produto', busyLabel: 'Criando...' };
const EDIT_WORDS = { title: 'Editar Produto', label: 'Salvar alterações', busyLabel: 'Salvando...' };
