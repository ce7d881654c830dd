import { resolve, sep } from 'node:path';
import * as z from 'zod';
import {
  BankEnvironment,
  expectWholeBank,
  type FormerBankSettings,
  readFormerBank,
  sentencesOf,
  withoutBlanks,
} from './bank-settings.ts';
import { type BucketSettings, COPY_SETTINGS, FILES_SETTINGS, readBucket } from './files-settings.ts';
import { METRICS_SETTINGS, type MetricsSettings, readMetrics } from './metrics-settings.ts';
import { readTls, TLS_SETTINGS, type TlsSettings } from './tls-settings.ts';
import { COPY_SECONDS } from './wire/backups/backups.ts';
import { type SettingsError, settingsError } from './wire/basics/settings-error.ts';
import { MOST_MAIL } from './wire/mail/sending-settings.ts';
import { LEAST_PAYMENT_MINUTES, MOST_PAYMENT_MINUTES, USUAL_PAYMENT_MINUTES } from './wire/purchases/payment-window.ts';
import { postgresUrls } from './wire/upkeep/postgres-address.ts';
import { type GivenSettings, SETTING_KEYS, SETTINGS } from './wire/upkeep/settings-table.ts';

export type { BankSettings } from './bank-settings.ts';
export { BankEnvironment, inFile } from './bank-settings.ts';
export { type BucketSettings, readCopyBucket } from './files-settings.ts';
export type { MetricsSettings } from './metrics-settings.ts';
export type { TlsSettings } from './tls-settings.ts';

export type Settings = z.infer<typeof Environment> & {
  /** It has no trailing slash, and comes from `HOST` and `PORT` when neither `SITE_URL` nor `DOMAIN` is set. */
  siteUrl: string;
  /** `Host` and `Origin` must match the public address when there is one. */
  isSiteUrlFixed: boolean;
  isHttps: boolean;
  /** `/readyz` says 503 for so long before a stop, so that a proxy sends the next requests to another process. */
  drainMs: number;
  formerBanks: FormerBankSettings[];
  /** `PAYMENT_PROVIDER` is set; otherwise the bank is chosen on the screen. */
  isBankGiven: boolean;
  /** It is null where files are kept in `UPLOADS_DIR`. */
  bucket: BucketSettings | null;
  /** It is null where no metrics are kept. */
  metrics: MetricsSettings | null;
  /** Where backups lie that the screen sends nowhere else. */
  backupsFolder: string;
  /** For a shop that was opened beside the demo: its first link, and where the demo's database stays. */
  handedLink: { hash: string; expiresAt: string } | null;
  demoPlace: string | null;
  /** It is null where a proxy has the certificate. */
  tls: TlsSettings | null;
  /** The shop answers at its domain by its own listeners. */
  isOwnTls: boolean;
  /** The environment gives these, and the screen has them, too. */
  given: GivenSettings;
};

