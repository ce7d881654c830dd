import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import * as z from 'zod';
import { isSettingsError, settingsError } from './wire/basics/settings-error.ts';
import { PIX_BANK_NAMES, PIX_PROVIDERS, PROVIDER_NAMES, REAL_PROVIDER_NAMES } from './wire/payments/pix-providers.ts';

const oneOf = (choices: string[]) => new Intl.ListFormat('pt-BR', { type: 'disjunction' }).format(choices);

export const BankEnvironment = z.object({
  PAYMENT_PROVIDER: z
    .enum(PROVIDER_NAMES, { error: () => `PAYMENT_PROVIDER deve ser ${oneOf(PROVIDER_NAMES)}.` })
    .default('sandbox'),
  MERCADOPAGO_ACCESS_TOKEN: secret('MERCADOPAGO_ACCESS_TOKEN').optional(),
  MERCADOPAGO_WEBHOOK_SECRET: secret('MERCADOPAGO_WEBHOOK_SECRET').optional(),
  MERCADOPAGO_USER_ID: z
    .string()
    .regex(/^\d{1,20}$/, 'MERCADOPAGO_USER_ID deve ter só os números da conta.')
    .optional(),
  MERCADOPAGO_API_URL: address('MERCADOPAGO_API_URL').default('https://api.mercadopago.com'),
  PIX_BANK: z.enum(PIX_BANK_NAMES, { error: () => `PIX_BANK deve ser ${oneOf(PIX_BANK_NAMES)}.` }).default('outro'),
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
});
export type BankSettings = z.infer<typeof BankEnvironment>;

export type FormerBankSettings = BankSettings & { file: string };

export function expectWholeBank(settings: BankSettings): void {
  const required: readonly (keyof BankSettings)[] = PIX_PROVIDERS[settings.PAYMENT_PROVIDER].requiredSettings;
  const missing = required.filter((name) => settings[name] === undefined);
  if (missing.length > 0) {
    throw settingsError(`PAYMENT_PROVIDER=${settings.PAYMENT_PROVIDER} precisa também de ${missing.join(', ')}.`);
  }
}

/** Ignores other variables in the file. */
export function readFormerBank(file: string): FormerBankSettings {
  const lines = withoutBlanks(parseEnv(readText(file)));
  const result = BankEnvironment.safeParse(lines);
  if (!result.success) throw settingsError(`FORMER_BANKS, ${file}: ${sentencesOf(result.error.issues)}`);
  const { PAYMENT_PROVIDER } = lines;
  if (PAYMENT_PROVIDER === undefined || PAYMENT_PROVIDER === 'sandbox') throw settingsError(needsProvider(file));
  try {
    expectWholeBank(result.data);
  } catch (error) {
    throw inFile(file, error);
  }
  return { ...result.data, file };
}

export function inFile(file: string, error: unknown): unknown {
  return isSettingsError(error) ? settingsError(`FORMER_BANKS, ${file}: ${error.message}`) : error;
}

export function sentencesOf(issues: { path: PropertyKey[]; message: string }[]): string {
  const sentences = issues.map(({ path, message }) =>
    message.startsWith(String(path[0])) ? message : `${String(path[0])}: ${message}`,
  );
  return [...new Set(sentences)].join(' ');
}

export function withoutBlanks(environment: Record<string, string | undefined>): Record<string, string> {
  const entries = Object.entries(environment).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : []));
  return Object.fromEntries(entries);
}

/** Trims line breaks that would corrupt the header. */
export function secret(name: string) {
  return z.string().regex(/^[\x21-\x7e]{1,1024}$/, `${name} não pode ter espaços nem quebras de linha.`);
}

/** Https or localhost; without a trailing slash. */
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

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw settingsError(`FORMER_BANKS: não foi possível ler o arquivo ${file}.`);
  }
}

function needsProvider(file: string): string {
  const lines = REAL_PROVIDER_NAMES.map((name) => `PAYMENT_PROVIDER=${name}`);
  return `FORMER_BANKS, ${file}: diga qual era o banco, com ${oneOf(lines)} e as outras linhas que ele tinha.`;
}
