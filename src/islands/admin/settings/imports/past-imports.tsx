import { api } from '#src/client/api.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import { IMPORT_PATH, IMPORT_STATES, type PastImport, type StoreImport } from '#src/wire/imports/imports.ts';

type Props = { past: readonly PastImport[]; onOpen: (shown: StoreImport) => void };

export function PastImports({ past, onOpen }: Props) {
  const open = useChange<string, StoreImport>({
    run: (id) => api.get(`${IMPORT_PATH}/${id}`),
    done: onOpen,
    failed: 'A importação não abriu',
  });
  if (past.length === 0) return null;
  return (
    <section aria-labelledby="past-imports" className="min-w-0 rounded-card border border-line bg-surface">
      <h3 id="past-imports" className="px-4 py-3 text-sm lg:px-6">
        Importações
      </h3>
      <ul>
        {past.map(({ id, sourceName, fileName, state, sales, createdAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-sm lg:px-6"
          >
            <div className="min-w-0 flex-1 basis-48">
              <p className="font-semibold">{sourceName}</p>
              <p className="truncate code text-mini text-muted" title={fileName}>
                {fileName}
              </p>
            </div>
            <p className="text-muted tabular-nums">
              {IMPORT_STATES[state]}
              {'\u00a0· '}
              {sales.toLocaleString('pt-BR')} {sales === 1 ? 'venda' : 'vendas'}
              {'\u00a0· '}
              {formatDayTime(createdAt)}
            </p>
            <button type="button" className="min-h-9 max-sm:min-h-11 link" onClick={() => open.submit(id)}>
              Abrir<span className="sr-only"> {fileName}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
