import * as z from 'zod';

export type Settings = z.infer<typeof Environment> & {
  /** Public address without a slash at the end; `HOST` and `PORT` where `SITE_URL` is not set. */
  siteUrl: string;
  /** `SITE_URL` was set: `Host` and `Origin` must be its own. */
  isSiteUrlFixed: boolean;
  isHttps: boolean;
};

/** Reads and judges the settings, once. A wrong one throws a `SettingsError` whose sentence names it. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const result = Environment.safeParse(withoutBlanks(environment));
  if (!result.success) throw settingsError(result.error.issues);
  const settings = result.data;
  const siteUrl = settings.SITE_URL ?? `http://${urlHost(settings.HOST)}:${settings.PORT}`;
  const isHttps = siteUrl.startsWith('https://');
  if (settings.PAYMENT_PROVIDER === 'sandbox' && isHttps && !settings.ALLOW_SANDBOX) throw sandboxInPublic();
  const missing = NEEDED[settings.PAYMENT_PROVIDER].filter((name) => settings[name] === undefined);
  if (missing.length > 0) throw incompleteBank(settings.PAYMENT_PROVIDER, missing);
  return { ...settings, siteUrl, isSiteUrlFixed: settings.SITE_URL !== undefined, isHttps };
}

/** The banks whose ways with the API Pix are known; `outro` goes by the Banco Central's document alone. */
const PIX_BANKS = ['efi', 'bb', 'itau', 'sicredi', 'inter', 'bradesco', 'outro'] as const;
export type PixBank = (typeof PIX_BANKS)[number];

/** An error whose message is meant for the person who starts the store. */
export type SettingsError = Error & { kind: 'settings' };

const onOff = (name: string) =>
  z.enum(['true', 'false'], `${name} deve ser true ou false.`).transform((value) => value === 'true');

const Environment = z.object({
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
      /^file:.+/,
      'DATABASE_URL deve começar com file:, como file:db/store.sqlite. Outros bancos ainda não são aceitos.',
    )
    .default('file:db/store.sqlite'),
  UPLOADS_DIR: z.string().default('uploads'),
  DEMO_DATA: onOff('DEMO_DATA').optional(),
  ADMIN_EMAIL: z.email('ADMIN_EMAIL deve ser um endereço de e-mail.').toLowerCase().default('admin@loja.local'),
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
  PAYMENT_PROVIDER: z
    .enum(['sandbox', 'mercadopago', 'pix'], 'PAYMENT_PROVIDER deve ser sandbox, mercadopago ou pix.')
    .default('sandbox'),
  ALLOW_SANDBOX: onOff('ALLOW_SANDBOX').default(false),
  MERCADOPAGO_ACCESS_TOKEN: secret('MERCADOPAGO_ACCESS_TOKEN').optional(),
  MERCADOPAGO_WEBHOOK_SECRET: secret('MERCADOPAGO_WEBHOOK_SECRET').optional(),
  MERCADOPAGO_API_URL: address('MERCADOPAGO_API_URL').default('https://api.mercadopago.com'),
  PIX_BANK: z
    .enum(PIX_BANKS, `PIX_BANK deve ser ${PIX_BANKS.slice(0, -1).join(', ')} ou ${PIX_BANKS.at(-1)}.`)
    .default('outro'),
  PIX_API_URL: address('PIX_API_URL').optional(),
  PIX_OAUTH_URL: address('PIX_OAUTH_URL').optional(),
  PIX_CLIENT_ID: secret('PIX_CLIENT_ID').optional(),
  PIX_CLIENT_SECRET: secret('PIX_CLIENT_SECRET').optional(),
  PIX_KEY: z.string().max(77, 'PIX_KEY deve ter até 77 caracteres.').optional(),
  PIX_CERT_PATH: z.string().optional(),
  PIX_KEY_PATH: z.string().optional(),
  PIX_CERT_PASSPHRASE: z.string().default(''),
  PIX_CA_PATH: z.string().optional(),
  PIX_APP_KEY: secret('PIX_APP_KEY').optional(),
  PIX_WEBHOOK_SECRET: z
    .string()
    .regex(/^[A-Za-z0-9_-]{8,128}$/, 'PIX_WEBHOOK_SECRET deve ter de 8 a 128 letras, números, - ou _.')
    .optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/.+/, 'SMTP_URL deve começar com smtp:// ou smtps://.')
    .refine((address) => URL.canParse(address), 'SMTP_URL não é um endereço válido.')
    .optional(),
  MAIL_FROM: z.string().default('loja@localhost'),
  MAIL_DIR: z.string().default('db/outbox'),
  TRUST_PROXY: z
    .string()
    .regex(/^(?:false|\d|10)$/, 'TRUST_PROXY deve ser false ou o número de proxies, até 10.')
    .transform((value) => (value === 'false' ? 0 : Number(value)))
    .default(0),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'LOG_LEVEL deve ser um nível do pino, como info ou warn.',
    )
    .default('info'),
});

/** What each bank cannot do without. */
const NEEDED = {
  sandbox: [],
  mercadopago: ['MERCADOPAGO_ACCESS_TOKEN'],
  pix: ['PIX_CLIENT_ID', 'PIX_CLIENT_SECRET', 'PIX_KEY'],
} as const satisfies Record<string, readonly (keyof z.infer<typeof Environment>)[]>;

function wholeNumber(name: string, minimum: number, maximum: number) {
  const sentence = `${name} deve ser um número inteiro de ${minimum} a ${maximum}.`;
  return z
    .string()
    .regex(/^\d{1,9}$/, sentence)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, sentence);
}

/** Not longer than what the login takes. */
function password(name: string) {
  const sentence = `${name} deve ter de 6 a 200 caracteres.`;
  return z.string().min(6, sentence).max(200, sentence);
}

/** Goes into a header: what a copied line carries along would break every call to the bank. */
function secret(name: string) {
  return z.string().regex(/^[\x21-\x7e]{1,1024}$/, `${name} não pode ter espaços nem quebras de linha.`);
}

/** Https, or this machine itself; without a slash at the end. */
function address(name: string) {
  return z
    .string()
    .refine(isBankAddress, `${name} deve ser um endereço https.`)
    .transform((text) => text.replace(/\/+$/, ''));
}

function isBankAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || url.username || url.password || url.search || url.hash) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && /^(127\.0\.0\.1|localhost)$/.test(url.hostname));
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

/** A variable that is set to nothing counts as not set. */
function withoutBlanks(environment: Record<string, string | undefined>): Record<string, string> {
  const entries = Object.entries(environment).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : []));
  return Object.fromEntries(entries);
}

function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

function settingsError(issues: { path: PropertyKey[]; message: string }[]): SettingsError {
  const sentences = issues.map(({ path, message }) =>
    message.startsWith(String(path[0])) ? message : `${String(path[0])}: ${message}`,
  );
  return Object.assign(new Error([...new Set(sentences)].join(' ')), { kind: 'settings' as const });
}

function incompleteBank(provider: string, missing: readonly string[]): SettingsError {
  const sentence = `PAYMENT_PROVIDER=${provider} precisa também de ${missing.join(', ')}.`;
  return Object.assign(new Error(sentence), { kind: 'settings' as const });
}

function sandboxInPublic(): SettingsError {
  const sentence =
    'PAYMENT_PROVIDER=sandbox não cobra ninguém: com um SITE_URL https a loja só abre assim se ALLOW_SANDBOX=true.';
  return Object.assign(new Error(sentence), { kind: 'settings' as const });
}
