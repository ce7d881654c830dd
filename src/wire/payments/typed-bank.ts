import * as z from 'zod/mini';
import { type BankFieldName, fieldsOf, isWanted, problemOf } from './bank-fields.ts';
import { MAXIMUM_BANK_FILE_BYTES } from './bank-files.ts';
import { PIX_BANK_NAMES, PROVIDER_NAMES } from './pix-providers.ts';

const CHOOSE = 'Escolha o banco que vai receber.';

const typed = z.optional(z.pipe(z.string().check(z.maxLength(2_048, 'O texto é longo demais.')), z.transform(trim)));

/** A file in base64. */
const file = z.optional(
  z
    .string()
    .check(
      z.maxLength(Math.ceil(MAXIMUM_BANK_FILE_BYTES / 3) * 4, 'O arquivo deve ter até 64 kB.'),
      z.regex(/^[A-Za-z0-9+/]*={0,2}$/, 'Não foi possível ler o arquivo.'),
    ),
);

const fields = {
  accessToken: typed,
  webhookSecret: typed,
  userId: typed,
  apiUrl: z.optional(
    z.pipe(
      z.string(),
      z.transform((text) => trim(text).replace(/\/+$/, '')),
    ),
  ),
  oauthUrl: z.optional(
    z.pipe(
      z.string(),
      z.transform((text) => trim(text).replace(/\/+$/, '')),
    ),
  ),
  pixKey: typed,
  clientId: typed,
  clientSecret: typed,
  appKey: typed,
  certificate: file,
  certificateKey: file,
  certificatePassphrase: typed,
  certificateAuthority: file,
} satisfies Record<BankFieldName, z.ZodMiniType>;

/** What is blank counts as not typed. `keepsOthers`: fields that are not named stay as they are stored. */
export const TypedBank = z
  .object({
    provider: z.enum(PROVIDER_NAMES, CHOOSE),
    pixBank: z._default(z.enum(PIX_BANK_NAMES, CHOOSE), 'outro'),
    keepsOthers: z._default(z.boolean(), false),
    ...fields,
  })
  .check((context) => {
    const { value, issues } = context;
    const problems = { ...problemsAmong(value), ...(!value.keepsOthers && missingIn(value)) };
    for (const [name, message] of Object.entries(problems)) {
      issues.push({ code: 'custom', input: value, path: [name], message });
    }
  });
export type TypedBank = z.infer<typeof TypedBank>;

/** The files of a certificate as soon as they are chosen, whatever else is typed by then. */
export const TypedCertificate = z.object({
  certificate: file,
  certificateKey: file,
  certificatePassphrase: typed,
  certificateAuthority: file,
});
export type TypedCertificate = z.infer<typeof TypedCertificate>;

/** It is stored so, encrypted. */
export type StoredBank = Omit<TypedBank, 'keepsOthers'>;

/** A sentence for each field that the bank asks for and nobody typed. */
export function missingIn(bank: StoredBank): Record<string, string> {
  const missing = fieldsOf(bank.provider).filter(([name, field]) => isWanted(field, bank.pixBank) && !bank[name]);
  return Object.fromEntries(missing.map(([name, { label }]) => [name, `Informe: ${label}.`]));
}

function problemsAmong(bank: StoredBank): Record<string, string> {
  const problems = fieldsOf(bank.provider).flatMap(([name, field]) => {
    const problem = bank[name] && field.kind !== 'file' ? problemOf(field, bank[name]) : undefined;
    return problem ? [[name, `${field.label} ${problem}`]] : [];
  });
  return Object.fromEntries(problems);
}

function trim(text: string): string {
  return text.trim();
}
