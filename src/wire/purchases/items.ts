type Named = { productName: string; kitName: string | null };

/** Writes `Kit Colorista, Curva Log × 3 e Corte Mágico`. */
export function namesOf({ items }: { items: readonly Named[] }): string {
  const soldAs = ({ productName, kitName }: Named) => (kitName === null ? productName : `kit ${kitName}`);
  return LIST.format(groupsOf(items, soldAs).map(groupName));
}

/** Names the parts of a kit in its place. */
export function pluginNamesOf({ items }: { items: readonly Pick<Named, 'productName'>[] }): string {
  return namesOf({ items: items.map(({ productName }) => ({ productName, kitName: null })) });
}

/** What the buyer chose: the kit of a part, or else the product itself. */
export function chosenId({ productId, kitId }: { productId: string; kitId: string | null }): string {
  return kitId ?? productId;
}

export function isRenewal({ renewsItemId }: { renewsItemId: string | null }): boolean {
  return renewsItemId !== null;
}

/** Several licenses of one product, and the parts of a kit, are one group on every screen. */
export function groupsOf<Item>(items: readonly Item[], keyOf: (item: Item) => string): [Item, ...Item[]][] {
  return [...Map.groupBy(items, keyOf).values()] as [Item, ...Item[]][];
}

/** Writes `Curva Log`, `Curva Log × 3`, `Kit Colorista`. */
export function groupName([first, ...others]: readonly [Named, ...Named[]]): string {
  return first.kitName ?? countedName(first.productName, others.length + 1);
}

export function countedName(name: string, count: number): string {
  return count === 1 ? name : `${name} × ${count}`;
}

/** Writes ` 2 de 3` where there are several, so that people can tell alike ones apart. */
export function placeIn(group: readonly unknown[], at: number): string {
  return group.length === 1 ? '' : ` ${at + 1} de ${group.length}`;
}

const LIST = new Intl.ListFormat('pt-BR');

export function needsKey({ items }: { items: readonly { requiresActivation: boolean }[] }): boolean {
  return items.some(({ requiresActivation }) => requiresActivation);
}
