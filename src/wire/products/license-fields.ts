import * as z from 'zod/mini';
import { wholeNumber } from '../basics/whole-number.ts';

/** Where the keys of new sales come from; a product whose keys the shop makes spends its pool first. */
export const KEY_SOURCES = { pool: 'Chaves que eu adiciono', made: 'Chaves que a loja cria' } as const;
export type KeySource = keyof typeof KEY_SOURCES;

/** Of a product; a sold key keeps the limit of its day. */
export type LicenseFields = {
  keySource: KeySource;
  /** Needed where the shop makes the keys: `CORTE` begins `CORTE-7K3QX-…`. */
  keyPrefix: string | null;
  /** Null: computers are not counted. */
  machineLimit: number | null;
  /** How long a ticket is good without internet. */
  offlineDays: number;
  /** When full, a computer unseen for so long gives its place to another. */
  idleDays: number;
  /** The owner is told when the pool falls to so many; null: the shop's own number. */
  lowKeysAt: number | null;
  /** Nobody can order it while its pool is empty. */
  pauseWithoutKeys: boolean;
};

export const USUAL_LICENSE: LicenseFields = {
  keySource: 'pool',
  keyPrefix: null,
  machineLimit: null,
  offlineDays: 30,
  idleDays: 90,
  lowKeysAt: null,
  pauseWithoutKeys: false,
};

export const LICENSE_FIELD_LABELS: Record<keyof LicenseFields, string> = {
  keySource: 'origem das chaves',
  keyPrefix: 'prefixo das chaves',
  machineLimit: 'limite de computadores',
  offlineDays: 'dias sem internet',
  idleDays: 'dias até liberar um computador parado',
  lowKeysAt: 'aviso de poucas chaves',
  pauseWithoutKeys: 'pausa sem chaves',
};

export const LICENSE_TEXTS = {
  keySource: 'Escolha de onde vêm as chaves.',
  keyPrefix: 'Use de 2 a 6 letras maiúsculas, sem acentos, como CORTE.',
  machineLimit: 'Informe de 1 a 100 computadores, ou deixe sem limite.',
  offlineDays: 'Informe de 7 a 365 dias.',
  idleDays: 'Informe de 30 a 365 dias.',
  lowKeysAt: 'Informe de 0 a 10.000 chaves, ou deixe o número da loja.',
  pauseWithoutKeys: 'Diga se a venda pausa quando as chaves acabam.',
} as const;

/** An empty input means none. */
const orNone = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(
    z.transform((typed) => (typeof typed === 'string' && typed.trim() === '' ? null : typed)),
    z.nullable(schema),
  );

export const machineLimit = orNone(wholeNumber(1, 100, LICENSE_TEXTS.machineLimit));

/** Each may be left out of a product's request. */
export const LicenseFields = z.object({
  keySource: z.enum(Object.keys(KEY_SOURCES) as KeySource[], LICENSE_TEXTS.keySource),
  keyPrefix: orNone(
    z.pipe(
      z.pipe(
        z.string(LICENSE_TEXTS.keyPrefix),
        z.transform((typed) => typed.trim().toUpperCase()),
      ),
      z.string().check(z.regex(/^[A-Z]{2,6}$/, LICENSE_TEXTS.keyPrefix)),
    ),
  ),
  machineLimit,
  offlineDays: wholeNumber(7, 365, LICENSE_TEXTS.offlineDays),
  idleDays: wholeNumber(30, 365, LICENSE_TEXTS.idleDays),
  lowKeysAt: orNone(wholeNumber(0, 10_000, LICENSE_TEXTS.lowKeysAt)),
  pauseWithoutKeys: z.pipe(
    z.union([z.boolean(), z.enum(['true', 'false'])], LICENSE_TEXTS.pauseWithoutKeys),
    z.transform((value) => value === true || value === 'true'),
  ),
});

/** Proposed for a product: `Curva Log Pro` gives `CURVA`. */
export function keyPrefixOf(name: string): string {
  const words = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .match(/[A-Z]{2,}/g);
  return words?.[0]?.slice(0, 6) ?? 'PLUGIN';
}

export function licenseProblems({
  keySource,
  keyPrefix,
}: Pick<LicenseFields, 'keySource' | 'keyPrefix'>): Record<string, string> {
  return keySource === 'made' && keyPrefix === null ? { keyPrefix: LICENSE_TEXTS.keyPrefix } : {};
}

/** What the screen of the tab checks before it sends. */
export const LicenseForm = LicenseFields.check(
  z.superRefine((fields, context) => {
    for (const [field, message] of Object.entries(licenseProblems(fields))) {
      context.addIssue({ code: 'custom', path: [field], message, input: fields });
    }
  }),
);
