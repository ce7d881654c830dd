import { Monitor } from 'lucide-react';
import { machineText, releaseText } from '#src/wire/licenses/machine-text.ts';
import type { KeyMachines, Machine } from '#src/wire/licenses/machines.ts';

type Props = {
  itemId: string;
  keyMachines: KeyMachines;
  /** Server and browser write the same with the time when the page was made. */
  renderedAt: string;
};

/** The computers of an item's key; plain forms, which the page takes as `intent=release-machine`. */
export function ItemMachines({ itemId, keyMachines, renderedAt }: Props) {
  if (keyMachines.machines.length === 0) {
    return (
      <p className="max-w-[60ch] text-muted">Nenhum computador ainda: eles aparecem aqui quando você ativa o plugin.</p>
    );
  }
  return (
    <ul className="grid">
      {keyMachines.machines.map((machine) => (
        <li key={machine.id} className="border-line border-t py-1.5 first:border-t-0">
          <MachineRow itemId={itemId} machine={machine} keyMachines={keyMachines} now={new Date(renderedAt)} />
        </li>
      ))}
    </ul>
  );
}

/** Writes `Seus computadores · 2 de 3`, `Seus computadores com Grão 35 mm · 2 de 3`. */
export function machinesTitle({ used, limit }: KeyMachines, productName?: string): string {
  const title = productName ? `Seus computadores com ${productName}` : 'Seus computadores';
  if (limit === null) return used === 0 ? title : `${title}\u00a0· ${used}`;
  return `${title}\u00a0· ${used} de ${limit}`;
}

type RowProps = { itemId: string; machine: Machine; keyMachines: KeyMachines; now: Date };

function MachineRow({ itemId, machine, keyMachines, now }: RowProps) {
  const named = (
    <>
      <Monitor aria-hidden className="size-5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block wrap-anywhere font-semibold text-[.9375rem]">{machine.name}</span>
        <span className="block text-muted text-sm">
          {machineText(machine, [machine.platform, machine.host, machine.pluginVersion], now)}
        </span>
      </span>
    </>
  );
  if (machine.releasedAt) return <div className="flex min-h-14 items-center gap-3">{named}</div>;
  return (
    <details className="group/machine">
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 [&::-webkit-details-marker]:hidden">
        {named}
        <span className="button-2 shrink-0 group-open/machine:bg-raised">
          Liberar<span className="sr-only"> {machine.name}</span>
        </span>
      </summary>
      <form method="post" action={`#computadores-${itemId}`} className="mb-3 rounded-field bg-raised p-4">
        <input type="hidden" name="intent" value="release-machine" />
        <input type="hidden" name="itemId" value={itemId} />
        <input type="hidden" name="machineId" value={machine.id} />
        <p className="max-w-[60ch] text-[.9375rem]">
          Liberar {machine.name}? {releaseText(machine, keyMachines)}
        </p>
        <button type="submit" className="button-2 mt-3">
          Liberar este computador
        </button>
      </form>
    </details>
  );
}
