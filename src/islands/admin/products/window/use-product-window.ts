import { type RefObject, useEffect, useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { recheckAfterRefusal } from '#src/client/session.ts';
import { useErrorFocus } from '#src/islands/admin/form/use-error-focus.ts';
import type { KeySource } from '#src/wire/products/license-fields.ts';
import type { ProductDetails } from '#src/wire/products/products.ts';
import { NEW_PRODUCT, toFormFields } from '../form-values.ts';
import { type Draft, withPrefix } from '../page/draft-values.ts';
import type { Tab } from '../product-tabs.ts';
import { PRODUCTS_PATH } from '../products-path.ts';
import { useCurrentVersion } from '../use-current-version.ts';
import { tabOf } from './tab-of.ts';
import { useActivate, useSaveProduct } from './use-save-product.ts';
import { useTypedProduct } from './use-typed-product.ts';

export type NewKeys = { keySource: KeySource; keyPrefix: string };

type Options = {
  /** A new product has none. */
  id: string | null;
  newKeys: NewKeys;
  element: RefObject<HTMLFormElement | null>;
  onTab: (tab: Tab) => void;
  onCreated: (id: string) => void;
};

/** Holds all that one product's window has, typed and stored, and the one save of it. */
export function useProductWindow({ id, newKeys, element, onTab, onCreated }: Options) {
  // A product that was just created goes on in the same window.
  const [openedId] = useState(id);
  const { details, isTrying, retry } = useProductDetails(openedId);
  const [saved, setSaved] = useState<ProductDetails | null>(null);
  const loaded = details.state === 'ready' ? details.product : null;
  const product = saved ?? loaded;
  const currentVersion = useCurrentVersion(product);
  const typed = useTypedProduct({ hasVersion: currentVersion !== null, blank: newKeys });
  const { form, draft, picture, video, accept, dataChanges } = typed;
  const focusFirstError = useErrorFocus(element);

  const begin = useRef(accept);
  begin.current = accept;
  useEffect(() => {
    if (!loaded) return;
    begin.current(loaded, null);
    element.current?.querySelector('input')?.focus();
  }, [loaded, element]);

  const refuse = (fields: Record<string, string>) => {
    const first = typed.refuse(fields);
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
    const fields = isDataSent ? { ...form.getValues() } : null;
    const draftChanges = changesOf(draft, form.getValues('name'), product !== null);
    save.submit({ fields, draft: draft.values, draftChanges });
  };

  return {
    ...typed,
    details,
    isTrying,
    retry,
    product,
    currentVersion,
    send,
    activation,
    isBusy: save.isBusy,
    discard: () => typed.discard(product?.image ?? ''),
  };
}

export type ProductWindow = ReturnType<typeof useProductWindow>;

/** An empty prefix is made from the name, and that goes along. */
function changesOf({ values, changed }: ProductWindow['draft'], name: string, isStored: boolean): Partial<Draft> {
  const complete = withPrefix(values, name);
  const isPrefixMade = complete.keyPrefix !== values.keyPrefix;
  const names = isStored ? [...changed, ...(isPrefixMade ? ['keyPrefix' as const] : [])] : NEW_FIELDS;
  return Object.fromEntries(names.map((field) => [field, complete[field]]));
}

const NEW_FIELDS = ['keySource', 'keyPrefix'] as const;

type Details = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; product: ProductDetails | null };

function useProductDetails(id: string | null): { details: Details; isTrying: boolean; retry: () => void } {
  const [details, setDetails] = useState<Details>(
    id === null ? { state: 'ready', product: null } : { state: 'loading' },
  );
  const [attempt, setAttempt] = useState(0);
  const [settledAttempt, setSettledAttempt] = useState(-1);
  useEffect(() => {
    if (id === null) return;
    const controller = new AbortController();
    api
      .get<ProductDetails>(`${PRODUCTS_PATH}/${encodeURIComponent(id)}/details`, { signal: controller.signal })
      .then(
        (product) => setDetails({ state: 'ready', product }),
        (error: unknown) => {
          if (controller.signal.aborted) return;
          recheckAfterRefusal(error);
          setDetails({ state: 'failed' });
        },
      )
      .finally(() => setSettledAttempt(attempt));
    return () => controller.abort();
  }, [id, attempt]);
  return { details, isTrying: settledAttempt < attempt, retry: () => setAttempt(attempt + 1) };
}
