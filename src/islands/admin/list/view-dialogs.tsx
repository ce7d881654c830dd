import { useState } from 'react';
import { ApiError, api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { Switch } from '#src/islands/ui/fields/switch.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import type { ListName } from '#src/wire/views/built-in-views.ts';
import { NewView, type SavedView, VIEW_NAME_LENGTH } from '#src/wire/views/saved-views.ts';
import { ConfirmedChange } from '../form/confirmed-change.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { useChange } from '../form/use-change.ts';
import { showViewChanged, useViewChange, VIEWS_PATH, viewsPath } from './use-view-change.ts';

type Props = {
  list: ListName;
  /** It is null for a new view. */
  view: SavedView | null;
  query: string;
  onSaved: (view: SavedView) => void;
  onClose: () => void;
};

export function ViewDialog({ list, view, query, onSaved, onClose }: Props) {
  const [name, setName] = useState(view?.name ?? '');
  const [isShared, setShared] = useState(view?.isShared ?? false);
  const [problem, setProblem] = useState<string | null>(null);
  const failed = (error: unknown) => {
    const ofName = error instanceof ApiError ? error.fields['name'] : undefined;
    if (ofName) return setProblem(ofName);
    showToast({ tone: 'danger', title: 'A visão não foi salva', description: sentenceOf(error) });
    if (error instanceof ApiError && (error.status === 404 || error.status === 409)) onClose();
  };
  const close = (saved: SavedView) => {
    onClose();
    onSaved(saved);
  };
  const creation = useChange<NewView, SavedView>({
    run: (body) => api.post<SavedView>(VIEWS_PATH, body),
    refresh: [viewsPath(list)],
    told: 'Visão salva',
    done: (saved) => close(saved),
    failed,
  });
  const change = useViewChange(list, {
    done: (saved, before) => {
      close(saved);
      showViewChanged(saved, before);
    },
    failed,
  });
  const submit = () => {
    const read = NewView.safeParse({ list, name, query, isShared });
    if (!read.success) return setProblem(read.error.issues[0]?.message ?? null);
    if (view) change.submit({ view, name: read.data.name, isShared });
    else creation.submit(read.data);
  };
  return (
    <FormDialog
      title={view ? 'Renomear visão' : 'Salvar esta visão'}
      description="Guarda a busca, os filtros e a ordem de agora. Os filtros ficam também no endereço da página."
      submitLabel={view ? 'Salvar alterações' : 'Salvar visão'}
      isBusy={creation.isBusy || change.isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid grid-cols-1 gap-4">
        <TextField
          label="Nome"
          size="small"
          maxLength={VIEW_NAME_LENGTH}
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            setProblem(null);
          }}
          error={problem}
        />
        <Switch
          label="De todos"
          hint="Aparece para quem mais administra a loja, que pode mudá-la também."
          isOn={isShared}
          onChange={setShared}
        />
      </div>
    </FormDialog>
  );
}

type DeleteProps = { list: ListName; view: SavedView; onDeleted: () => void; onClose: () => void };

export function DeleteViewDialog({ list, view, onDeleted, onClose }: DeleteProps) {
  return (
    <ConfirmedChange
      run={async () => {
        await api.delete(`${VIEWS_PATH}/${view.id}`);
        onDeleted();
      }}
      refresh={[viewsPath(list)]}
      done="Visão excluída"
      failed="Erro ao excluir a visão"
      onClose={onClose}
      title={`Excluir a visão ${view.name}?`}
      description={
        view.isShared
          ? 'Ela some para todos que administram a loja. O que a lista mostra não muda.'
          : 'Só o atalho some. O que a lista mostra não muda.'
      }
    />
  );
}
