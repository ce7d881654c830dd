import * as z from 'zod/mini';
import { choiceAmong, line } from '../basics/text.ts';
import { INVOICE_SETTINGS } from '../invoices/invoice-settings.ts';
import { NEW_LICENSE_SETTINGS } from '../licenses/new-license-settings.ts';
import { SENDING_SETTINGS } from '../mail/sending-settings.ts';
import { PARTNER_SETTINGS } from '../partners/partner-settings.ts';
import { NO_PREFIX } from '../products/license-fields.ts';
import { SALE_SETTINGS } from '../purchases/sale-settings.ts';
import { STORE_SETTINGS } from '../storefront/store-settings.ts';
import { SETTING_GROUPS, type SettingGroup, type SettingSection } from './setting-sections.ts';

export type SettingValue = string | number | boolean;
export type SettingInput = 'line' | 'text' | 'email' | 'phone' | 'address' | 'number' | 'choice' | 'accent' | 'logo';

type SettingRow = {
  group: SettingGroup;
  label: string;
  hint?: string;
  /** The environment variable that wins. */
  env?: string;
  byDefault: SettingValue;
  input: SettingInput;
  choices?: Readonly<Record<string, string>>;
  /** Reads what was typed, and what was stored. */
  schema: z.ZodMiniType<SettingValue>;
};

const PARTNER = 'Informe o nome, com até 40 caracteres e sem vírgula.';

/** The form, in this order, the call, the words of the trail, the defaults and the locks derive from these rows. */
export const SETTINGS = {
  ...STORE_SETTINGS,
  ...SALE_SETTINGS,
  ...INVOICE_SETTINGS,
  ...SENDING_SETTINGS,
  ...NEW_LICENSE_SETTINGS,
  ...PARTNER_SETTINGS,
  requireSecondFactor: {
    group: 'secondFactor',
    label: 'Exigir segundo fator da equipe',
    hint: 'Quem não tem cria o seu na próxima entrada, antes de qualquer outra coisa.',
    byDefault: 'off',
    ...choiceAmong({ on: 'Sim, de todos', off: 'Não' }),
  },
  partnerOne: {
    group: 'partners',
    label: 'Primeiro sócio',
    env: 'PARTNERS',
    byDefault: 'Sócio A',
    input: 'line',
    schema: line(1, 40, PARTNER).check(z.refine((name) => !name.includes(','), PARTNER)),
  },
  partnerTwo: {
    group: 'partners',
    label: 'Segundo sócio',
    env: 'PARTNERS',
    byDefault: 'Sócio B',
    input: 'line',
    schema: line(1, 40, PARTNER).check(z.refine((name) => !name.includes(','), PARTNER)),
  },
} as const satisfies Record<string, SettingRow>;

export type SettingKey = keyof typeof SETTINGS;
export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];

export type SettingValues = { [Key in SettingKey]: z.output<(typeof SETTINGS)[Key]['schema']> };
/** Those that the environment holds, too. */
export type GivenSettings = Partial<SettingValues>;

export const SETTING_LABELS = Object.fromEntries(
  SETTING_KEYS.map((key) => [key, withinSentence(SETTINGS[key].label.replace(/ \(opcional\)$/, ''))]),
) as Record<SettingKey, string>;

/** Writes `nome da loja`, but `CPF ou CNPJ`. */
function withinSentence(label: string): string {
  return label.replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase());
}

/** Where a value comes from; what the environment has is locked. */
type SettingSource = 'environment' | 'stored' | 'default';
export type SettingState = { value: SettingValue; source: SettingSource };
export type SectionSettings = Partial<Record<SettingKey, SettingState>>;

export const SETTINGS_PATH = '/api/admin/settings';
export const LOGO_PATH = `${SETTINGS_PATH}/logo`;
export const LOGO_LIMIT_BYTES = 2 * 1024 * 1024;
export const LOGO_REFUSAL = 'Envie uma imagem PNG, JPG ou WebP de até 2 MB. Um SVG não serve.';

/** Refuses what no single row can. */
export function problemsAmong(values: SettingValues): Partial<Record<SettingKey, string>> {
  const hasNoPrefix = values.defaultKeySource === 'made' && values.defaultKeyPrefix === '';
  return hasNoPrefix ? { defaultKeyPrefix: NO_PREFIX } : {};
}

export function rowOf(key: SettingKey): SettingRow {
  return SETTINGS[key];
}

export function sectionOf(key: SettingKey): SettingSection {
  return SETTING_GROUPS[SETTINGS[key].group].section;
}

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(SETTINGS, key);
}

export function lockedText(key: SettingKey): string {
  return `Definido no servidor (${rowOf(key).env}). Para mudar aqui, apague a linha de lá e reinicie a loja.`;
}
