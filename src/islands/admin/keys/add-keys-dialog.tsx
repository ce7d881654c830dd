import { useMemo, useState } from 'react';
import { ApiError, api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { FormDialog } from '#src/islands/admin/form/form-dialog.tsx';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { countText } from '#src/islands/admin/list/count-text.ts';
import { Select } from '#src/islands/ui/fields/select.tsx';
import {
  type AddKeys,
  type KeyStock,
  type KeysAdded,
  NO_KEYS,
  NO_PRODUCT,
  problemOf,
  readKeyLines,
} from '#src/wire/keys/activation-keys.ts';
import { IMPORT_PATH, KEYS_PATH } from './key-paths.ts';
import { KeyPreview } from './key-preview.tsx';
import { KeyText } from './key-text.tsx';
import { buyersWaitingText, keysLeftText } from './stock-text.ts';
import type { KeyDraft } from './use-key-draft.ts';

type Props = { draft: KeyDraft; stock: readonly KeyStock[]; onAdded: (added: KeysAdded) => void };

/** Long lists take long on slow lines. */
const IMPORT_TIMEOUT_MS = 120_000;

export function AddKeysDialog({ draft, stock, onAdded }: Props) {
  const [isChecked, setChecked] = useState(false);
  const lines = useMemo(() => readKeyLines(draft.text), [draft.text]);
  const problem = problemOf(lines);
  const keysProblem = problem === NO_KEYS ? `Nenhuma chave informada. ${NO_KEYS}` : problem;
  const { submit, isBusy, fieldErrors } = useChange<AddKeys, KeysAdded>({
    run: (keys) => api.post<KeysAdded>(IMPORT_PATH, keys, { timeoutMs: IMPORT_TIMEOUT_MS }),
    refresh: [KEYS_PATH],
    done: (added) => {
      tellAdded(added);
      onAdded(added);
      draft.clear();
    },
    failed: (error) => {
      if (isShownAtField(error)) return;
      showToast({
        tone: 'danger',
        title: 'Erro ao adicionar chaves',
        description: sentenceOf(error, 'Ocorreu um erro ao adicionar as chaves.'),
      });
    },
  });
  const product = stock.find(({ productId }) => productId === draft.productId);

  function send(): void {
    setChecked(true);
    if (product && !problem) submit({ productId: draft.productId, keys: draft.text });
  }

  return (
    <FormDialog
      title="Adicionar Chaves"
      description="Quem já pagou e espera uma chave deste produto recebe a sua assim que você salvar."
      submitLabel="Adicionar Chaves"
      busyLabel="Adicionando..."
      isBusy={isBusy}
      onSubmit={send}
      onClose={draft.close}
      onCancel={draft.clear}
    >
      <div className="grid grid-cols-1 gap-5">
        <Select
          label="Produto"
          placeholder="Selecione um produto"
          value={draft.productId}
          onChange={draft.setProductId}
          options={stock
            .filter(({ takesKeys }) => takesKeys)
            .map(({ productId, name }) => ({ value: productId, label: name }))}
          error={fieldErrors['productId'] ?? (isChecked && !product ? `Produto não selecionado. ${NO_PRODUCT}` : null)}
          hint={product && stockHint(product)}
        />
        <KeyText
          draft={draft}
          error={fieldErrors['keys'] ?? (isChecked || lines.keys.length > 0 ? keysProblem : null)}
        />
        <KeyPreview lines={lines} />
      </div>
    </FormDialog>
  );
}

function isShownAtField(error: unknown): boolean {
  return error instanceof ApiError && Boolean(error.fields['productId'] ?? error.fields['keys']);
}

function stockHint({ keysAvailable, buyersWaiting, requiresActivation }: KeyStock): string {
  const left = keysLeftText(keysAvailable);
  if (!requiresActivation)
    return `${left}. Este produto não pede ativação: as chaves ficam guardadas até você mudar isso.`;
  return buyersWaiting === 0 ? `${left}.` : `${left}, ${buyersWaitingText(buyersWaiting)}.`;
}

function tellAdded({ created, duplicates, message }: KeysAdded): void {
  const left = countText(duplicates.length, 'repetida ficou de fora', 'repetidas ficaram de fora');
  showToast({
    tone: created > 0 ? 'success' : 'neutral',
    title: created > 0 ? 'Chaves de ativação adicionadas' : 'Nenhuma chave nova',
    description: duplicates.length > 0 ? `${message} ${left}.` : message,
  });
}
