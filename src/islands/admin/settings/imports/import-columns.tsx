import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { useLeaveWarning } from '#src/islands/admin/form/use-leave-warning.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { Select } from '#src/islands/ui/fields/select.tsx';
import { IMPORT_PATH, type StoreImport } from '#src/wire/imports/imports.ts';
import { FIELD_NAMES, IMPORT_FIELDS, type ImportColumns, type ImportField } from '#src/wire/imports/sources.ts';

type Props = { shown: StoreImport; isOpen: boolean; onChange: (next: StoreImport) => void };

/** What each column of the file is; the known ones are chosen already. */
export function ImportColumnsForm({ shown, isOpen, onChange }: Props) {
  const [columns, setColumns] = useState<ImportColumns>(shown.columns);
  const [isTried, setTried] = useState(false);
  useLeaveWarning(columns !== shown.columns);
  const isMissing = (field: ImportField) => IMPORT_FIELDS[field].isNeeded && columns[field] === undefined;
  const save = useChange<undefined, StoreImport>({
    run: () => api.put(`${IMPORT_PATH}/${shown.id}`, { columns }),
    done: onChange,
    failed: 'As colunas não foram lidas',
  });
  const options = [
    { value: '', label: 'Nenhuma' },
    ...shown.header.map((name, at) => ({ value: String(at), label: name || `Coluna ${at + 1}` })),
  ];
  return (
    <details open={isOpen} className="rounded-card border border-line bg-surface">
      <summary className="cursor-pointer p-4 font-semibold text-sm lg:px-6">Colunas do arquivo</summary>
      <div className="grid gap-4 border-t border-line p-4 lg:px-6">
        <div className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {FIELD_NAMES.map((field) => (
            <Select
              key={field}
              label={`${IMPORT_FIELDS[field].label}${IMPORT_FIELDS[field].isNeeded ? '' : ' (opcional)'}`}
              value={columns[field] === undefined ? '' : String(columns[field])}
              options={options}
              error={isTried && isMissing(field) ? 'Escolha a coluna.' : undefined}
              onChange={(value) => {
                const { [field]: _, ...others } = columns;
                setColumns(value === '' ? others : { ...others, [field]: Number(value) });
              }}
            />
          ))}
        </div>
        <div>
          <Button
            size="small"
            isBusy={save.isBusy}
            busyLabel="Lendo..."
            onClick={() => {
              setTried(true);
              if (!FIELD_NAMES.some(isMissing)) save.submit(undefined);
            }}
          >
            Conferir de novo
          </Button>
        </div>
      </div>
    </details>
  );
}
