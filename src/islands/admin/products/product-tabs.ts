import type { Draft } from './page/draft-values.ts';

/** In the order of the window; the address names them in Portuguese. */
export const TABS = [
  { value: 'data', label: 'Dados', address: 'dados' },
  { value: 'page', label: 'Página', address: 'pagina' },
  { value: 'compatibility', label: 'Compatibilidade', address: 'compatibilidade' },
  { value: 'versions', label: 'Versões', address: 'versoes' },
  { value: 'license', label: 'Licença', address: 'licenca' },
] as const;
export type Tab = (typeof TABS)[number]['value'];

/** Tabs whose fields are not those of `Dados`. */
export type Part = 'page' | 'compatibility' | 'license';

export const PART_FIELDS: Record<Part, readonly (keyof Draft)[]> = {
  page: ['slug', 'tagline', 'body', 'media', 'faq', 'licenseText'],
  compatibility: ['hosts', 'systems', 'gpuNote'],
  license: ['keySource', 'keyPrefix', 'machineLimit', 'offlineDays', 'idleDays', 'lowKeysAt', 'pauseWithoutKeys'],
};

export const PARTS = Object.keys(PART_FIELDS) as Part[];

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

/** `faq[0].answer` is on the page. */
export function tabOf(field: string): Tab {
  const [name] = field.split(/[.[]/);
  return PARTS.find((part) => PART_FIELDS[part].some((own) => own === name)) ?? 'data';
}

/** `em Página e Licença`. */
export function placesText(tabs: readonly Tab[]): string {
  const names = TABS.filter(({ value }) => tabs.includes(value)).map(({ label }) => label);
  return `em ${new Intl.ListFormat('pt-BR').format(names)}`;
}
