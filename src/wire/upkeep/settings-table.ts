import * as z from 'zod/mini';
import { isTaxNumber } from '../basics/tax-number.ts';
import { emailAddress, line, text } from '../basics/text.ts';
import { wholeNumber } from '../basics/whole-number.ts';
import { KEY_SOURCES, LICENSE_FIELDS, NO_KEY_SOURCE, NO_PREFIX } from '../products/license-fields.ts';
import { LEAST_PAYMENT_MINUTES, MOST_PAYMENT_MINUTES, USUAL_PAYMENT_MINUTES } from '../purchases/payment-window.ts';
import { choice, httpsAddress, isMailbox, matching, optional } from './setting-schemas.ts';
import { SETTING_GROUPS, type SettingGroup, type SettingSection } from './setting-sections.ts';

export const ACCENTS = { orange: 'Laranja', coral: 'Coral', amber: 'Âmbar', lime: 'Lima', sky: 'Céu' } as const;
export type Accent = keyof typeof ACCENTS;

const WITHDRAWAL_MODES = {
  automatic: 'Devolver na hora',
  review: 'Perguntar a mim quando o produto já foi usado',
} as const;

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

const STORE_NAME = 'Informe o nome da loja, com até 60 caracteres.';
const MAIL_FROM = 'Informe um endereço de e-mail, como loja@exemplo.com.br ou Minha Loja <loja@exemplo.com.br>.';
export const MOST_MAIL = 1_000_000;
const PARTNER = 'Informe o nome, com até 40 caracteres e sem vírgula.';

