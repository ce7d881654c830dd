import type { KeyMachines } from '#src/wire/licenses/machines.ts';
import { groupsOf, placeIn } from '#src/wire/purchases/items.ts';
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
  const groups = groupsOf(items, ({ productId }) => productId);
  const nameOf = (itemId: string) => {
    if (items.length === 1) return undefined;
    const group = groups.find((each) => each.some(({ id }) => id === itemId)) ?? items;
    const place = placeIn(
      group,
      group.findIndex(({ id }) => id === itemId),
    );
    return `${group[0]?.productName ?? ''}${place && `, chave${place}`}`;
  };
  return ofItems.map(({ itemId, keyMachines }) => (
    <Section key={itemId} id={`computadores-${itemId}`} title={machinesTitle(keyMachines, nameOf(itemId))}>
      <ItemMachines itemId={itemId} keyMachines={keyMachines} renderedAt={renderedAt} />
      <div className="mt-3">
        <OfflineActivation itemId={itemId} refused={refused} />
      </div>
    </Section>
  ));
}
