import { Monitor } from 'lucide-react';
import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { ConfirmedChange } from '#src/islands/admin/form/confirmed-change.tsx';
import { useCan } from '#src/islands/admin/role.tsx';
import { useRead } from '#src/islands/admin/use-read.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { Drawer } from '#src/islands/ui/overlays/drawer.tsx';
import { EmptyState } from '#src/islands/ui/states/empty-state.tsx';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import { Skeleton } from '#src/islands/ui/states/skeleton.tsx';
import { useNow } from '#src/islands/ui/use-now.ts';
import { formatDay } from '#src/wire/basics/dates.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import type { ActivationKey } from '#src/wire/keys/activation-keys.ts';
import { machineText, stopsText } from '#src/wire/licenses/machine-text.ts';
import type { KeyMachines, Machine } from '#src/wire/licenses/machines.ts';
import { KEYS_PATH, keyPath } from './key-paths.ts';
import { MachineLimit } from './machine-limit.tsx';

type Props = { activationKey: ActivationKey; onClose: () => void };

export function KeyMachinesDrawer({ activationKey, onClose }: Props) {
  const { id, key, product, purchase } = activationKey;
  const { data, isError, isFetching, refetch } = useRead<KeyMachines>(keyPath(id, 'machines'), {
    refetchOnMount: 'always',
  });
  const can = useCan();
  const [releasing, setReleasing] = useState<Machine | 'all' | null>(null);
  return (
    <Drawer
      onClose={onClose}
      title={<span className="code text-base">{key}</span>}
      description={[product.name, purchase?.customerName].filter(Boolean).join(' · ')}
      foot={
        can('releaseMachines') &&
        data &&
        (data.machines.length > 0 || data.uses > 0) && (
          <Button onClick={() => setReleasing('all')}>Liberar todos</Button>
        )
      }
    >
      {!data && isError && (
        <FailedState title="Não foi possível carregar os computadores." read={{ isFetching, refetch }} />
      )}
      {!data && !isError && <Skeleton className="h-40 w-full" />}
      {data && (
        <div className="grid grid-cols-1 gap-6">
          {can('writeKeys') && <MachineLimit key={String(data.limit)} keyId={id} keyMachines={data} />}
          <section aria-label="Computadores" className="grid grid-cols-1 gap-1">
            <h3 className="text-sm">{usedText(data)}</h3>
            <MachineList machines={data.machines} onRelease={can('releaseMachines') ? setReleasing : null} />
          </section>
          {data.uses > 0 && (
            <p className="text-muted text-table">
              Usos que o plugin contou pela chamada da Gumroad: {data.uses}. “Liberar todos” volta a zero.
            </p>
          )}
        </div>
      )}
      {data && releasing && (
        <ReleaseDialog keyId={id} keyMachines={data} machine={releasing} onClose={() => setReleasing(null)} />
      )}
    </Drawer>
  );
}

function usedText({ used, limit }: KeyMachines): string {
  return limit === null ? `Computadores · ${used}` : `Computadores · ${used} de ${limit}`;
}

type ListProps = { machines: readonly Machine[]; onRelease: ((machine: Machine) => void) | null };

function MachineList({ machines, onRelease }: ListProps) {
  const now = useNow(MINUTE_MS);
  if (machines.length === 0) {
    return (
      <EmptyState icon={Monitor} title="Nenhum computador" text="Eles aparecem aqui quando o plugin ativa a chave." />
    );
  }
  return (
    <ul>
      {machines.map((machine) => (
        <li key={machine.id} className="flex min-h-14 items-center gap-3 border-line border-t py-2 first:border-t-0">
          <Monitor aria-hidden className="size-5 shrink-0 text-muted" />
          <span className="min-w-0 flex-1">
            <span className="block wrap-anywhere font-medium text-sm">{machine.name}</span>
            <span className="block text-muted text-table">
              {machineText(machine, [machine.platform, machine.host, machine.pluginVersion], now)}
            </span>
          </span>
          {onRelease && (
            <Button size="small" onClick={() => onRelease(machine)}>
              {machine.releasedAt ? 'Liberar já' : 'Liberar'}
              <span className="sr-only"> {machine.name}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

type ReleaseProps = { keyId: string; keyMachines: KeyMachines; machine: Machine | 'all'; onClose: () => void };

function ReleaseDialog({ keyId, keyMachines: { used, machines, offlineDays }, machine, onClose }: ReleaseProps) {
  const isAll = machine === 'all';
  const end = (isAll ? machines : [machine])
    .map(({ offlineUntil }) => offlineUntil ?? '')
    .sort()
    .at(-1);
  const none = 'Nenhum computador ocupa lugar. Os usos contados pela chamada da Gumroad voltam a zero.';
  const stops = `O plugin para de funcionar ${isAll ? 'neles' : 'nele'} ${stopsText(offlineDays)}`;
  const goesOn = end && `Com a licença sem internet funciona até ${formatDay(end)}, mas o lugar fica livre agora.`;
  return (
    <ConfirmedChange
      run={() => api.post(keyPath(keyId, 'release'), isAll ? {} : { machineId: machine.id })}
      refresh={[KEYS_PATH]}
      done={isAll ? 'Computadores liberados' : `${machine.name} liberado`}
      failed="Erro ao liberar"
      onClose={onClose}
      title={isAll ? allText(used) : `Liberar ${machine.name}?`}
      description={isAll && used === 0 ? none : goesOn && !isAll ? goesOn : [stops, goesOn].filter(Boolean).join(' ')}
      confirmLabel={isAll ? 'Liberar todos' : 'Liberar'}
      busyLabel="Liberando..."
    />
  );
}

function allText(used: number): string {
  if (used === 0) return 'Zerar os usos da chave?';
  return used === 1 ? 'Liberar o computador?' : `Liberar os ${used} computadores?`;
}