/** The form, in this order, the call, the words of the trail, the defaults and the locks derive from these rows. */
export const SETTINGS = {
  storeName: {
    group: 'identity',
    label: 'Nome da loja',
    env: 'STORE_NAME',
    byDefault: 'Corte Final',
    input: 'line',
    schema: line(1, 60, STORE_NAME),
  },
  logo: {
    group: 'identity',
    label: 'Logo',
    hint: 'PNG, JPG ou WebP até 2 MB. Fundo transparente fica melhor.',
    byDefault: '',
    input: 'logo',
    schema: matching(/^(?:\/uploads\/[\w-]{1,80}\.(?:webp|png|jpe?g))?$/, 'Envie a imagem pelo botão.'),
  },
  accent: {
    group: 'identity',
    label: 'Cor de destaque',
    hint: 'Botão principal, marcador e mês atual. As cinco passam no teste de contraste.',
    byDefault: 'orange',
    input: 'accent',
    choices: ACCENTS,
    schema: choice(ACCENTS, 'Escolha uma das cinco cores.'),
  },
  sellerName: {
    group: 'seller',
    label: 'Nome ou razão social',
    env: 'SELLER_NAME',
    byDefault: '',
    input: 'line',
    schema: line(0, 120, 'O nome pode ter até 120 caracteres, em uma linha.'),
  },
  sellerDocument: {
    group: 'seller',
    label: 'CPF ou CNPJ',
    env: 'SELLER_DOCUMENT',
    byDefault: '',
    input: 'line',
    schema: line(0, 20, 'Informe só o CPF ou o CNPJ.').check(
      z.refine(
        (typed) => typed === '' || isTaxNumber(typed),
        'Este CPF ou CNPJ não confere. Veja os dois últimos números.',
      ),
    ),
  },
  sellerAddress: {
    group: 'seller',
    label: 'Endereço',
    env: 'SELLER_ADDRESS',
    byDefault: '',
    input: 'line',
    schema: line(0, 200, 'O endereço pode ter até 200 caracteres, em uma linha.'),
  },
  sellerEmail: {
    group: 'seller',
    label: 'E-mail de contato',
    env: 'SELLER_EMAIL',
    byDefault: '',
    input: 'email',
    schema: optional(emailAddress('Informe um endereço de e-mail, como oi@exemplo.com.br.')),
  },
  sellerPhone: {
    group: 'seller',
    label: 'Telefone (opcional)',
    byDefault: '',
    input: 'phone',
    schema: matching(/^(?:\+?[\d() .-]{10,22})?$/, 'Informe o telefone com DDD, como (81) 99999-0101.'),
  },
  supportUrl: {
    group: 'contact',
    label: 'Endereço do suporte (opcional)',
    hint: 'Uma página de ajuda ou um formulário. Sem ele, os links de suporte levam à comunidade.',
    byDefault: '',
    input: 'address',
    schema: optional(httpsAddress('Informe um endereço https, como https://ajuda.exemplo.com.br.')),
  },
  communityUrl: {
    group: 'contact',
    label: 'Endereço da comunidade',
    env: 'COMMUNITY_URL',
    byDefault: 'https://discord.com/',
    input: 'address',
    schema: httpsAddress('Informe um endereço https, como https://discord.gg/exemplo.'),
  },
  claim: {
    group: 'claim',
    label: 'Frase',
    hint: 'Fica em Performance Otimizada. Vazia, não aparece.',
    byDefault: 'Automatize o que se repete e ganhe até 70% mais rapidez na produção.',
    input: 'line',
    schema: line(0, 160, 'A frase pode ter até 160 caracteres, em uma linha.'),
  },
  claimSource: {
    group: 'claim',
    label: 'De onde vem (opcional)',
    hint: 'Aparece logo abaixo da frase. Exemplo: Medido em 12 projetos de 2025.',
    byDefault: '',
    input: 'line',
    schema: line(0, 160, 'A fonte pode ter até 160 caracteres, em uma linha.'),
  },
  withdrawal: {
    group: 'withdrawal',
    label: 'Quando alguém desiste',
    hint: 'A terceira desistência da mesma pessoa em 180 dias sempre espera por você, que responde em cinco dias.',
    env: 'WITHDRAWAL',
    byDefault: 'automatic',
    input: 'choice',
    choices: WITHDRAWAL_MODES,
    schema: choice(WITHDRAWAL_MODES, 'Escolha uma das duas opções.'),
  },
  paymentMinutes: {
    group: 'unpaid',
    label: 'Minutos para pagar um Pix',
    hint: 'De 30 minutos a 24 horas (1.440). Enquanto o pedido espera, a chave e o cupom ficam reservados.',
    env: 'PAYMENT_MINUTES',
    byDefault: USUAL_PAYMENT_MINUTES,
    input: 'number',
    schema: wholeNumber(
      LEAST_PAYMENT_MINUTES,
      MOST_PAYMENT_MINUTES,
      'Informe de 30 a 1.440 minutos, que são 24 horas.',
    ),
  },
  unpaidKeptDays: {
    group: 'unpaid',
    label: 'Dias até esquecer quem não pagou',
    hint: 'Depois deles saem nome, e-mail, código do Pix e cupom; só uma linha para os números fica.',
    env: 'UNPAID_KEPT_DAYS',
    byDefault: 90,
    input: 'number',
    schema: wholeNumber(2, 3_650, 'Informe de 2 a 3.650 dias.'),
  },
  unpaidPerAddress: {
    group: 'unpaid',
    label: 'Pedidos abertos por rede',
    hint: 'Quantos sem pagamento ao mesmo tempo. Segura robôs; uma escola conta como uma rede só.',
    env: 'UNPAID_PER_ADDRESS',
    byDefault: 200,
    input: 'number',
    schema: wholeNumber(1, 100_000, 'Informe de 1 a 100.000 pedidos.'),
  },
  lowKeysAt: {
    group: 'keys',
    label: 'Avisar quando restarem',
    hint: 'Um e-mail chega a você quando as chaves livres de um produto caem até este número.',
    byDefault: 5,
    input: 'number',
    schema: wholeNumber(0, 10_000, 'Informe de 0 a 10.000 chaves.'),
  },
  mailFrom: {
    group: 'sender',
    label: 'Endereço de envio',
    hint: 'Precisa ser um endereço que o seu servidor de e-mail aceita. Sem um nome antes dele, vai o nome da loja.',
    env: 'MAIL_FROM',
    byDefault: 'loja@localhost',
    input: 'line',
    schema: line(1, 200, MAIL_FROM).check(z.refine(isMailbox, MAIL_FROM)),
  },
  mailPerMinute: {
    group: 'sender',
    label: 'Avisos por minuto',
    hint: 'Avisos de versão, lembretes de Pix e e-mails a muitos esperam por ele. Recibos e chaves saem na hora.',
    env: 'MAIL_PER_MINUTE',
    byDefault: 30,
    input: 'number',
    schema: wholeNumber(1, 600, 'Informe de 1 a 600 avisos por minuto.'),
  },
  mailPerHour: {
    group: 'sender',
    label: 'Limite da conta por hora',
    hint: 'Quantos e-mails o seu servidor aceita em 60 minutos. 0: sem limite.',
    env: 'MAIL_PER_HOUR',
    byDefault: 0,
    input: 'number',
    schema: mailLimit('Informe até 1.000.000 de e-mails por hora, ou 0.'),
  },
  mailPerDay: {
    group: 'sender',
    label: 'Limite da conta por dia',
    hint: 'Quantos ele aceita em 24 horas. De cada limite, a última parte fica para recibos e chaves. 0: sem limite.',
    env: 'MAIL_PER_DAY',
    byDefault: 0,
    input: 'number',
    schema: mailLimit('Informe até 1.000.000 de e-mails por dia, ou 0.'),
  },
  defaultKeySource: {
    group: 'newLicense',
    label: 'Origem das chaves',
    hint: 'Sem uma escolha aqui, a tela de um produto novo propõe que a loja crie as chaves.',
    byDefault: '',
    input: 'choice',
    choices: { '': 'Escolher em cada produto', ...KEY_SOURCES },
    schema: z.union([z.literal(''), LICENSE_FIELDS.keySource.schema], NO_KEY_SOURCE),
  },
  defaultKeyPrefix: {
    group: 'newLicense',
    label: 'Prefixo das chaves',
    hint: 'De 2 a 6 letras. As chaves que a loja cria começam com elas.',
    byDefault: '',
    input: 'line',
    schema: z.pipe(
      LICENSE_FIELDS.keyPrefix.schema,
      z.transform((prefix) => prefix ?? ''),
    ),
  },
  defaultMachineLimit: {
    group: 'newLicense',
    label: 'Computadores por chave',
    hint: 'Vazio: a loja não conta.',
    byDefault: '',
    input: 'number',
    schema: z.pipe(
      LICENSE_FIELDS.machineLimit.schema,
      z.transform((limit) => limit ?? ''),
    ),
  },
  defaultOfflineDays: {
    group: 'newLicense',
    label: 'Dias sem internet',
    hint: 'O plugin funciona por tantos dias sem falar com a loja.',
    byDefault: LICENSE_FIELDS.offlineDays.blank,
    input: 'number',
    schema: LICENSE_FIELDS.offlineDays.schema,
  },
  defaultIdleDays: {
    group: 'newLicense',
    label: 'Dias parado',
    hint: 'Sem lugar, um computador parado há tantos dias cede o seu.',
    byDefault: LICENSE_FIELDS.idleDays.blank,
    input: 'number',
    schema: LICENSE_FIELDS.idleDays.schema,
  },
  usualTerms: {
    group: 'terms',
    label: 'Termos',
    hint: 'Texto simples, até 10.000 caracteres. Vazio, a loja não tem termos próprios.',
    byDefault: '',
    input: 'text',
    schema: text(0, 10_000, 'Os termos podem ter até 10.000 caracteres.'),
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

/** An empty field is no limit, as 0 is. */
function mailLimit(refusal: string) {
  return z.pipe(
    z.pipe(
      z.union([z.string(), z.number()], refusal),
      z.transform((typed) => (String(typed).trim() === '' ? 0 : typed)),
    ),
    wholeNumber(0, MOST_MAIL, refusal),
  );
}

export type SettingKey = keyof typeof SETTINGS;
export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];

export type SettingValues = { [Key in SettingKey]: z.output<(typeof SETTINGS)[Key]['schema']> };
/** Those that the environment may hold, too. */
export type SettingKeyWithVariable = {
  [Key in SettingKey]: (typeof SETTINGS)[Key] extends { env: string } ? Key : never;
}[SettingKey];
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
