import * as z from 'zod/mini';
import { isTaxNumber } from '../basics/tax-number.ts';
import { emailAddress, line, text } from '../basics/text.ts';
import { wholeNumber } from '../basics/whole-number.ts';
import { KEY_SOURCES, LICENSE_TEXTS, LicenseFields, USUAL_LICENSE } from '../products/license-fields.ts';
import { LEAST_PAYMENT_MINUTES, MOST_PAYMENT_MINUTES, USUAL_PAYMENT_MINUTES } from '../purchases/payment-window.ts';

/** The sections of the screen, with their word in the address. */
export const SETTING_SECTIONS = {
  store: { name: 'Loja', word: 'loja' },
  sale: { name: 'Venda', word: 'venda' },
  mail: { name: 'E-mail', word: 'email' },
  bank: { name: 'Banco', word: 'banco' },
  licenses: { name: 'Licenças', word: 'licencas' },
  partners: { name: 'Sócios', word: 'socios' },
  account: { name: 'Conta', word: 'conta' },
  health: { name: 'Saúde', word: 'saude' },
} as const;
export type SettingSection = keyof typeof SETTING_SECTIONS;

/** Each is a card of its section. */
export const SETTING_GROUPS = {
  identity: {
    section: 'store',
    title: 'Identidade',
    text: 'Aparece na loja, nos e-mails e no aplicativo do banco de quem paga.',
  },
  seller: {
    section: 'store',
    title: 'Quem vende',
    text: 'Vai no rodapé e em cada recibo. O Decreto 7.962 pede nome, CPF ou CNPJ, endereço e e-mail.',
  },
  contact: { section: 'store', title: 'Suporte e comunidade', text: 'Para onde vão os links de ajuda da loja.' },
  claim: {
    section: 'store',
    title: 'Promessa da página inicial',
    text: 'A frase do bloco de benefícios. Prometa só o que você mediu, e diga de onde vem o número.',
  },
  withdrawal: {
    section: 'sale',
    title: 'Desistência em sete dias',
    text: 'O que acontece quando alguém desiste da compra pelo botão.',
  },
  unpaid: {
    section: 'sale',
    title: 'Pedidos sem pagamento',
    text: 'Passado o prazo, o pedido fecha, e o dinheiro que ainda chegar é reconhecido. Um prazo novo vale para os próximos pedidos; os abertos ficam com o seu.',
  },
  keys: {
    section: 'sale',
    title: 'Estoque de chaves',
    text: 'Para os produtos cujas chaves você adiciona. Cada produto pode ter o seu número, em Licença.',
  },
  sender: {
    section: 'mail',
    title: 'Remetente',
    text: 'De quem os e-mails da loja vêm, e em que ritmo os avisos saem.',
  },
  newLicense: {
    section: 'licenses',
    title: 'Produtos novos',
    text: 'Com o que a licença de um produto novo começa. Os que já existem ficam como estão: mude cada um em Produtos, na parte Licença.',
  },
  terms: {
    section: 'licenses',
    title: 'Termos de licença da loja',
    text: 'Valem para os produtos sem termos próprios. Cada mudança é uma versão nova; quem já comprou fica com a sua.',
  },
  partners: {
    section: 'partners',
    title: 'Sócios',
    text: 'Os dois nomes da divisão, na tela Porcentagem.',
  },
} as const satisfies Record<string, { section: SettingSection; title: string; text: string }>;
export type SettingGroup = keyof typeof SETTING_GROUPS;

export const ACCENTS = { orange: 'Laranja', coral: 'Coral', amber: 'Âmbar', lime: 'Lima', sky: 'Céu' } as const;
export type Accent = keyof typeof ACCENTS;

export const WITHDRAWAL_MODES = {
  automatic: 'Devolver na hora',
  review: 'Perguntar a mim quando o produto já foi usado',
} as const;
export type WithdrawalMode = keyof typeof WITHDRAWAL_MODES;

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
const PARTNER = 'Informe o nome, com até 40 caracteres e sem vírgula.';

