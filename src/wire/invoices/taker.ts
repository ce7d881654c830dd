import * as z from 'zod/mini';
import { isTaxNumber } from '../basics/tax-number.ts';
import { line } from '../basics/text.ts';

/** A CPF is of a person, a CNPJ of a company; the new CNPJ has letters. */
export const TAKER_KINDS = { cpf: 'CPF', cnpj: 'CNPJ' } as const;
export type TakerKind = keyof typeof TAKER_KINDS;

const WRONG = { cpf: 'Este CPF não confere.', cnpj: 'Este CNPJ não confere.' } as const;
export const DOCUMENT_MISSING = 'Informe o CPF ou o CNPJ da nota fiscal.';

/** Keeps digits and letters alone: `12ABC34501DE35`. */
export const taxDocument = z.pipe(
  z.pipe(
    z.string(DOCUMENT_MISSING).check(z.maxLength(40, DOCUMENT_MISSING)),
    z.transform((typed: string) => typed.replace(/[\s./-]/g, '').toUpperCase()),
  ),
  z.string().check((typed) => {
    const refused = refusalOf(typed.value);
    if (refused) typed.issues.push({ code: 'custom', message: refused, input: typed.value });
  }),
);

function refusalOf(signs: string): string | null {
  if (isTaxNumber(signs)) return null;
  if (/^\d{11}$/.test(signs)) return WRONG.cpf;
  return /^[0-9A-Z]{14}$/.test(signs) ? WRONG.cnpj : DOCUMENT_MISSING;
}

export function takerKindOf(document: string): TakerKind {
  return document.length === 11 ? 'cpf' : 'cnpj';
}

/** Writes `529.982.247-25`, or `12.ABC.345/01DE-35`. */
export function formatTaxDocument(document: string): string {
  return document.length === 11
    ? document.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')
    : document.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
}

/** Hides its first part and the check digits: `•••.982.247-••`. */
export function maskTaxDocument(document: string): string {
  return formatTaxDocument(document).replace(/^[^.]+|[^-]+$/g, (signs) => '•'.repeat(signs.length));
}

const STATES = 'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' ');

const ZIP = 'Informe o CEP, com oito números.';
const STATE = 'Informe a sigla do estado, como PE.';

export const takerAddress = z.object({
  zip: z.pipe(
    z.pipe(
      z.string(ZIP).check(z.maxLength(20, ZIP)),
      z.transform((typed: string) => typed.replace(/\D/g, '')),
    ),
    z.string().check(z.regex(/^\d{8}$/, ZIP)),
  ),
  street: line(2, 120, 'Informe a rua.'),
  number: line(1, 20, 'Informe o número, ou S/N.'),
  district: line(2, 80, 'Informe o bairro.'),
  city: line(2, 80, 'Informe a cidade.'),
  state: z.pipe(
    z.pipe(
      z.string(STATE).check(z.maxLength(10, STATE)),
      z.transform((typed: string) => typed.trim().toUpperCase()),
    ),
    z.enum(STATES, STATE),
  ),
});
export type TakerAddress = z.infer<typeof takerAddress>;

export function addressText({ street, number, district, city, state, zip }: TakerAddress): string {
  return `${street}, ${number}, ${district}, ${city}, ${state}, ${zip.replace(/^(.{5})/, '$1-')}`;
}

/** Whom the invoice is made out to. */
export const Taker = z.object({
  document: taxDocument,
  name: line(2, 120, 'Informe o nome ou a razão social, com até 120 caracteres.'),
  address: z.optional(z.nullable(takerAddress)),
});
export type Taker = z.infer<typeof Taker>;
export type TypedTaker = z.input<typeof Taker>;
