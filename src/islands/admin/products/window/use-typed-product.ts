import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { ProductDetails } from '#src/wire/products/products.ts';
import { DATA_FIELD_NAMES, NEW_PRODUCT, type TypedData, toFormFields, validateFields } from '../form-values.ts';
import { usePicture } from '../media/use-picture.ts';
import { useVideoUpload } from '../media/use-video-upload.ts';
import { BLANK_DRAFT, type Draft, draftOf } from '../page/draft-values.ts';
import { isSame, useDraft } from '../page/use-draft.ts';
import type { Tab } from '../product-tabs.ts';
import { tabOf } from './tab-of.ts';

type Before = { fields: TypedData; draft: Draft };

/** Holds all that is typed and chosen in one product's window, and how it differs from what is stored. */
export function useTypedProduct({ hasVersion, blank }: { hasVersion: boolean; blank: Partial<Draft> }) {
  const form = useForm<TypedData, { hasVersion: boolean }>({
    resolver: validateFields,
    context: { hasVersion },
    defaultValues: NEW_PRODUCT,
    shouldFocusError: false,
  });
  const { reset, setError, setValue, getValues, formState } = form;
  const draft = useDraft({ ...BLANK_DRAFT, ...blank });
  const picture = usePicture();
  const video = useVideoUpload((address) =>
    setValue('videoUrl', address, { shouldDirty: true, shouldValidate: formState.isSubmitted }),
  );
  const [installers, setInstallers] = useState<File[]>([]);
  const dataChanges = Object.keys(formState.dirtyFields).length + (picture.isChanged ? 1 : 0);
  const wrongFields = Object.keys(formState.errors).length;

  return {
    form,
    draft,
    picture,
    video,
    installers,
    setInstallers,
    /** Keeps what was typed that differs from `before`. */
    accept(stored: ProductDetails, before: Before | null): void {
      const typed = getValues();
      reset(toFormFields(stored));
      for (const name of before ? DATA_FIELD_NAMES : []) {
        if (!isSame(typed[name], before?.fields[name])) setValue(name, typed[name], { shouldDirty: true });
      }
      if (picture.choice.state === 'kept') picture.begin(stored.image);
      draft.accept(draftOf(stored), before?.draft ?? null);
    },
    /** Returns the first tab with a field that shows its error. */
    refuse(fields: Record<string, string>): Tab | undefined {
      const dataFields = DATA_FIELD_NAMES.filter((name) => fields[name]);
      for (const name of dataFields) setError(name, { message: fields[name] });
      if (fields['image']) picture.setError(fields['image']);
      draft.refuse(Object.fromEntries(Object.entries(fields).filter(([name]) => tabOf(name) !== 'data')));
      if (dataFields.length > 0) return 'data';
      return Object.keys(fields)
        .map(tabOf)
        .find((tab) => tab !== 'data');
    },
    discard(image: string): void {
      video.cancel();
      reset();
      picture.begin(image);
      draft.discard();
    },
    dataChanges,
    changes: {
      count: dataChanges + draft.changed.length,
      tabs: [...(dataChanges > 0 ? ['data' as const] : []), ...draft.changedTabs],
      wrong: wrongFields + draft.wrong,
      wrongTabs: [...(wrongFields > 0 ? ['data' as const] : []), ...draft.wrongTabs],
      isAny: dataChanges > 0 || draft.changed.length > 0 || video.percent !== null || installers.length > 0,
    },
  };
}
