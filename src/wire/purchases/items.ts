type Named = { productName: string };

/** Writes `Grão 35 mm, Curva Log × 3 e Corte Mágico`. */
export function namesOf({ items }: { items: readonly Named[] }): string {
  return LIST.format(groupsOf(items, ({ productName }) => productName).map(groupName));
}

/** Several licenses of one product are one group on every screen. */
export function groupsOf<Item>(items: readonly Item[], keyOf: (item: Item) => string): [Item, ...Item[]][] {
  return [...Map.groupBy(items, keyOf).values()] as [Item, ...Item[]][];
}

/** Writes `Curva Log`, `Curva Log × 3`. */
export function groupName([first, ...others]: readonly [Named, ...Named[]]): string {
  return countedName(first.productName, others.length + 1);
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
