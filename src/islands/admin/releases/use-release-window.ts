import { type RefObject, useEffect, useRef, useState } from 'react';
import { api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { useErrorFocus } from '#src/islands/admin/form/use-error-focus.ts';
import { refreshLists } from '#src/islands/admin/list/use-list.ts';
import { type Platform, platformOfName } from '#src/wire/products/platforms.ts';
import type { AdminProduct } from '#src/wire/products/products.ts';
import { RELEASE_TEXTS, type Release } from '#src/wire/releases/releases.ts';
import { releaseFilePath, releasesPath } from './release-paths.ts';
import { versionOfName } from './release-text.ts';
import { findUnfinished, type UnfinishedTransfer } from './transfers/transfer.ts';
import { type SentFile, useTransfers } from './transfers/use-transfers.ts';
import { useReleaseChanges } from './use-release-changes.ts';
import { useReleaseForm } from './use-release-form.ts';

export type ReleaseOptions = {
  product: AdminProduct;
  /** It is null for a new release. */
  release: Release | null;
  /** The screen follows them as they are now. */
  releases: readonly Release[];
  /** These files begin a new version. */
  dropped: readonly File[];
  /** It is null where the product is on sale. */
  onActivate: (() => void) | null;
  onClose: () => void;
};

/** Holds one version with what is typed for it, its files on their way, and what asks before it closes. */
export function useReleaseWindow(options: ReleaseOptions, element: RefObject<HTMLFormElement | null>) {
  const { product, release: opened, releases, dropped, onActivate, onClose } = options;
  const [saved, setSaved] = useState(opened);
  const release = releases.find(({ id }) => id === saved?.id) ?? saved;
  const form = useReleaseForm(opened);
  const { isDirty } = form.formState;
  const [filesError, setFilesError] = useState<string | null>(null);
  const [isNotified, setNotified] = useState(false);
  const [leaving, setLeaving] = useState<'no' | 'unsaved' | 'sending'>('no');
  const focusFirstError = useErrorFocus(element);
  const { save, publish } = useReleaseChanges({
    productId: product.id,
    release,
    form,
    onActivate,
    onSaved: setSaved,
    onPublished: onClose,
    onRefused: ({ files }) => {
      if (files) setFilesError(files);
      else focusFirstError();
    },
  });
  const transfers = useTransfers({
    releaseId: release?.id ?? null,
    onSent: (sent) => takeSent(product.id, release?.id, sent),
  });
  const unfinished = useUnfinished(release?.state === 'withdrawn' ? undefined : release?.id);

  const submit = (isTold: boolean) => form.handleSubmit((fields) => save.submit({ fields, isTold }), focusFirstError)();
  const addFile = (file: File) => {
    setFilesError(null);
    const guessed = versionOfName(file.name) ?? (releases.length === 0 ? FIRST_VERSION : null);
    if (form.getValues('version') === '' && guessed) form.setValue('version', guessed, { shouldDirty: true });
    transfers.add(file, platformFor(file, release));
    if (!release) void submit(false);
  };
  const begin = useRef(() => {
    for (const file of dropped) transfers.add(file, platformFor(file, release));
    const [guessed = FIRST_VERSION] = dropped.flatMap(({ name }) => versionOfName(name) ?? []);
    form.setValue('version', guessed, { shouldDirty: true });
    void submit(false);
  });
  useEffect(() => {
    if (dropped.length > 0) begin.current();
  }, [dropped]);
  const submitPublication = form.handleSubmit((fields) => {
    const hasFiles = (release?.files.length ?? 0) > 0;
    if (hasFiles) publish.submit({ fields, notify: isNotified });
    else setFilesError(RELEASE_TEXTS.noFiles);
  }, focusFirstError);

  const isBusy = save.isBusy || publish.isBusy;
  const pending = transfers.files.filter((sent) => sent.state.name !== 'refused').length;
  const leave = () => {
    if (isBusy) return;
    if (pending > 0) setLeaving(release ? 'sending' : 'unsaved');
    else if (isDirty) setLeaving('unsaved');
    else onClose();
  };

  return {
    ...{ release, form, save, publish, transfers, unfinished, pending, isBusy, isNotified, setNotified, filesError },
    ...{ submit, submitPublication, addFile, leaving, leave, stay: () => setLeaving('no') },
  };
}

export type ReleaseWindow = ReturnType<typeof useReleaseWindow>;

export const FIRST_VERSION = '1.0.0';

/** A published version takes a file only for a system that has none. */
function platformFor(file: File, release: Release | null): Platform {
  const named = platformOfName(file.name);
  const open = [...(release?.missing ?? []), ...(release?.addable ?? [])];
  return open.includes(named) ? named : (open[0] ?? named);
}

/** Gives the stored file the system and label that were chosen while it was sent. */
export async function takeSent(
  productId: string,
  releaseId: string | undefined,
  { file, platform, label }: Pick<SentFile, 'file' | 'platform' | 'label'>,
): Promise<void> {
  try {
    const releases = await api.get<Release[]>(releasesPath(productId));
    const files = releases.find(({ id }) => id === releaseId)?.files ?? [];
    const stored = files.find(({ fileName }) => fileName === file.name.normalize('NFC'));
    if (stored && (stored.platform !== platform || stored.label !== label.trim())) {
      await api.put(releaseFilePath(stored.id), { platform, label });
    }
  } catch (error) {
    showToast({ tone: 'danger', title: 'Confira o sistema e o rótulo do arquivo', description: sentenceOf(error) });
  }
  await refreshLists(releasesPath(productId));
}

function useUnfinished(releaseId: string | undefined): UnfinishedTransfer[] {
  const [unfinished, setUnfinished] = useState<UnfinishedTransfer[]>([]);
  useEffect(() => {
    if (releaseId === undefined) return;
    findUnfinished(releaseId).then(setUnfinished, (error: unknown) => {
      console.error('Os envios incompletos não puderam ser lidos:', error);
    });
  }, [releaseId]);
  return unfinished;
}
