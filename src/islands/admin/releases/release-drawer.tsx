import { useEffect, useId, useRef, useState } from 'react';
import { api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/toast.ts';
import { DiscardDialog } from '#src/islands/admin/form/discard-dialog.tsx';
import { useErrorFocus } from '#src/islands/admin/form/use-error-focus.ts';
import { refreshLists } from '#src/islands/admin/list/use-list.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { ConfirmDialog } from '#src/islands/ui/overlays/confirm-dialog.tsx';
import { Drawer } from '#src/islands/ui/overlays/drawer.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import { formatDay } from '#src/wire/basics/dates.ts';
import { type Platform, platformOfName } from '#src/wire/products/platforms.ts';
import type { AdminProduct } from '#src/wire/products/products.ts';
import { RELEASE_TEXTS, type Release } from '#src/wire/releases/releases.ts';
import { ReleaseFieldset } from './release-fieldset.tsx';
import { ReleaseFiles } from './release-files.tsx';
import { ReleaseNotice } from './release-notice.tsx';
import { releaseFilePath, releasePath, releasesPath } from './release-paths.ts';
import { versionOfName } from './release-text.ts';
import { findUnfinished, type UnfinishedTransfer } from './transfers/transfer.ts';
import { type SentFile, useTransfers } from './transfers/use-transfers.ts';
import { useReleaseChanges } from './use-release-changes.ts';
import { useReleaseForm } from './use-release-form.ts';

type Props = {
  product: AdminProduct;
  /** Null for a new one. */
  release: Release | null;
  /** As they are now: what is shown follows them. */
  releases: readonly Release[];
  /** Files that begin a new version. */
  dropped: readonly File[];
  /** Null where the product is on sale. */
  onActivate: (() => void) | null;
  onWithdraw: (release: Release) => void;
  onClose: () => void;
};

export function ReleaseDrawer(props: Props) {
  const { product, release: opened, releases, dropped, onActivate, onWithdraw, onClose } = props;
  const formId = useId();
  const element = useRef<HTMLFormElement>(null);
  const [saved, setSaved] = useState(opened);
  const release = releases.find(({ id }) => id === saved?.id) ?? saved;
  const state = release?.state ?? 'draft';
  const form = useReleaseForm(opened);
  const { isDirty } = form.formState;
  const [filesError, setFilesError] = useState<string | null>(null);
  // Stays so, that nothing jumps once the last file is published.
  const [isAboutFiles] = useState(opened !== null && (opened.missing.length > 0 || isAwaited(opened)));
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
  const unfinished = useUnfinished(state === 'withdrawn' ? null : (release?.id ?? null));

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
  const files = (
    <ReleaseFiles
      productId={product.id}
      release={release}
      transfers={transfers}
      unfinished={unfinished}
      error={filesError}
      onFile={addFile}
    />
  );
  return (
    <Drawer
      onClose={leave}
      title={release ? `Versão ${release.version}` : 'Nova versão'}
      description={product.name}
      foot={
        state === 'withdrawn' ? null : state === 'published' ? (
          <>
            <Button variant="secondary" onClick={() => release && onWithdraw(release)}>
              Retirar versão
            </Button>
            <Button
              variant={release && isAwaited(release) ? 'secondary' : 'primary'}
              type="submit"
              form={formId}
              isBusy={save.isBusy}
              busyLabel="Salvando..."
            >
              Salvar alterações
            </Button>
          </>
        ) : (
          <>
            <p role="status" className="mr-auto self-center text-muted text-table empty:hidden max-sm:basis-full!">
              {pendingText(pending)}
            </p>
            <Button variant="secondary" type="submit" form={formId} isBusy={save.isBusy} busyLabel="Salvando...">
              Salvar rascunho
            </Button>
            <Button
              variant="primary"
              isBusy={publish.isBusy}
              busyLabel="Publicando..."
              disabled={pending > 0}
              onClick={() => void submitPublication()}
            >
              Publicar versão
            </Button>
          </>
        )
      }
    >
      <form
        ref={element}
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void submit(true);
        }}
        className="grid grid-cols-1 gap-6"
      >
        {release?.state === 'withdrawn' && (
          <Notice tone="neutral" title={`Retirada em ${formatDay(release.withdrawnAt ?? release.createdAt)}`}>
            {release.withdrawnReason}
          </Notice>
        )}
        {isAboutFiles && files}
        <ReleaseFieldset form={form} state={state} />
        {!isAboutFiles && files}
        <ReleaseNotice
          productId={product.id}
          path={release && releasePath(release.id)}
          announcement={release?.announcement ?? null}
          title="Aviso por e-mail"
          choice={
            state === 'draft'
              ? {
                  audience: release?.audience ?? null,
                  who: release && release.audience !== 1 ? 'que compraram' : 'que comprou',
                  hint: 'Um e-mail com o que mudou, no ritmo da loja. Quem não quer avisos só recebe os importantes.',
                  isWanted: isNotified,
                  onWanted: setNotified,
                }
              : null
          }
        />
      </form>
      {leaving === 'unsaved' && (
        <DiscardDialog where="nesta versão" onDiscard={onClose} onClose={() => setLeaving('no')} />
      )}
      {leaving === 'sending' && (
        <ConfirmDialog
          title="Parar o envio?"
          description="O que já chegou fica guardado por 24 horas. Para continuar de onde parou, abra a versão e escolha o mesmo arquivo."
          confirmLabel="Parar e fechar"
          onConfirm={onClose}
          onClose={() => setLeaving('no')}
        />
      )}
    </Drawer>
  );
}

const FIRST_VERSION = '1.0.0';

function isAwaited({ files }: Release): boolean {
  return files.some(({ isAwaiting }) => isAwaiting);
}

/** A published version takes a file only for a system that has none. */
function platformFor(file: File, release: Release | null): Platform {
  const named = platformOfName(file.name);
  const open = [...(release?.missing ?? []), ...(release?.addable ?? [])];
  return open.includes(named) ? named : (open[0] ?? named);
}

function pendingText(pending: number): string {
  if (pending === 0) return '';
  return pending === 1 ? 'Falta 1 envio para publicar.' : `Faltam ${pending} envios para publicar.`;
}

/** Gives the stored file the system and label that were chosen while it was sent. */
async function takeSent(
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

function useUnfinished(releaseId: string | null): UnfinishedTransfer[] {
  const [unfinished, setUnfinished] = useState<UnfinishedTransfer[]>([]);
  useEffect(() => {
    if (releaseId === null) return;
    findUnfinished(releaseId).then(setUnfinished, (error: unknown) => {
      console.error('Os envios incompletos não puderam ser lidos:', error);
    });
  }, [releaseId]);
  return unfinished;
}
