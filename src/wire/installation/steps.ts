/** The demo's desk leads there. */
export const REAL_SHOP_ADDRESS = '/admin/loja-de-verdade';
export const INSTALLATION_PATH = '/instalar';

/** The parameter of the printed link, which holds its token. */
export const LINK_PARAMETER = 'chave';

/** Whoever has a backup restores it instead of setting a new shop up. */
export const INSTALLATION_RESTORE_PATH = `${INSTALLATION_PATH}/backup`;
/** Where a continuous copy lies. */
export const INSTALLATION_COPY_PATHS = {
  bucket: `${INSTALLATION_RESTORE_PATH}/balde`,
  folder: `${INSTALLATION_RESTORE_PATH}/pasta`,
} as const;
export const INSTALLATION_ARCHIVE_PATH = `${INSTALLATION_RESTORE_PATH}/arquivo`;

export const LINK_HOURS = 24;

/** The order of the list, the numbers and the addresses derive from these rows. */
export const INSTALLATION_STEPS = {
  account: { word: 'conta', name: 'Sua conta', note: 'Quem entra no painel' },
  store: { word: 'loja', name: 'Sua loja', note: 'Nome, cor e quem vende' },
  address: { word: 'endereco', name: 'Endereço', note: 'Domínio e https' },
  bank: { word: 'banco', name: 'Banco', note: 'Por onde o Pix entra' },
  mail: { word: 'email', name: 'E-mail', note: 'Recibos e chaves, cerca de 3 min' },
  ready: { word: 'pronto', name: 'Pronto', note: 'O que falta e o primeiro produto' },
} as const satisfies Record<string, { word: string; name: string; note: string }>;

export type InstallationStep = keyof typeof INSTALLATION_STEPS;
export const STEPS = Object.keys(INSTALLATION_STEPS) as InstallationStep[];

/** The last one ends the installation itself. */
export type SkippableStep = Exclude<InstallationStep, 'account' | 'ready'>;

export type StepState = { step: InstallationStep; state: 'saved' | 'skipped' | 'open'; note: string };

export function stepAddress(step: InstallationStep): string {
  return `${INSTALLATION_PATH}/${INSTALLATION_STEPS[step].word}`;
}

/** Returns where an interrupted installation goes on. */
export function firstOpenStep(states: readonly StepState[]): InstallationStep {
  return states.find(({ state }) => state === 'open')?.step ?? 'ready';
}

export function stepBefore(step: InstallationStep): InstallationStep | undefined {
  return STEPS[STEPS.indexOf(step) - 1];
}

export function stepAfter(step: InstallationStep): InstallationStep {
  return STEPS[STEPS.indexOf(step) + 1] ?? 'ready';
}
