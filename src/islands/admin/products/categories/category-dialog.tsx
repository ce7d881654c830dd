import { useState } from 'react';
import { ApiError, api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { FormDialog } from '#src/islands/admin/form/form-dialog.tsx';
import { withUndo } from '#src/islands/admin/form/undo.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { refreshLists } from '#src/islands/admin/list/use-list.ts';
import { TextArea } from '#src/islands/ui/fields/text-area.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import {
  type AdminCategory,
  CATEGORIES_PATH,
  CATEGORY_NAME_LENGTH,
  NewCategory,
  SHELF_TEXT_LENGTH,
} from '#src/wire/products/categories.ts';

type Props = {
  /** It is null for a new category. */
  category: AdminCategory | null;
  onSaved?: (category: AdminCategory) => void;
  onClose: () => void;
};

export function CategoryDialog({ category, onSaved, onClose }: Props) {
  const [name, setName] = useState(category?.name ?? '');
  const [shelfText, setShelfText] = useState(category?.shelfText ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const { submit, isBusy } = useChange<NewCategory, AdminCategory>({
    run: (wanted) =>
      category
        ? api.put(`${CATEGORIES_PATH}/${category.id}`, {
            ...wanted,
            openedName: category.name,
            openedShelfText: category.shelfText,
          })
        : api.post(CATEGORIES_PATH, wanted),
    async done(saved) {
      await refreshLists(CATEGORIES_PATH);
      onSaved?.(saved);
      onClose();
      if (!category) return showToast({ tone: 'success', title: 'Categoria criada' });
      const { name, shelfText } = category;
      const back = { name, shelfText, openedName: saved.name, openedShelfText: saved.shelfText };
      const undo = withUndo(() =>
        api.put(`${CATEGORIES_PATH}/${category.id}`, back).finally(() => void refreshLists(CATEGORIES_PATH)),
      );
      showToast({ tone: 'success', title: 'Categoria salva', ...undo });
    },
    failed(error) {
      const ofName = error instanceof ApiError ? error.fields['name'] : undefined;
      if (ofName) return setProblem(ofName);
      showToast({ tone: 'danger', title: 'A categoria não foi salva', description: sentenceOf(error) });
      if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 409)) return;
      void refreshLists(CATEGORIES_PATH);
      onClose();
    },
  });
  return (
    <FormDialog
      title={category ? 'Editar categoria' : 'Nova categoria'}
      description={
        category
          ? 'O nome muda na loja, nos filtros e na busca. O endereço da categoria continua o mesmo.'
          : 'Aparece na loja quando tiver um produto à venda.'
      }
      submitLabel={category ? 'Salvar' : 'Criar categoria'}
      isBusy={isBusy}
      onSubmit={() => {
        const read = NewCategory.safeParse({ name, shelfText });
        if (read.success) submit(read.data);
        else setProblem(read.error.issues[0]?.message ?? null);
      }}
      onClose={onClose}
    >
      <TextField
        label="Nome"
        size="small"
        maxLength={CATEGORY_NAME_LENGTH}
        value={name}
        onChange={({ target }) => {
          setName(target.value);
          setProblem(null);
        }}
        error={problem}
      />
      <TextArea
        label="Texto da prateleira"
        size="small"
        rows={3}
        maxLength={SHELF_TEXT_LENGTH}
        value={shelfText}
        onChange={({ target }) => setShelfText(target.value)}
        hint="Abre a página da categoria e aparece nos buscadores. Sem ele, a loja escreve um."
      />
    </FormDialog>
  );
}