/** Throws a `SettingsError` whose sentence names the wrong setting. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const lines = withoutBlanks(environment);
  const result = Environment.safeParse(lines);
  if (!result.success) throw settingsError(sentencesOf(result.error.issues));
  const settings = result.data;
  const siteUrl = publicAddress(settings) ?? plainAddress(settings);
  const isHttps = siteUrl.startsWith('https://');
  const isBankGiven = lines['PAYMENT_PROVIDER'] !== undefined;
  if (isBankGiven && settings.PAYMENT_PROVIDER === 'sandbox' && isHttps && !settings.ALLOW_SANDBOX) {
    throw sandboxInPublic();
  }
  expectWholeBank(settings);
  expectSharedSecret(settings);
  expectFilesApart(settings);
  const formerBanks = settings.FORMER_BANKS.map(readFormerBank);
  const drainSeconds = settings.DRAIN_SECONDS ?? (settings.DATABASE_URL.startsWith('file:') ? 0 : 3);
  const drainMs = drainSeconds * 1_000;
  const bucket = readBucket(settings);
  const tls = readTls(settings, lines);
  return {
    ...settings,
    siteUrl,
    drainMs,
    isSiteUrlFixed: publicAddress(settings) !== undefined,
    isHttps,
    formerBanks,
    isBankGiven,
    bucket,
    metrics: readMetrics(settings),
    backupsFolder: settings.BACKUPS_DIR ?? 'backups',
    handedLink: null,
    demoPlace: null,
    tls,
    isOwnTls: tls !== null && settings.DOMAIN !== undefined,
    given: givenSettings(settings, lines),
  };
}

/** As the environment says; the owner's, from the screen, counts where it says none. */
function publicAddress({ SITE_URL, DOMAIN }: z.infer<typeof Environment>): string | undefined {
  const ofDomain = DOMAIN === undefined ? undefined : `https://${DOMAIN}`;
  if (SITE_URL !== undefined && ofDomain !== undefined && SITE_URL !== ofDomain) {
    throw settingsError(`SITE_URL e DOMAIN dizem endereços diferentes: deixe só um deles, ou SITE_URL=${ofDomain}.`);
  }
  return SITE_URL ?? ofDomain;
}

/** Where the shop answers while it has no other address. */
export function plainAddress({ HOST, PORT }: { HOST: string; PORT: number }): string {
  return `http://${urlHost(HOST)}:${PORT}`;
}

/** The shop as it is at the domain that the owner chose on the screen. */
export function atDomain(settings: Settings, domain: string): Settings {
  return { ...settings, siteUrl: `https://${domain}`, isSiteUrlFixed: true, isHttps: true, isOwnTls: true };
}

function givenSettings(settings: z.infer<typeof Environment>, lines: Record<string, string>): GivenSettings {
  const [partnerOne, partnerTwo] = settings.PARTNERS;
  const given = SETTING_KEYS.flatMap((key) => {
    const row = SETTINGS[key];
    return 'env' in row && row.env in lines ? [[key, settings[row.env]] as const] : [];
  });
  return { ...Object.fromEntries(given), ...('PARTNERS' in lines && { partnerOne, partnerTwo }) };
}

/** An order is payable for a day at most and polled for another. */
const SHORTEST_UNPAID_DAYS = 2;

export const USUAL_ADMIN_EMAIL = 'admin@loja.local';

const onOff = (name: string) =>
  z.enum(['true', 'false'], `${name} deve ser true ou false.`).transform((value) => value === 'true');

/** Another sentence says what others begin with. */
const isAddress = (address: string) => !address.startsWith('postgres') || postgresUrls(address) !== null;

