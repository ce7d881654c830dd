import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { ApiError, api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/toast.ts';
import { useChange } from '#src/islands/admin/use-change.ts';
import { useErrorFocus } from '#src/islands/admin/use-error-focus.ts';
import { refreshLists } from '#src/islands/admin/use-list.ts';
import { fieldName } from '#src/wire/field-name.ts';
import type { ProductDetails } from '#src/wire/products.ts';
import { PRODUCTS_PATH } from './products-path.ts';

export type PartProps = {
  product: ProductDetails;
  /** The last change of the product that this window knows. */
  openedAt: string;
  onChanged: (isChanged: boolean) => void;
  /** What is typed, for the preview. */
  onTyped: (fields: object) => void;
  onSaved: (product: ProductDetails) => void;
};

type Part<Values> = PartProps & {
  read: (product: ProductDetails) => Values;
  schema: z.ZodMiniType;
  words: { saved: string; failed: string };
};

/** A tab of the product's window that is saved by itself, with lists among its fields. */
export function useProductPart<Values extends object>(part: Part<Values>) {
  const { product, openedAt, onChanged, onTyped, onSaved, read, schema, words } = part;
  const element = useRef<HTMLFormElement>(null);
  const focusFirstError = useErrorFocus(element);
  const [stored, setStored] = useState(() => read(product));
  const [values, setValues] = useState(stored);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const isChanged = JSON.stringify(values) !== JSON.stringify(stored);
  useEffect(() => onChanged(isChanged), [isChanged, onChanged]);
  useEffect(() => onTyped(values), [values, onTyped]);

  const { submit, isBusy } = useChange<Values, ProductDetails>({
    run: (fields) => api.put(`${PRODUCTS_PATH}/${encodeURIComponent(product.id)}`, { ...fields, openedAt }),
    async done(saved) {
      setStored(read(saved));
      setValues(read(saved));
      onSaved(saved);
      await refreshLists(PRODUCTS_PATH);
      showToast({ tone: 'success', title: words.saved });
    },
    failed(error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setErrors(fields);
      if (Object.keys(fields).length > 0) return focusFirstError();
      showToast({ tone: 'danger', title: words.failed, description: sentenceOf(error) });
    },
  });

  return {
    element,
    values,
    /** The first of those that follow each other. */
    errorOf: (...names: string[]) => names.map((name) => errors[name]).find(Boolean) ?? null,
    isBusy,
    change(changes: Partial<Values>) {
      const next = { ...values, ...changes };
      setValues(next);
      // What was refused is judged again while it is mended.
      if (Object.keys(errors).length > 0) setErrors(problemsOf(schema, next));
    },
    send() {
      const problems = problemsOf(schema, values);
      setErrors(problems);
      if (Object.keys(problems).length > 0) focusFirstError();
      else submit(values);
    },
  };
}

function problemsOf(schema: z.ZodMiniType, values: object): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const { path, message } of z.safeParse(schema, values).error?.issues ?? []) {
    problems[fieldName(path)] ??= message;
  }
  return problems;
}
