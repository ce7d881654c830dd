import { useState } from 'react';
import { ApiError, api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { useLeaveWarning } from '#src/islands/admin/form/use-leave-warning.ts';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import {
  IMPORT_PATH,
  IMPORT_TEXTS,
  MOST_PRODUCTS,
  type RunImport,
  type StoreImport,
} from '#src/wire/imports/imports.ts';
import { NEEDED_FIELDS } from '#src/wire/imports/sources.ts';
import { ImportColumnsForm } from './import-columns.tsx';
import { ImportFigures } from './import-figures.tsx';
import { ImportProblems } from './import-problems.tsx';
import { type Chosen, ImportProducts } from './import-products.tsx';
import { OnImport } from './on-import.tsx';

type Props = {
  shown: StoreImport;
  targets: { id: string; name: string }[];
  onChange: (next: StoreImport | null) => void;
};

export function ImportCheck({ shown, targets, onChange }: Props) {
  const [chosen, setChosen] = useState<Record<string, Chosen>>(() =>
    Object.fromEntries(shown.products.map(({ name, target, image }) => [name, { target, image }])),
  );
  const [rates, setRates] = useState<Record<string, string>>({});
  const [announces, setAnnounces] = useState(false);
  useLeaveWarning(announces || Object.keys(rates).length > 0 || hasChosen(shown, chosen));
  const run = useRunning(shown.id, onChange);
  const leave = useChange<undefined, unknown>({
    run: () => api.delete(`${IMPORT_PATH}/${shown.id}`),
    done: () => onChange(null),
    failed: 'Erro ao esquecer o arquivo',
  });
  const isMapped = NEEDED_FIELDS.every((field) => shown.columns[field] !== undefined);
  const hasTooMany = shown.products.length > MOST_PRODUCTS;
  const isReady = isMapped && !hasTooMany;
  return (
    <div className={`grid min-w-0 items-start gap-4 ${isReady ? 'xl:grid-cols-[minmax(0,1fr)_19rem]' : ''}`}>
      <div className="grid min-w-0 gap-4">
        {isMapped ? (
          <ImportFigures shown={shown} />
        ) : (
          <Notice tone="warning" title="A loja não conhece este cabeçalho">
            Diga qual coluna é o e-mail, o produto, o valor e o dia do pagamento.
          </Notice>
        )}
        {hasTooMany && (
          <Notice tone="warning" title="Há produtos demais no arquivo">
            {IMPORT_TEXTS.products}
          </Notice>
        )}
        <ImportColumnsForm shown={shown} isOpen={!isReady} onChange={onChange} />
        {shown.products.length > 0 && !hasTooMany && (
          <ImportProducts
            shown={shown}
            targets={targets}
            chosen={chosen}
            onChoose={(name, change) =>
              setChosen((known) => ({
                ...known,
                [name]: { ...(known[name] ?? { target: 'new', image: null }), ...change },
              }))
            }
            onChange={onChange}
          />
        )}
        <ImportProblems shown={shown} />
      </div>
      {isReady && (
        <OnImport
          shown={shown}
          rates={rates}
          announces={announces}
          isBusy={run.isBusy}
          onRate={(currency, rate) => setRates((known) => ({ ...known, [currency]: rate }))}
          onAnnounce={setAnnounces}
          onLeave={() => leave.submit(undefined)}
          onRun={() =>
            run.submit({
              products: Object.entries(chosen).map(([name, choice]) => ({ name, ...choice })),
              rates: Object.fromEntries(Object.entries(rates).filter(([, rate]) => rate.trim() !== '')),
              announces,
            })
          }
        />
      )}
    </div>
  );
}

function useRunning(id: string, onRunning: (running: StoreImport) => void) {
  const reopen = useChange<undefined, StoreImport>({
    run: () => api.get(`${IMPORT_PATH}/${id}`),
    done: onRunning,
    failed: 'A importação não abriu',
  });
  return useChange<RunImport, StoreImport>({
    run: (form) => api.post(`${IMPORT_PATH}/${id}/run`, form),
    done: onRunning,
    failed(error) {
      showToast({ tone: 'danger', title: 'A importação não começou', description: sentenceOf(error) });
      // Another tab may have begun it.
      if (error instanceof ApiError && error.status === 409) reopen.submit(undefined);
    },
  });
}

function hasChosen({ products }: StoreImport, chosen: Record<string, Chosen>): boolean {
  return products.some(({ name, target, image }) => chosen[name]?.target !== target || chosen[name]?.image !== image);
}
