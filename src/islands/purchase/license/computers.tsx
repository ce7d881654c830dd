import type { KeyMachines } from '#src/wire/licenses/machines.ts';
import type { Purchase } from '#src/wire/purchases/purchases.ts';
import { ItemMachines, machinesTitle } from '../../delivery/item-machines.tsx';
import { OfflineActivation, type RefusedOffline } from '../../delivery/offline-activation.tsx';
import { Section } from '../section.tsx';

export type MachinesOfItem = { itemId: string; keyMachines: KeyMachines };

type Props = {
  items: Purchase['items'];
  ofItems: readonly MachinesOfItem[];
  refused: RefusedOffline | null;
  renderedAt: string;
};

export function Computers({ items, ofItems, refused, renderedAt }: Props) {
  const nameOf = (itemId: string) =>
    items.length > 1 ? items.find(({ id }) => id === itemId)?.productName : undefined;
  return ofItems.map(({ itemId, keyMachines }) => (
    <Section key={itemId} id={`computadores-${itemId}`} title={machinesTitle(keyMachines, nameOf(itemId))}>
      <ItemMachines itemId={itemId} keyMachines={keyMachines} renderedAt={renderedAt} />
      <div className="mt-3">
        <OfflineActivation itemId={itemId} refused={refused} />
      </div>
    </Section>
  ));
}
