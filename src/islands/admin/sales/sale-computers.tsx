import { KEYS_PATH } from '#src/islands/admin/keys/key-paths.ts';
import { useRead } from '#src/islands/admin/use-read.ts';
import { Skeleton } from '#src/islands/ui/states/skeleton.tsx';
import { useNow } from '#src/islands/ui/use-now.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import { machineText } from '#src/wire/licenses/machine-text.ts';
import type { KeyMachines } from '#src/wire/licenses/machines.ts';

/** Those on which the key of a sale is active. */
export function SaleComputers({ keyId }: { keyId: string }) {
  const { data, isError } = useRead<KeyMachines>(`${KEYS_PATH}/${keyId}/machines`, { staleTime: 0 });
  const now = useNow(MINUTE_MS);
  if (isError && !data) return 'Não carregaram. Feche e abra o pedido de novo';
  if (!data) return <Skeleton className="h-5 w-24" />;
  const { used, limit, machines } = data;
  return (
    <>
      {limit === null ? used : `${used} de ${limit}`}
      {machines.length > 0 && (
        <ul className="mt-1 grid gap-1 pb-1">
          {machines.map((machine) => (
            <li key={machine.id} className="leading-5">
              {machine.name}
              <span className="block text-mini text-muted">
                {machineText(machine, [machine.platform, machine.host], now)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
