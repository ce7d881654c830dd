import * as z from 'zod/mini';
import { isTaxNumber } from '../basics/tax-number.ts';
import { keyOf } from '../basics/text.ts';

export const PIX_KEY_TYPES = {
  cpf: 'CPF',
  cnpj: 'CNPJ',
  email: 'E-mail',
  phone: 'Celular',
  random: 'Chave aleatória',
} as const;
export type PixKeyType = keyof typeof PIX_KEY_TYPES;

const NAMED: Record<PixKeyType, string> = {
  cpf: 'um CPF válido',
  cnpj: 'um CNPJ válido',
  email: 'um e-mail válido',
  phone: 'um celular com DDD válido',
  random: 'uma chave aleatória válida',
};

/** As the Banco Central's directory writes them; null for what is no key of the type. */
const READERS: Record<PixKeyType, (typed: string) => string | null> = {
  cpf: (typed) => matching(withoutSigns(typed), /^\d{11}$/, isTaxNumber),
  cnpj: (typed) => matching(withoutSigns(typed).toUpperCase(), /^[0-9A-Z]{12}\d{2}$/, isTaxNumber),
  email: (typed) => matching(typed.toLowerCase(), /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/, isShort),
  phone: (typed) => matching(`+55${typed.replace(/[\s().-]/g, '').replace(/^\+55/, '')}`, /^\+55[1-9][1-9]9\d{8}$/),
  random: (typed) => matching(typed.toLowerCase(), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
};

export const ChangePixKey = z.pipe(
  z.object({
    type: keyOf(PIX_KEY_TYPES, 'Escolha o tipo da chave.'),
    key: z.string('Informe a chave Pix.').check(z.maxLength(100, 'A chave pode ter até 100 caracteres.')),
  }),
  z.transform(({ type, key }, { issues }) => {
    const read = READERS[type](key.trim());
    if (read === null) {
      issues.push({ code: 'custom', input: key, path: ['key'], message: `Esta chave não é ${NAMED[type]}.` });
    }
    return { type, key: read ?? '' };
  }),
);
export type ChangePixKey = z.output<typeof ChangePixKey>;

/** A CPF or CNPJ with its dots, since people compare it with what their bank shows. */
export function pixKeyText(type: PixKeyType, key: string): string {
  if (type === 'cpf') return key.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4');
  if (type === 'cnpj') return key.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
  if (type === 'phone') return key.replace(/^\+55(..)(.....)(....)$/, '($1) $2-$3');
  return key;
}

function withoutSigns(typed: string): string {
  return typed.replace(/[\s./-]/g, '');
}

/** The directory takes no longer ones. */
function isShort(key: string): boolean {
  return key.length <= 77;
}

function matching(key: string, pattern: RegExp, isRight: (key: string) => boolean = () => true): string | null {
  return pattern.test(key) && isRight(key) ? key : null;
}
