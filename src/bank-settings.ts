import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import * as z from 'zod';
import { isSettingsError, settingsError } from './wire/basics/settings-error.ts';
import { BANK_FIELDS, type BankField, fieldsOf, problemOf } from './wire/payments/bank-fields.ts';
import { PIX_BANK_NAMES, PROVIDER_NAMES, REAL_PROVIDER_NAMES } from './wire/payments/pix-providers.ts';

const oneOf = (choices: string[]) => new Intl.ListFormat('pt-BR', { type: 'disjunction' }).format(choices);

export const BankEnvironment = z.object({
  PAYMENT_PROVIDER: z
    .enum(PROVIDER_NAMES, { error: () => `PAYMENT_PROVIDER deve ser ${oneOf(PROVIDER_NAMES)}.` })
    .default('sandbox'),
  MERCADOPAGO_ACCESS_TOKEN: setting(BANK_FIELDS.mercadopago.accessToken).optional(),
  MERCADOPAGO_WEBHOOK_SECRET: setting(BANK_FIELDS.mercadopago.webhookSecret).optional(),
  MERCADOPAGO_USER_ID: setting(BANK_FIELDS.mercadopago.userId).optional(),
  MERCADOPAGO_API_URL: address(BANK_FIELDS.mercadopago.apiUrl).default('https://api.mercadopago.com'),
  PIX_BANK: z.enum(PIX_BANK_NAMES, { error: () => `PIX_BANK deve ser ${oneOf(PIX_BANK_NAMES)}.` }).default('outro'),
  PIX_API_URL: address(BANK_FIELDS.pix.apiUrl).optional(),
  PIX_OAUTH_URL: address(BANK_FIELDS.pix.oauthUrl).optional(),
  PIX_CLIENT_ID: setting(BANK_FIELDS.pix.clientId).optional(),
  PIX_CLIENT_SECRET: setting(BANK_FIELDS.pix.clientSecret).optional(),
  PIX_KEY: setting(BANK_FIELDS.pix.pixKey).optional(),
  PIX_CERT_PATH: z.string().optional(),
  PIX_KEY_PATH: z.string().optional(),
  PIX_CERT_PASSPHRASE: z.string().default(''),
  PIX_CA_PATH: z.string().optional(),
  PIX_APP_KEY: setting(BANK_FIELDS.pix.appKey).optional(),
  PIX_WEBHOOK_SECRET: setting(BANK_FIELDS.pix.webhookSecret).optional(),
});
export type BankSettings = z.infer<typeof BankEnvironment>;

export type FormerBankSettings = BankSettings & { file: string };

export function expectWholeBank(settings: BankSettings): void {
  const required = fieldsOf(settings.PAYMENT_PROVIDER).flatMap(([, field]) => (field.isRequired ? field.variable : []));
  const missing = required.filter((name) => settings[name as keyof BankSettings] === undefined);
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

/** Line breaks would corrupt the header. */
export function secret(name: string) {
  return setting({ ...BANK_FIELDS.mercadopago.accessToken, variable: name });
}

function setting(field: BankField) {
  return z.string().refine((text) => problemOf(field, text) === undefined, `${field.variable} ${field.rule}`);
}

/** Without a trailing slash. */
function address(field: BankField) {
  return setting(field).transform((text) => text.replace(/\/+$/, ''));
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