/**
 * Everything that the owner sets on the screen, in the order of the form. The form, the call, the words of the trail, the
 * defaults and the locks derive from these rows.
 */
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
    hint: 'Só os avisos de versão esperam. Recibos e chaves saem na hora.',
    env: 'MAIL_PER_MINUTE',
    byDefault: 30,
    input: 'number',
    schema: wholeNumber(1, 600, 'Informe de 1 a 600 avisos por minuto.'),
  },
  defaultKeySource: {
    group: 'newLicense',
    label: 'Origem das chaves',
    hint: 'Sem uma escolha aqui, a tela de um produto novo propõe que a loja crie as chaves.',
    byDefault: '',
    input: 'choice',
    choices: { '': 'Escolher em cada produto', ...KEY_SOURCES },
    schema: z.union([z.literal(''), LicenseFields.shape.keySource], LICENSE_TEXTS.keySource),
  },
  defaultKeyPrefix: {
    group: 'newLicense',
    label: 'Prefixo das chaves',
    hint: 'De 2 a 6 letras. As chaves que a loja cria começam com elas.',
    byDefault: '',
    input: 'line',
    schema: z.pipe(
      LicenseFields.shape.keyPrefix,
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
      LicenseFields.shape.machineLimit,
      z.transform((limit) => limit ?? ''),
    ),
  },
  defaultOfflineDays: {
    group: 'newLicense',
    label: 'Dias sem internet',
    hint: 'O plugin funciona por tantos dias sem falar com a loja.',
    byDefault: USUAL_LICENSE.offlineDays,
    input: 'number',
    schema: LicenseFields.shape.offlineDays,
  },
  defaultIdleDays: {
    group: 'newLicense',
    label: 'Dias parado',
    hint: 'Sem lugar, um computador parado há tantos dias cede o seu.',
    byDefault: USUAL_LICENSE.idleDays,
    input: 'number',
    schema: LicenseFields.shape.idleDays,
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

/** `nome da loja`, but `CPF ou CNPJ`. */
function withinSentence(label: string): string {
  return label.replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase());
}

/** Where a value comes from; what the environment has is locked. */
export type SettingSource = 'environment' | 'stored' | 'default';
export type SettingState = { value: SettingValue; source: SettingSource };
export type SectionSettings = Partial<Record<SettingKey, SettingState>>;

export const SETTINGS_PATH = '/api/admin/settings';
export const LOGO_PATH = `${SETTINGS_PATH}/logo`;
export const LOGO_LIMIT_BYTES = 2 * 1024 * 1024;
export const LOGO_REFUSAL = 'Envie uma imagem PNG, JPG ou WebP de até 2 MB. Um SVG não serve.';

/** What no single row can refuse. */
export function problemsAmong(values: SettingValues): Partial<Record<SettingKey, string>> {
  const hasNoPrefix = values.defaultKeySource === 'made' && values.defaultKeyPrefix === '';
  return hasNoPrefix ? { defaultKeyPrefix: LICENSE_TEXTS.keyPrefix } : {};
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

export function isSettingSection(name: string): name is SettingSection {
  return Object.hasOwn(SETTING_SECTIONS, name);
}

/** In the address of the screen. */
export function sectionNamed(word: string | null): SettingSection {
  const sections = Object.keys(SETTING_SECTIONS) as SettingSection[];
  return sections.find((section) => SETTING_SECTIONS[section].word === word) ?? 'store';
}

export function settingsAddress(section: SettingSection): string {
  return `/admin/settings?secao=${SETTING_SECTIONS[section].word}`;
}

export function lockedText(key: SettingKey): string {
  return `Definido no servidor (${rowOf(key).env}). Para mudar aqui, apague a linha de lá e reinicie a loja.`;
}

function matching(pattern: RegExp, refusal: string) {
  return line(0, 200, refusal).check(z.regex(pattern, refusal));
}

function optional<Schema extends z.ZodMiniType<string>>(schema: Schema) {
  return z.union([
    z.pipe(
      z.string().check(z.regex(/^\s*$/)),
      z.transform(() => ''),
    ),
    schema,
  ]);
}

function httpsAddress(refusal: string) {
  return line(1, 300, refusal).check(
    z.refine((typed) => /^https:\/\/[^\s"<>]+$/.test(typed) && URL.canParse(typed), refusal),
  );
}

function choice<Choices extends Readonly<Record<string, string>>>(choices: Choices, refusal: string) {
  return z.enum(Object.keys(choices) as (keyof Choices & string)[], refusal);
}

/** One address, alone or as `Name <address>`. */
function isMailbox(typed: string): boolean {
  const address = /^[^<>,;:"()@\\[\]]*<([^<>]+)>$/.exec(typed)?.[1] ?? typed;
  return /^[^\s<>()[\]\\,;:@"]+@[^\s<>()[\]\\,;:@"]+$/.test(address);
}