const Environment = BankEnvironment.extend({
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber('PORT', 1, 65_535).default(4321),
  SITE_URL: z
    .string()
    .refine(isOrigin, 'SITE_URL deve ser um endereço http ou https sem caminho, como https://loja.exemplo.com.br.')
    .transform((address) => new URL(address).origin)
    .optional(),
  DATABASE_URL: z
    .string()
    .regex(
      /^(?:file:|postgres(?:ql)?:\/\/).+/,
      'DATABASE_URL deve começar com file:, como file:db/store.sqlite, ou com postgres://.',
    )
    .refine(isAddress, 'DATABASE_URL não é um endereço válido.')
    .refine(
      (address) => !/[?&]target_session_attrs=(?!read-write(?:&|$))/.test(address),
      'DATABASE_URL: target_session_attrs só pode ser read-write, porque a loja grava.',
    )
    .default('file:db/store.sqlite'),
  DATABASE_POOL: wholeNumber('DATABASE_POOL', 2, 500).default(10),
  DATABASE_LISTEN_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\/.+/, 'DATABASE_LISTEN_URL deve começar com postgres://.')
    .refine(isAddress, 'DATABASE_LISTEN_URL não é um endereço válido.')
    .optional(),
  SHARED_SECRET: z
    .string()
    .min(32, 'SHARED_SECRET deve ter ao menos 32 letras, como as de openssl rand -hex 32.')
    .default(''),
  SECRETS_KEY: z
    .string()
    .min(32, 'SECRETS_KEY deve ter ao menos 32 letras, como as de openssl rand -hex 32.')
    .default(''),
  WORKER: z.enum(['auto', 'off'], 'WORKER deve ser auto ou off.').default('auto'),
  DRAIN_SECONDS: wholeNumber('DRAIN_SECONDS', 0, 60).optional(),
  UPLOADS_DIR: z.string().default('uploads'),
  FILES_DIR: z.string().default('files'),
  BACKUPS_DIR: z.string().optional(),
  ...COPY_SETTINGS,
  COPY_SECONDS: seconds('COPY_SECONDS', 0.1, 3_600).default(COPY_SECONDS),
  FILE_LIMIT_GB: wholeNumber('FILE_LIMIT_GB', 1, 50).default(4),
  ...FILES_SETTINGS,
  ...METRICS_SETTINGS,
  ...TLS_SETTINGS,
  DEMO_DATA: onOff('DEMO_DATA').optional(),
  ADMIN_EMAIL: z.email('ADMIN_EMAIL deve ser um endereço de e-mail.').toLowerCase().default(USUAL_ADMIN_EMAIL),
  ADMIN_PASSWORD: password('ADMIN_PASSWORD').optional(),
  ADMIN_GATE_PASSWORD: password('ADMIN_GATE_PASSWORD').optional(),
  ADMIN_GATES: z.enum(['enforce', 'screen'], 'ADMIN_GATES deve ser enforce ou screen.').default('screen'),
  STORE_NAME: z
    .string()
    .trim()
    .min(1, 'STORE_NAME não pode ficar vazio.')
    .max(60, 'STORE_NAME deve ter até 60 caracteres.')
    .default('Corte Final'),
  COMMUNITY_URL: z
    .url({ protocol: /^https$/, error: 'COMMUNITY_URL deve ser um endereço https.' })
    .default('https://discord.com/'),
  PARTNERS: z
    .string()
    .transform((names) => names.split(',').map((name) => name.trim()))
    .refine((names) => names.length === 2 && !names.includes(''), 'PARTNERS deve ter dois nomes separados por vírgula.')
    .transform(([one = '', other = '']): [string, string] => [one, other])
    .default(['Sócio A', 'Sócio B']),
  SELLER_NAME: z.string().default(''),
  SELLER_DOCUMENT: z.string().default(''),
  SELLER_ADDRESS: z.string().default(''),
  SELLER_EMAIL: z.union([z.literal(''), z.email('SELLER_EMAIL deve ser um endereço de e-mail.')]).default(''),
  ALLOW_SANDBOX: onOff('ALLOW_SANDBOX').default(false),
  FORMER_BANKS: z
    .string()
    .transform((files) => files.split(',').flatMap((file) => file.trim() || []))
    .default([]),
  SMTP_URL: smtpUrl('SMTP_URL').optional(),
  MAIL_FROM: z.string().default('loja@localhost'),
  NOTICE_SMTP_URL: smtpUrl('NOTICE_SMTP_URL').optional(),
  NOTICE_MAIL_FROM: z.string().optional(),
  MAIL_DIR: z.string().default('db/outbox'),
  PAYMENT_MINUTES: wholeNumber('PAYMENT_MINUTES', LEAST_PAYMENT_MINUTES, MOST_PAYMENT_MINUTES).default(
    USUAL_PAYMENT_MINUTES,
  ),
  UNPAID_KEPT_DAYS: wholeNumber('UNPAID_KEPT_DAYS', SHORTEST_UNPAID_DAYS, 3_650).default(90),
  MAIL_PER_MINUTE: wholeNumber('MAIL_PER_MINUTE', 1, 600).default(30),
  MAIL_PER_HOUR: wholeNumber('MAIL_PER_HOUR', 0, MOST_MAIL).default(0),
  MAIL_PER_DAY: wholeNumber('MAIL_PER_DAY', 0, MOST_MAIL).default(0),
  WITHDRAWAL: z.enum(['automatic', 'review'], 'WITHDRAWAL deve ser automatic ou review.').default('automatic'),
  TRUST_PROXY: z
    .string()
    .regex(/^(?:false|\d|10)$/, 'TRUST_PROXY deve ser false ou o número de proxies, até 10.')
    .transform((value) => (value === 'false' ? 0 : Number(value)))
    .default(0),
  UNPAID_PER_ADDRESS: wholeNumber('UNPAID_PER_ADDRESS', 1, 100_000).default(200),
  HOOKS_ALLOW_PRIVATE: onOff('HOOKS_ALLOW_PRIVATE').default(false),
  HSTS_SUBDOMAINS: onOff('HSTS_SUBDOMAINS').default(false),
  UPDATE_FEED: z.url({ protocol: /^https$/, error: 'UPDATE_FEED deve ser um endereço https.' }).optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'LOG_LEVEL deve ser um nível do pino, como info ou warn.',
    )
    .default('info'),
});

