import * as z from 'zod/mini';
import { wholeNumber } from '../basics/whole-number.ts';
import { type FieldRow, flag, orNone } from './field-rows.ts';
import { quantitySteps } from './quantity-steps.ts';

/** A product whose keys the shop makes spends its pool first. */
export const KEY_SOURCES = { pool: 'Chaves que eu adiciono', made: 'Chaves que a loja cria' } as const;
export type KeySource = keyof typeof KEY_SOURCES;

export const NO_KEY_SOURCE = 'Escolha de onde vêm as chaves.';
export const NO_PREFIX = 'Use de 2 a 6 letras maiúsculas, sem acentos, como CORTE.';

/** What is typed in `Licença`; a sold key keeps the limit of its day. */
export const LICENSE_FIELDS = {
  keySource: {
    kind: 'choice',
    tab: 'license',
    label: 'origem das chaves',
    blank: 'pool',
    choices: KEY_SOURCES,
    schema: z.enum(Object.keys(KEY_SOURCES) as KeySource[], NO_KEY_SOURCE),
  },
  /** Needed where the shop makes the keys: `CORTE` begins `CORTE-7K3QX-…`. */
  keyPrefix: {
    kind: 'text',
    tab: 'license',
    label: 'prefixo das chaves',
    blank: null,
    schema: orNone(
      z.pipe(
        z.pipe(
          z.string(NO_PREFIX),
          z.transform((typed) => typed.trim().toUpperCase()),
        ),
        z.string().check(z.regex(/^[A-Z]{2,6}$/, NO_PREFIX)),
      ),
    ),
  },
  machineLimit: {
    kind: 'count',
    tab: 'license',
    label: 'limite de computadores',
    blank: null,
    none: 'sem limite',
    schema: orNone(wholeNumber(1, 100, 'Informe de 1 a 100 computadores, ou deixe sem limite.')),
  },
  /** How long a ticket is good without internet. */
  offlineDays: {
    kind: 'count',
    tab: 'license',
    label: 'dias sem internet',
    blank: 30,
    schema: wholeNumber(7, 365, 'Informe de 7 a 365 dias.'),
  },
  /** When full, a computer unseen for so long gives its place to another. */
  idleDays: {
    kind: 'count',
    tab: 'license',
    label: 'dias até liberar um computador parado',
    blank: 90,
    schema: wholeNumber(30, 365, 'Informe de 30 a 365 dias.'),
  },
  /** The owner is told when the pool falls to so many. */
  lowKeysAt: {
    kind: 'count',
    tab: 'license',
    label: 'aviso de poucas chaves',
    blank: null,
    none: 'o número da loja',
    schema: orNone(wholeNumber(0, 10_000, 'Informe de 0 a 10.000 chaves, ou deixe o número da loja.')),
  },
  /** Nobody can order it while its pool is empty. */
  pauseWithoutKeys: {
    kind: 'flag',
    tab: 'license',
    label: 'pausa sem chaves',
    blank: false,
    schema: flag('Diga se a venda pausa quando as chaves acabam.'),
  },
  /** An order may be of up to ten. */
  allowsQuantity: {
    kind: 'flag',
    tab: 'license',
    label: 'várias licenças por compra',
    blank: false,
    isPublic: true,
    schema: flag('Diga se uma compra pode ter várias licenças.'),
  },
  /** `5: 10%, 10: 20%`: from 5 licenses on each costs 10 % less, from 10 on 20. */
  quantitySteps: {
    kind: 'text',
    tab: 'license',
    label: 'desconto por quantidade',
    blank: null,
    none: 'nenhum',
    isPublic: true,
    schema: orNone(quantitySteps),
  },
} as const satisfies Record<string, FieldRow>;

/** `Curva Log Pro` gives `CURVA`. */
export function keyPrefixOf(name: string): string {
  const words = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .match(/[A-Z]{2,}/g);
  return words?.[0]?.slice(0, 6) ?? 'PLUGIN';
}

export function licenseProblems(fields: { keySource: KeySource; keyPrefix: string | null }): Record<string, string> {
  return fields.keySource === 'made' && fields.keyPrefix === null ? { keyPrefix: NO_PREFIX } : {};
}
