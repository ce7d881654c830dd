import * as z from 'zod/mini';
import { isTaxNumber } from '../basics/tax-number.ts';
import { emailAddress, line, text } from '../basics/text.ts';
import { wholeNumber } from '../basics/whole-number.ts';
import {
  EXTRA_FIELDS_REFUSAL,
  INVOICE_ISS,
  INVOICE_ISSUERS,
  INVOICE_MODES,
  INVOICE_REGIMES,
  INVOICE_RETENTIONS,
  INVOICE_SIMPLES,
  readExtraFields,
} from '../invoices/issuer.ts';
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

const REVIEW_MODES = { after_look: 'Depois da minha leitura', at_once: 'Na hora' } as const;
const REQUIRED_OR_NOT = { on: 'Sim, de todos', off: 'Não' } as const;
const ON_OR_OFF = { on: 'Sim, uma vez por produto', off: 'Não' } as const;

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
  renewalNotice: {
    group: 'renewals',
    label: 'Avisar quando as atualizações vão terminar',
    hint: 'Um e-mail, 30 dias antes do fim, com o preço da renovação do produto. Quem não quer desliga com um clique.',
    byDefault: 'on',
    input: 'choice',
    choices: ON_OR_OFF,
    schema: choice(ON_OR_OFF, 'Escolha uma das duas opções.'),
  },
  reviewsShown: {
    group: 'reviews',
    label: 'Mostrar uma avaliação',
    hint: 'Vale para textos novos e mudados. O que você ocultou só volta à página por você.',
    byDefault: 'after_look',
    input: 'choice',
    choices: REVIEW_MODES,
    schema: choice(REVIEW_MODES, 'Escolha uma das duas opções.'),
  },
  reviewNotice: {
    group: 'reviews',
    label: 'Pedir uma avaliação por e-mail',
    hint: 'Um aviso, 14 dias depois do primeiro download. Quem não quer desliga com um clique.',
    byDefault: 'on',
    input: 'choice',
    choices: ON_OR_OFF,
    schema: choice(ON_OR_OFF, 'Escolha uma das duas opções.'),
  },
  lowKeysAt: {
    group: 'keys',
    label: 'Avisar quando restarem',
    hint: 'Um e-mail chega a você quando as chaves livres de um produto caem até este número.',
    byDefault: 5,
    input: 'number',
    schema: wholeNumber(0, 10_000, 'Informe de 0 a 10.000 chaves.'),
  },
  invoiceMode: {
    group: 'invoices',
    label: 'Oferecer nota fiscal',
    hint: 'De toda venda: o checkout pede o CPF ou o CNPJ, e sem ele não há pedido.',
    byDefault: '',
    input: 'choice',
    choices: INVOICE_MODES,
    schema: choice(INVOICE_MODES, 'Escolha uma das opções.'),
  },
  invoiceIssuer: {
    group: 'invoices',
    label: 'Quem emite',
    hint: 'Por você: a tela Notas fiscais mostra as que estão na fila, e você cola o número e o link, ou envia o PDF.',
    byDefault: 'manual',
    input: 'choice',
    choices: INVOICE_ISSUERS,
    schema: choice(INVOICE_ISSUERS, 'Escolha uma das opções.'),
  },
  invoiceAfterDays: {
    group: 'invoices',
    label: 'Dias depois do pagamento',
    hint: 'Com 8, a semana de desistência já passou.',
    byDefault: 8,
    input: 'number',
    schema: wholeNumber(0, 60, 'Informe de 0 a 60 dias.'),
  },
  invoiceKeptYears: {
    group: 'invoices',
    label: 'Anos que uma nota fica guardada',
    hint: 'A lei pede cinco. Depois, nota, CPF ou CNPJ e PDF são apagados.',
    byDefault: 5,
    input: 'number',
    schema: wholeNumber(5, 30, 'Informe de 5 a 30 anos.'),
  },
  invoiceAddress: {
    group: 'invoices',
    label: 'Pedir o endereço de quem compra',
    hint: 'Só se o seu município ou o seu emissor exigir.',
    byDefault: 'off',
    input: 'choice',
    choices: { off: 'Não', on: 'Sim' },
    schema: choice({ off: 'Não', on: 'Sim' }, 'Escolha uma das duas opções.'),
  },
  invoiceCity: {
    group: 'invoiceService',
    label: 'Código do seu município',
    hint: 'Do IBGE, com sete números, como 2611606.',
    byDefault: '',
    input: 'number',
    schema: matching(/^(?:\d{7})?$/, 'Informe os sete números do código do IBGE.'),
  },
  invoiceServiceCode: {
    group: 'invoiceService',
    label: 'Código do serviço',
    hint: 'De tributação nacional, com seis números, como 010501.',
    byDefault: '',
    input: 'number',
    schema: matching(/^(?:\d{6})?$/, 'Informe os seis números do código de tributação nacional.'),
  },
  invoiceDescription: {
    group: 'invoiceService',
    label: 'Descrição',
    hint: '{produto} e {pedido} viram o nome do produto e o número do pedido.',
    byDefault: 'Licença de uso de software: {produto}, pedido {pedido}',
    input: 'line',
    schema: line(1, 200, 'Escreva a descrição, com até 200 caracteres, em uma linha.'),
  },
  invoiceRegistration: {
    group: 'invoiceService',
    label: 'Inscrição municipal (opcional)',
    byDefault: '',
    input: 'line',
    schema: matching(/^[\w./-]{0,20}$/, 'A inscrição pode ter até 20 letras e números.'),
  },
  invoiceSimples: {
    group: 'invoiceService',
    label: 'Simples Nacional',
    byDefault: '',
    input: 'choice',
    choices: INVOICE_SIMPLES,
    schema: choice(INVOICE_SIMPLES, 'Escolha uma das opções.'),
  },
  invoiceRegime: {
    group: 'invoiceService',
    label: 'Regime especial de tributação',
    byDefault: '',
    input: 'choice',
    choices: INVOICE_REGIMES,
    schema: choice(INVOICE_REGIMES, 'Escolha uma das opções.'),
  },
  invoiceIss: {
    group: 'invoiceService',
    label: 'Tributação do ISS',
    byDefault: '',
    input: 'choice',
    choices: INVOICE_ISS,
    schema: choice(INVOICE_ISS, 'Escolha uma das opções.'),
  },
  invoiceRetention: {
    group: 'invoiceService',
    label: 'Retenção do ISS',
    byDefault: '',
    input: 'choice',
    choices: INVOICE_RETENTIONS,
    schema: choice(INVOICE_RETENTIONS, 'Escolha uma das opções.'),
  },
  invoiceFields: {
    group: 'invoiceService',
    label: 'Outros campos',
    hint: 'Um por linha, com o nome que o Focus NFe usa: alíquota, CNAE, NBS, IBS e CBS. Exemplo: codigo_nbs = 111032900',
    byDefault: '',
    input: 'text',
    schema: text(0, 4_000, EXTRA_FIELDS_REFUSAL).check(
      z.refine((typed) => readExtraFields(typed) !== null, EXTRA_FIELDS_REFUSAL),
    ),
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
  referralDays: {
    group: 'commissions',
    label: 'Dias que um link vale',
    hint: 'De 1 a 90. Sem cupom de parceiro, a venda é do último link clicado nesse prazo.',
    byDefault: 30,
    input: 'number',
    schema: wholeNumber(1, 90, 'Informe de 1 a 90 dias.'),
  },
  commissionHoldDays: {
    group: 'commissions',
    label: 'Dias até liberar a comissão',
    hint: 'De 8 a 60, contados da venda: a semana da desistência e mais um dia.',
    byDefault: 8,
    input: 'number',
    schema: wholeNumber(8, 60, 'Informe de 8 a 60 dias.'),
  },
  payoutDay: {
    group: 'payouts',
    label: 'Dia do pagamento',
    hint: 'De 1 a 28. Os parceiros veem a próxima data na área deles.',
    byDefault: 5,
    input: 'number',
    schema: wholeNumber(1, 28, 'Informe um dia de 1 a 28.'),
  },
  payoutMinimum: {
    group: 'payouts',
    label: 'Pagamento mínimo, em reais',
    hint: 'Quem tem menos fica para o próximo.',
    byDefault: 50,
    input: 'number',
    schema: wholeNumber(1, 10_000, 'Informe de 1 a 10.000 reais, sem centavos.'),
  },
  partnerSignUps: {
    group: 'signUps',
    label: 'Receber pedidos de parceria',
    hint: 'Em /parceiros/inscricao. Os pedidos esperam em Afiliados.',
    byDefault: 'off',
    input: 'choice',
    choices: { on: 'Sim', off: 'Não' },
    schema: choice({ on: 'Sim', off: 'Não' }, 'Escolha uma das duas opções.'),
  },
  requireSecondFactor: {
    group: 'secondFactor',
    label: 'Exigir segundo fator da equipe',
    hint: 'Quem não tem cria o seu na próxima entrada, antes de qualquer outra coisa.',
    byDefault: 'off',
    input: 'choice',
    choices: REQUIRED_OR_NOT,
    schema: choice(REQUIRED_OR_NOT, 'Escolha uma das duas opções.'),
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

// @__NO_SIDE_EFFECTS__
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