/** Every file of `UPLOADS_DIR` has a public address. */
function expectFilesApart({ FILES_DIR, UPLOADS_DIR }: z.infer<typeof Environment>): void {
  const [files, uploads] = [resolve(FILES_DIR), resolve(UPLOADS_DIR)];
  if (files === uploads || files.startsWith(uploads + sep)) throw settingsError(FILES_IN_UPLOADS);
}

const FILES_IN_UPLOADS =
  'FILES_DIR não pode ficar dentro de UPLOADS_DIR, porque o que está lá tem endereço público. Use outra pasta.';

/** Several processes share a PostgreSQL, and a file has only one. */
function expectSharedSecret({ DATABASE_URL, SHARED_SECRET, WORKER }: z.infer<typeof Environment>): void {
  if (DATABASE_URL.startsWith('file:')) {
    if (WORKER === 'off') throw settingsError(WORKER_OFF_ALONE);
  } else if (SHARED_SECRET === '') throw settingsError(NO_SHARED_SECRET);
}

const WORKER_OFF_ALONE =
  'WORKER=off só vale com DATABASE_URL=postgres://: com um banco em arquivo um único processo faz tudo.';
const NO_SHARED_SECRET =
  'DATABASE_URL=postgres:// precisa também de SHARED_SECRET, com ao menos 32 letras e igual em todos os processos. ' +
  'Sorteie um com openssl rand -hex 32.';

function wholeNumber(name: string, minimum: number, maximum: number) {
  const sentence = `${name} deve ser um número inteiro de ${minimum} a ${maximum}.`;
  return z
    .string()
    .regex(/^\d{1,9}$/, sentence)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, sentence);
}

function seconds(name: string, least: number, most: number) {
  const sentence = `${name} deve ser um número de segundos, de ${least} a ${most}, como 8.`;
  return z
    .string()
    .regex(/^\d{1,4}(?:\.\d)?$/, sentence)
    .transform(Number)
    .refine((value) => value >= least && value <= most, sentence);
}

function smtpUrl(name: string) {
  return z
    .string()
    .regex(/^smtps?:\/\/.+/, `${name} deve começar com smtp:// ou smtps://.`)
    .refine((address) => URL.canParse(address), `${name} não é um endereço válido.`);
}

function password(name: string) {
  const sentence = `${name} deve ter de 6 a 200 caracteres.`;
  return z.string().min(6, sentence).max(200, sentence);
}

function isOrigin(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === '/' &&
    !url.search &&
    !url.hash &&
    !url.username &&
    !url.password
  );
}

function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

export function sandboxInPublic(): SettingsError {
  const sentence =
    'PAYMENT_PROVIDER=sandbox não cobra ninguém: com um SITE_URL https a loja só abre assim se ALLOW_SANDBOX=true.';
  return settingsError(sentence);
}
