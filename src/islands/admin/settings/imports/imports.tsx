import { useState } from 'react';
import { useRead } from '#src/islands/admin/use-read.ts';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import { SECOND_MS } from '#src/wire/basics/durations.ts';
import { IMPORT_PATH, type PastImport, type StoreImport } from '#src/wire/imports/imports.ts';
import { ChooseFile } from './choose-file.tsx';
import { ImportFiles } from './files/import-files.tsx';
import { ImportCheck } from './import-check.tsx';
import { ImportHead } from './import-head.tsx';
import { ImportProblems } from './import-problems.tsx';
import { ImportProgress } from './import-progress.tsx';
import { PastImports } from './past-imports.tsx';

export type ImportsProps = {
  past: PastImport[];
  shown: StoreImport | null;
  targets: { id: string; name: string }[];
  /** Files of products lie behind it. */
  isGateOpen: boolean;
};

/** The import that is shown stands in the address, so that a reload goes on with it. */
export function Imports({ past, shown, targets, isGateOpen }: ImportsProps) {
  const [current, setCurrent] = useState(shown);
  const list = useRead<PastImport[]>(IMPORT_PATH, { initialData: past });
  function show(next: StoreImport | null): void {
    setCurrent(next);
    const address = new URL(location.href);
    if (next) address.searchParams.set('importacao', next.id);
    else address.searchParams.delete('importacao');
    history.replaceState(null, '', address);
    void list.refetch();
  }
  return (
    <div className="grid min-w-0 gap-4">
      <ImportHead shown={current} onLeave={() => show(null)} />
      {!current && <ChooseFile onSent={show} />}
      {current?.state === 'checked' && (
        <ImportCheck
          key={`${current.id} ${JSON.stringify(current.columns)}`}
          shown={current}
          targets={targets}
          onChange={show}
        />
      )}
      {current && current.state !== 'checked' && (
        <Followed
          key={current.id}
          id={current.id}
          known={current}
          targets={targets}
          isGateOpen={isGateOpen}
          onChange={show}
        />
      )}
      {!current && <PastImports past={list.data ?? past} onOpen={show} />}
    </div>
  );
}

type FollowedProps = Pick<ImportsProps, 'targets' | 'isGateOpen'> & {
  id: string;
  known: StoreImport;
  onChange: (next: StoreImport | null) => void;
};

function Followed({ id, known, targets, isGateOpen, onChange }: FollowedProps) {
  const { data = known, refetch } = useRead<StoreImport>(`${IMPORT_PATH}/${id}`, {
    initialData: known,
    refetchInterval: ({ state }) => isUnderWay(state.data ?? known) && SECOND_MS,
  });
  return (
    <>
      <ImportProgress
        shown={data}
        onChange={(next) => {
          onChange(next);
          // What was read before it is known longer than this.
          void refetch();
        }}
      />
      {data.state === 'done' && (isGateOpen ? <ImportFiles shown={data} targets={targets} /> : <FilesBehindGate />)}
      <ImportProblems shown={data} />
    </>
  );
}

function FilesBehindGate() {
  return (
    <Notice tone="neutral" title="Arquivos dos produtos">
      Os arquivos que quem compra baixa também se enviam aqui. Antes, informe a{' '}
      <a href="/admin/products-auth" className="link">
        senha de Produtos
      </a>{' '}
      e volte a esta importação.
    </Notice>
  );
}

function isUnderWay({ state }: StoreImport): boolean {
  return state === 'importing' || state === 'undoing';
}
