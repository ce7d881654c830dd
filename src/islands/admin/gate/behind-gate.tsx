import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { type Gate, isGateOpen, returnToGate, watchGates } from '#src/client/admin/gates.ts';
import { Skeleton } from '#src/islands/ui/states/skeleton.tsx';

/** The server renders the waiting state, since only the browser knows whether the gate was passed. */
export function BehindGate({ gate, children }: { gate: Gate; children: ReactNode }) {
  const passage = useSyncExternalStore<Passage>(
    watchGates,
    () => (isGateOpen(gate) ? 'open' : 'closed'),
    () => 'unknown',
  );
  useEffect(() => {
    if (passage === 'closed') returnToGate(gate);
  }, [passage, gate]);
  return passage === 'open' ? children : <Waiting text={WAITING[gate]} />;
}

type Passage = 'unknown' | 'open' | 'closed';

const WAITING = {
  products: 'Carregando produtos...',
  'activation-keys': 'Carregando chaves de ativação...',
} satisfies Record<Gate, string>;

function Waiting({ text }: { text: string }) {
  return (
    <div className="grid gap-4">
      <p role="status" className="text-sm text-muted">
        {text}
      </p>
      <Skeleton className="h-9 w-72 max-w-full" />
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-96 w-full" />
    </div>
  );
}
