import { ApiError, api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { showRefusedFields } from '#src/islands/admin/form/refused-fields.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { refreshLists } from '#src/islands/admin/list/use-list.ts';
import { PRODUCT_LIST } from '#src/wire/products/product-list.ts';
import type { Release } from '#src/wire/releases/releases.ts';
import { releasePath, releasesPath } from './release-paths.ts';
import { PUBLISHED } from './release-text.ts';
import { fieldsOf, type ReleaseFields, type ReleaseForm } from './use-release-form.ts';

type Options = {
  productId: string;
  release: Release | null;
  form: ReleaseForm;
  /** It is null where the product is on sale. */
  onActivate: (() => void) | null;
  /** It is called before the list is read again, so that the drawer knows its release. */
  onSaved: (saved: Release) => void;
  onPublished: () => void;
  onRefused: (refused: { files?: string }) => void;
};

type Saving = { fields: ReleaseFields; isTold: boolean };

export function useReleaseChanges(options: Options) {
  const { productId, release, form, onActivate, onSaved, onPublished, onRefused } = options;
  const write = async (fields: ReleaseFields): Promise<Release> => {
    const saved = await writeRelease(productId, release, fields);
    form.reset(fields, { keepValues: true });
    onSaved(saved);
    return saved;
  };
  const show = (error: unknown, title: string) => {
    const isTaken = error instanceof ApiError && error.code === 'version_taken';
    const isWithoutNotes = error instanceof ApiError && error.code === 'notes_missing';
    if (isTaken || isWithoutNotes) form.setError(isTaken ? 'version' : 'notes', { message: error.message });
    const isAtFiles = error instanceof ApiError && error.code === 'no_files';
    onRefused(isAtFiles ? { files: error.message } : {});
    if (isTaken || isWithoutNotes || isAtFiles || showRefusedFields(error, form)) return;
    showToast({ tone: 'danger', title, description: sentenceOf(error) });
  };
  const save = useChange<Saving, Release>({
    run: ({ fields }) => write(fields),
    refresh: [releasesPath(productId)],
    done: ({ version, state }, { isTold }) => {
      if (!isTold) return;
      showToast({ tone: 'success', title: state === 'draft' ? 'Rascunho salvo' : `Versão ${version} salva` });
    },
    failed: (error) => show(error, 'Erro ao salvar a versão'),
  });
  const publish = useChange<{ fields: ReleaseFields; notify: boolean }, Pick<Release, 'version' | 'channel'>>({
    run: async ({ fields, notify }) => {
      const { id, version, channel } = await write(fields);
      await api.post(releasePath(id, 'publish'), { notify });
      return { version, channel };
    },
    refresh: [PRODUCT_LIST.path],
    done: ({ version, channel }) => {
      const published = { tone: 'success', title: `Versão ${version} publicada` } as const;
      if (onActivate && channel === 'stable') {
        const action = { label: 'Ativar na loja', run: onActivate };
        showToast({ ...published, description: 'Falta ativar o produto.', action, durationMs: 15_000 });
      } else showToast({ ...published, description: PUBLISHED });
      onPublished();
    },
    failed: (error) => {
      show(error, 'Erro ao publicar a versão');
      void refreshLists(releasesPath(productId));
    },
  });
  return { save, publish };
}

function writeRelease(productId: string, release: Release | null, fields: ReleaseFields): Promise<Release> {
  if (!release) return api.post<Release>(releasesPath(productId), fields);
  const { notes, isCritical } = fields;
  return api.put<Release>(
    releasePath(release.id),
    release.state === 'draft' ? fieldsOf(fields) : { notes, isCritical },
  );
}
