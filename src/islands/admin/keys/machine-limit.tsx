import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import { ApiError, api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { withUndo } from '#src/islands/admin/form/undo.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { refreshLists } from '#src/islands/admin/list/use-list.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { Form } from '#src/islands/ui/form.tsx';
import { IconAction } from '#src/islands/ui/icon-action.tsx';
import type { KeyMachines } from '#src/wire/licenses/machines.ts';
import { KEYS_PATH, keyPath } from './key-paths.ts';

const HIGHEST_LIMIT = 100;

/** The limit is that of this key alone; an empty field is no limit. */
export function MachineLimit({ keyId, keyMachines: { limit, used } }: { keyId: string; keyMachines: KeyMachines }) {
  const known = limit === null ? '' : String(limit);
  const [typed, setTyped] = useState(known);
  const [error, setError] = useState<string | null>(null);
  const { submit, isBusy } = useChange<string, unknown>({
    run: (machineLimit) => api.put(keyPath(keyId, 'limit'), { machineLimit }),
    refresh: [KEYS_PATH],
    done: () => {
      const back = () =>
        api.put(keyPath(keyId, 'limit'), { machineLimit: known }).finally(() => void refreshLists(KEYS_PATH));
      showToast({ tone: 'success', title: 'Limite atualizado', ...withUndo(back) });
    },
    failed: (refusal) => {
      const isAboutLimit = refusal instanceof ApiError && (refusal.status === 409 || refusal.fields['machineLimit']);
      if (isAboutLimit) return setError(refusal.fields['machineLimit'] ?? refusal.message);
      showToast({ tone: 'danger', title: 'Erro ao mudar o limite', description: sentenceOf(refusal) });
    },
  });
  const type = (text: string) => {
    setTyped(text);
    setError(null);
  };
  const step = (by: number) => {
    const from = /^\d+$/.test(typed.trim()) ? Number(typed) : used;
    type(String(Math.min(HIGHEST_LIMIT, Math.max(1, from + by))));
  };
  return (
    <Form onSubmit={() => submit(typed)} className="flex flex-wrap items-start gap-2">
      <div className="w-full sm:w-56">
        <TextField
          label="Limite de computadores"
          size="small"
          inputMode="numeric"
          placeholder="Sem limite"
          value={typed}
          error={error}
          hint="Só desta chave. Vazio: sem limite."
          onChange={({ target }) => type(target.value)}
        >
          <IconAction label="Um a menos" icon={Minus} onClick={() => step(-1)} />
          <IconAction label="Um a mais" icon={Plus} onClick={() => step(1)} />
        </TextField>
      </div>
      {typed.trim() !== known && (
        <div className="sm:mt-7">
          <Button variant="primary" size="small" type="submit" isBusy={isBusy} busyLabel="Salvando...">
            Salvar limite
          </Button>
        </div>
      )}
    </Form>
  );
}
