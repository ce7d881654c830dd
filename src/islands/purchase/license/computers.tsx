import type { KeyMachines } from '#src/wire/licenses/machines.ts';
import { ItemMachines, machinesTitle } from '../../delivery/item-machines.tsx';
import { OfflineActivation, type RefusedOffline } from '../../delivery/offline-activation.tsx';
import { Section } from '../section.tsx';

export type MachinesOfItem = { itemId: string; keyMachines: KeyMachines };

type Props = { ofItems: readonly MachinesOfItem[]; refused: RefusedOffline | null; renderedAt: string };

export function Computers({ ofItems, refused, renderedAt }: Props) {
  return ofItems.map(({ itemId, keyMachines }) => (
    <Section key={itemId} id="computadores" title={machinesTitle(keyMachines)}>
      <ItemMachines itemId={itemId} keyMachines={keyMachines} renderedAt={renderedAt} />
      <div className="mt-3">
        <OfflineActivation itemId={itemId} refused={refused} />
      </div>
    </Section>
  ));
}
