import { useState } from 'react';
import { useRead } from '#src/islands/admin/use-read.ts';
import { SECOND_MS } from '#src/wire/basics/durations.ts';
import { IMPORT_PATH, type PastImport, type StoreImport } from '#src/wire/imports/imports.ts';
import { ChooseFile } from './choose-file.tsx';
import { ImportCheck } from './import-check.tsx';
import { ImportHead } from './import-head.tsx';
import { ImportProgress } from './import-progress.tsx';
import { PastImports } from './past-imports.tsx';

export type ImportsProps = { past: PastImport[]; shown: StoreImport | null; targets: { id: string; name: string }[] };

/** The import that is shown stands in the address, so that a reload goes on with it. */
export function Imports({ past, shown, targets }: ImportsProps) {
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
      {current && current.state !== 'checked' && <Followed id={current.id} known={current} onChange={show} />}
      {!current && <PastImports past={list.data ?? past} onOpen={show} />}
    </div>
  );
}

type FollowedProps = { id: string; known: StoreImport; onChange: (next: StoreImport | null) => void };

function Followed({ id, known, onChange }: FollowedProps) {
  const { data = known, refetch } = useRead<StoreImport>(`${IMPORT_PATH}/${id}`, {
    initialData: known,
    refetchInterval: ({ state }) => isUnderWay(state.data ?? known) && SECOND_MS,
  });
  return (
    <ImportProgress
      shown={data}
      onChange={(next) => {
        onChange(next);
        // What was read before it is known longer than this.
        void refetch();
      }}
    />
  );
}

function isUnderWay({ state }: StoreImport): boolean {
  return state === 'importing' || state === 'undoing';
}
