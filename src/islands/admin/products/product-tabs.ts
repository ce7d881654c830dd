/** The address names them in Portuguese. */
export const TABS = [
  { value: 'data', label: 'Dados', address: 'dados' },
  { value: 'page', label: 'Página', address: 'pagina' },
  { value: 'compatibility', label: 'Compatibilidade', address: 'compatibilidade' },
  { value: 'versions', label: 'Versões', address: 'versoes' },
  { value: 'license', label: 'Licença', address: 'licenca' },
] as const;
export type Tab = (typeof TABS)[number]['value'];

/** Versions and keys are those of the plugins in it. */
export function isOfKit(tab: Tab): boolean {
  return tab !== 'versions' && tab !== 'license';
}

type Marks = { tabs: readonly Tab[]; wrongTabs: readonly Tab[] };

export function markedTabs(changes: Marks) {
  return TABS.map(({ value, label }) => {
    const isChanged = changes.tabs.includes(value);
    return { value, label, mark: changes.wrongTabs.includes(value) ? 'wrong' : isChanged ? 'changed' : null } as const;
  });
}

export function toTab(chosen: string): Tab {
  return TABS.find(({ value }) => value === chosen)?.value ?? 'data';
}

/** `em Página e Licença`. */
export function placesText(tabs: readonly Tab[]): string {
  const names = TABS.filter(({ value }) => tabs.includes(value)).map(({ label }) => label);
  return `em ${new Intl.ListFormat('pt-BR').format(names)}`;
}
