/** Writes `Grão 35 mm, Curva Log e Corte Mágico`. */
export function namesOf({ items }: { items: readonly { productName: string }[] }): string {
  return LIST.format(items.map(({ productName }) => productName));
}

const LIST = new Intl.ListFormat('pt-BR');

export function needsKey({ items }: { items: readonly { requiresActivation: boolean }[] }): boolean {
  return items.some(({ requiresActivation }) => requiresActivation);
}
