import * as z from 'zod/mini';
import { identifier } from '../basics/text.ts';
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

/** Of an offline ticket, the plugin's or the buyer's. */
export const OFFLINE_TICKET_DAYS = 365;
export const LICENSE_FILE = 'licenca.lic';
/** A buyer may free so many more computers than the limit in this time. */
export const SPARE_MOVES = 2;
export const MOVES_DAYS = 30;
/** Of a key whose computers are not counted; the longest unseen goes first. */
export const MOST_MACHINES = 1_000;

export const MACHINE_TEXTS = {
  keySource: 'Escolha de onde vêm as chaves.',
  keyPrefix: 'Use de 2 a 6 letras maiúsculas, sem acentos, como CORTE.',
  machineLimit: 'Informe de 1 a 100 computadores, ou deixe sem limite.',
  offlineDays: 'Informe de 7 a 365 dias.',
  idleDays: 'Informe de 30 a 365 dias.',
  lowKeysAt: 'Informe de 0 a 10.000 chaves, ou deixe o número da loja.',
  pauseWithoutKeys: 'Diga se a venda pausa quando as chaves acabam.',
  fingerprint: 'Envie de 16 a 256 caracteres que identifiquem o computador.',
  machineName: 'O nome do computador pode ter até 60 caracteres.',
  platform: 'O sistema pode ter até 40 caracteres.',
  pluginVersion: 'A versão do plugin pode ter até 30 caracteres.',
  host: 'O nome do editor pode ter até 40 caracteres.',
  request: 'Este código não parece certo. Copie tudo, de CF1. até o fim.',
  otherKey: 'Este código foi feito com outra chave. Confira a chave digitada no plugin.',
  unknown: 'Computador não encontrado. Ele pode já ter sido liberado.',
  unknownKey: 'Chave não encontrada. Ela pode já ter sido excluída.',
  tooFast: 'Muitas tentativas seguidas. Aguarde um pouco e tente de novo.',
  linkOver: 'Este link não vale mais. Procure a atualização de novo no plugin.',
  noKey: 'Esta compra ainda não tem uma chave.',
} as const;

/** Said to a buyer after the release of a computer that keeps its place. */
export const RELEASED_LATER =
  'Computador liberado. O lugar volta quando terminar a licença sem internet dele: a data está na lista.';

export function holdsPlaceStill({ machines }: KeyMachines, machineId: string): boolean {
  return machines.some(({ id }) => id === machineId);
}

export function tooManyMoves(moves: number): string {
  return `Você já trocou de computador ${moves} vezes nos últimos ${MOVES_DAYS} dias. Fale com o suporte e a gente resolve.`;
}

export function limitBelowUse(used: number): string {
  return `Esta chave está em ${used} computadores. Libere antes os que passam do limite.`;
}

/** An empty input means none. */
const orNone = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(
    z.transform((typed) => (typeof typed === 'string' && typed.trim() === '' ? null : typed)),
    z.nullable(schema),
  );

const machineLimit = orNone(wholeNumber(1, 100, MACHINE_TEXTS.machineLimit));

/** Each may be left out of a product's request. */
export const LicenseFields = z.object({
  keySource: z.enum(Object.keys(KEY_SOURCES) as KeySource[], MACHINE_TEXTS.keySource),
  keyPrefix: orNone(
    z.pipe(
      z.pipe(
        z.string(MACHINE_TEXTS.keyPrefix),
        z.transform((typed) => typed.trim().toUpperCase()),
      ),
      z.string().check(z.regex(/^[A-Z]{2,6}$/, MACHINE_TEXTS.keyPrefix)),
    ),
  ),
  machineLimit,
  offlineDays: wholeNumber(7, 365, MACHINE_TEXTS.offlineDays),
  idleDays: wholeNumber(30, 365, MACHINE_TEXTS.idleDays),
  lowKeysAt: orNone(wholeNumber(0, 10_000, MACHINE_TEXTS.lowKeysAt)),
  pauseWithoutKeys: z.pipe(
    z.union([z.boolean(), z.enum(['true', 'false'])], MACHINE_TEXTS.pauseWithoutKeys),
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
  return keySource === 'made' && keyPrefix === null ? { keyPrefix: MACHINE_TEXTS.keyPrefix } : {};
}

/** What the screen of the tab checks before it sends. */
export const LicenseForm = LicenseFields.check(
  z.superRefine((fields, context) => {
    for (const [field, message] of Object.entries(licenseProblems(fields))) {
      context.addIssue({ code: 'custom', path: [field], message, input: fields });
    }
  }),
);

export type MachineCount = { used: number; limit: number | null };

/** One that holds a place; where places are counted also one that was released, until its ticket ends. */
export type Machine = {
  id: string;
  name: string;
  platform: string | null;
  pluginVersion: string | null;
  host: string | null;
  firstSeenAt: string;
  lastSeenAt: string;
  releasedAt: string | null;
  /** End of a license file that still runs: a released computer's place comes back then. */
  offlineUntil: string | null;
};

/** Of one key: `GET /api/payments/machines/{itemId}` and each of the calls below, last seen first. */
export type KeyMachines = MachineCount & {
  machines: Machine[];
  /** Until a freed computer without internet stops at the latest, where no license file runs. */
  offlineDays: number;
};

/** `POST /api/payments/machines/{itemId}/release`, which returns the machines that are left. */
export const ReleaseMachine = z.object({ machineId: identifier(MACHINE_TEXTS.unknown) });
export type ReleaseMachine = z.infer<typeof ReleaseMachine>;

/** `PUT /api/admin/activation-keys/{id}/limit`; the owner's other calls are `GET …/machines` and `POST …/release`, with or without a `machineId`. */
export const LimitMachines = z.object({ machineLimit });
export type LimitMachines = z.infer<typeof LimitMachines>;

/** Without a machine, all of the key's. */
export const ReleaseMachines = z.object({
  machineId: z.optional(z.nullable(identifier(MACHINE_TEXTS.unknown))),
});
export type ReleaseMachines = z.infer<typeof ReleaseMachines>;

/** `GET /api/admin/machines/statistics`: those that are active and were seen since, the most used first. */
export type MachineStatistics = {
  since: string;
  machines: number;
  products: ProductMachines[];
};

export type ProductMachines = {
  id: string;
  name: string;
  machines: number;
  versions: NamedCount[];
  hosts: NamedCount[];
  platforms: NamedCount[];
};

/** `name` is null where the plugin did not say. */
export type NamedCount = { name: string | null; machines: number };

export const STATISTICS_DAYS = 90;
