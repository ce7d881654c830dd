import { type RefObject, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useErrorFocus } from '#src/islands/admin/form/use-error-focus.ts';
import type { LicenseFields } from '#src/wire/products/license-fields.ts';
import { BLANK_PRODUCT, PRODUCT_FIELD_NAMES, type TypedProductFields } from '#src/wire/products/product-fields.ts';
import type { ProductDetails } from '#src/wire/products/products.ts';
import { toFormFields, validateFields } from './form-values.ts';
import { usePicture } from './media/use-picture.ts';
import { useVideoUpload } from './media/use-video-upload.ts';
import { BLANK_DRAFT, type Draft, draftOf, withPrefix } from './page/draft-values.ts';
import { useDraft } from './page/use-draft.ts';
import { type Tab, tabOf } from './product-tabs.ts';
import { useCurrentVersion } from './use-current-version.ts';
import { useProductDetails } from './use-product-details.ts';
import { useActivate, useSaveProduct } from './use-save-product.ts';

export type NewKeys = Pick<LicenseFields, 'keySource'> & { keyPrefix: string };

type Options = {
  /** Null for a new product. */
  id: string | null;
  newKeys: NewKeys;
  element: RefObject<HTMLFormElement | null>;
  onTab: (tab: Tab) => void;
  onCreated: (id: string) => void;
};

type Before = { fields: TypedProductFields; draft: Draft };

/** All that one product's window holds, typed and stored, and the one save of it. */
export function useProductWindow({ id, newKeys, element, onTab, onCreated }: Options) {
  // A product that was just created goes on in the same window.
  const [openedId] = useState(id);
  const { details, isTrying, retry } = useProductDetails(openedId);
  const [saved, setSaved] = useState<ProductDetails | null>(null);
  const loaded = details.state === 'ready' ? details.product : null;
  const product = saved ?? loaded;
  const currentVersion = useCurrentVersion(product);
  const form = useForm<TypedProductFields, { hasVersion: boolean }>({
    resolver: validateFields,
    context: { hasVersion: currentVersion !== null },
    defaultValues: NEW_PRODUCT,
    shouldFocusError: false,
  });
  const { reset, setError, setValue, getValues, formState } = form;
  const draft = useDraft({ ...BLANK_DRAFT, ...newKeys });
  const picture = usePicture();
  const video = useVideoUpload((address) =>
    setValue('videoUrl', address, { shouldDirty: true, shouldValidate: formState.isSubmitted }),
  );
  const [installers, setInstallers] = useState<File[]>([]);
  const focusFirstError = useErrorFocus(element);

  /** Keeps what was typed that differs from `before`. */
  const accept = (stored: ProductDetails, before: Before | null) => {
    const typed = getValues();
    reset(toFormFields(stored));
    for (const name of before ? PRODUCT_FIELD_NAMES : []) {
      if (typed[name] !== before?.fields[name]) setValue(name, typed[name], { shouldDirty: true });
    }
    if (picture.choice.state === 'kept') picture.begin(stored.image);
    draft.accept(draftOf(stored), before?.draft ?? null);
  };
  const begin = useRef(accept);
  begin.current = accept;
  useEffect(() => {
    if (!loaded) return;
    begin.current(loaded, null);
    element.current?.querySelector('input')?.focus();
  }, [loaded, element]);

  const refuse = (fields: Record<string, string>) => {
    const names = Object.keys(fields);
    const dataFields = PRODUCT_FIELD_NAMES.filter((name) => fields[name]);
    for (const name of dataFields) setError(name, { message: fields[name] });
    if (fields['image']) picture.setError(fields['image']);
    draft.refuse(Object.fromEntries(Object.entries(fields).filter(([name]) => tabOf(name) !== 'data')));
    const first = dataFields.length > 0 ? 'data' : names.map(tabOf).find((tab) => tab !== 'data');
    if (!first) return false;
    if (product) onTab(first);
    focusFirstError();
    return true;
  };
  const storedFields = product ? toFormFields(product) : NEW_PRODUCT;
  const save = useSaveProduct({
    product,
    picture,
    onRefused: refuse,
    onSaved(stored, sent) {
      setSaved(stored);
      accept(stored, { fields: sent.fields ?? storedFields, draft: sent.draft });
      if (!product) onCreated(stored.id);
    },
  });
  const activation = useActivate({
    product,
    onRefused: refuse,
    onSaved(stored) {
      setSaved(stored);
      accept(stored, { fields: storedFields, draft: draft.stored });
    },
  });

  const dataChanges = Object.keys(formState.dirtyFields).length + (picture.isChanged ? 1 : 0);
  const send = async () => {
    if (save.isBusy || video.percent !== null) return;
    const isDataSent = !product || dataChanges > 0;
    let isDataGood = !isDataSent;
    if (isDataSent) {
      await form.handleSubmit(() => {
        isDataGood = true;
      })();
    }
    const problems = draft.problemsIn(draft.values);
    draft.refuse(problems);
    const [wrong] = isDataGood ? Object.keys(problems) : ['name'];
    if (wrong) {
      if (product) onTab(tabOf(wrong));
      return focusFirstError();
    }
    if (isDataSent && picture.choice.state === 'preparing') return picture.setError('Aguarde a imagem ficar pronta.');
    const fields = isDataSent ? { ...getValues() } : null;
    const complete = withPrefix(draft.values, getValues('name'));
    const names = product ? draft.changed : NEW_FIELDS;
    const changes = Object.fromEntries(names.map((name) => [name, complete[name]]));
    const prefix = product && complete.keyPrefix !== draft.values.keyPrefix ? { keyPrefix: complete.keyPrefix } : {};
    save.submit({ fields, draft: draft.values, draftChanges: { ...changes, ...prefix } });
  };

  return {
    details,
    isTrying,
    retry,
    product,
    currentVersion,
    form,
    draft,
    picture,
    video,
    installers,
    setInstallers,
    send,
    activation,
    isBusy: save.isBusy,
    changes: {
      count: dataChanges + draft.changed.length,
      tabs: [...(dataChanges > 0 ? ['data' as const] : []), ...draft.changedTabs],
      wrong: Object.keys(formState.errors).length + draft.wrong,
      wrongTabs: [...(Object.keys(formState.errors).length > 0 ? ['data' as const] : []), ...draft.wrongTabs],
      isAny: dataChanges > 0 || draft.changed.length > 0 || video.percent !== null || installers.length > 0,
    },
    discard(): void {
      video.cancel();
      reset();
      picture.begin(product?.image ?? '');
      draft.discard();
    },
  };
}

export type ProductWindow = ReturnType<typeof useProductWindow>;

/** Without a file there is nothing to sell yet. */
const NEW_PRODUCT: TypedProductFields = { ...BLANK_PRODUCT, status: 'Em revisão' };
const NEW_FIELDS = ['keySource', 'keyPrefix'] as const;
