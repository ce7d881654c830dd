import * as z from 'zod/mini';
import { PLATFORMS, type Platform } from './platforms.ts';
import { RELEASE_CHANNELS, RELEASE_TEXTS, type ReleaseChannel, releaseVersion } from './releases.ts';
import { seenText } from './seen-text.ts';
import { identifier, line, text } from './text.ts';
import { wholeNumber } from './whole-number.ts';

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

/** One that holds a place. */
export type Machine = {
  id: string;
  name: string;
  platform: string | null;
  pluginVersion: string | null;
  host: string | null;
  firstSeenAt: string;
  lastSeenAt: string;
};

/** Of one key: `GET /api/payments/machines/{itemId}` and each of the calls below, last seen first. */
export type KeyMachines = MachineCount & {
  machines: Machine[];
  /** Until a freed computer without internet stops at the latest. */
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

/** Hashed as it stands, so nothing is trimmed. */
export const machineFingerprint = z.string(MACHINE_TEXTS.fingerprint).check(
  z.minLength(16, MACHINE_TEXTS.fingerprint),
  z.maxLength(256, MACHINE_TEXTS.fingerprint),
  z.refine((typed) => typed.isWellFormed(), MACHINE_TEXTS.fingerprint),
);
const fingerprint = machineFingerprint;
const key = text(1, 200, 'Informe a chave de ativação.');
const productId = z.optional(z.nullable(identifier('Produto não encontrado.')));
const optionalLine = (most: number, refusal: string) => z.optional(z.nullable(line(0, most, refusal)));

export const ActivateMachine = z.object({
  key,
  productId,
  fingerprint,
  machineName: optionalLine(60, MACHINE_TEXTS.machineName),
  platform: optionalLine(40, MACHINE_TEXTS.platform),
  pluginVersion: optionalLine(30, MACHINE_TEXTS.pluginVersion),
  host: optionalLine(40, MACHINE_TEXTS.host),
});
export type ActivateMachine = z.infer<typeof ActivateMachine>;

export const DeactivateMachine = z.object({ key, fingerprint });
export type DeactivateMachine = z.infer<typeof DeactivateMachine>;
export type Deactivation = { success: true; released: boolean };

/** The text that a plugin shows where there is no internet: `CF1.` and the base64url of its key, product, fingerprint and name. */
export const OfflineRequest = z.object({
  request: z.pipe(
    z.pipe(
      z.string(MACHINE_TEXTS.request).check(z.maxLength(4_000, MACHINE_TEXTS.request)),
      z.transform(readOfflineText),
    ),
    z.object(
      { key, productId, fingerprint, machineName: optionalLine(60, MACHINE_TEXTS.machineName) },
      MACHINE_TEXTS.request,
    ),
  ),
});
export type OfflineRequest = z.infer<typeof OfflineRequest>;

/** Undefined where it is no such text. */
function readOfflineText(pasted: string): unknown {
  const [, encoded] = /^CF1\.([A-Za-z0-9_-]+)=*$/i.exec(pasted.replace(/\s/g, '')) ?? [];
  if (encoded === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(encoded.replace(/-/g, '+').replace(/_/g, '/')), (each) => each.charCodeAt(0));
    const { k, p, f, n } = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) ?? {};
    return { key: k, productId: p, fingerprint: f, machineName: n };
  } catch {
    return undefined;
  }
}

/** Ready to be shown in the plugin. */
export const BAD_KEY_TEXTS = {
  unknown: 'Não encontramos esta chave. Confira se ela foi copiada inteira.',
  unsold: 'Esta chave ainda não vale. Se você acabou de comprar, aguarde a confirmação do pagamento.',
  revoked: 'Esta chave foi revogada. Fale com o suporte para saber o motivo.',
  refunded: 'Esta compra foi reembolsada, e a chave deixou de valer.',
  frozen: 'Esta chave está suspensa enquanto o pagamento é analisado.',
  other_product: 'Esta chave é de outro produto.',
  not_activated: 'Este computador não está ativado com esta chave. Ative-o para continuar.',
} as const;
export type BadKey = Exclude<keyof typeof BAD_KEY_TEXTS, 'not_activated'>;

/** Says who holds the places, and where to free one. */
export function fullText(
  { used, limit, list }: MachineCount & { list: { name: string; lastSeenAt: string }[] },
  manageUrl: string,
  now: Date,
): string {
  const named = list.slice(0, NAMED_IN_TEXT).map(({ name, lastSeenAt }) => `${name} (${seenText(lastSeenAt, now)})`);
  const others = list.length - named.length;
  const names = joinNames(others > 0 ? [...named, others === 1 ? 'mais um' : `mais ${others}`] : named);
  return `Esta chave já está em uso em ${used} de ${limit ?? used} computadores: ${names}. Libere um em ${manageUrl.replace(/^https?:\/\//, '')}.`;
}

const NAMED_IN_TEXT = 5;

function joinNames(names: string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} e ${names.at(-1)}`;
}

/** `message` can be shown in the plugin as it stands; `ticket` is a signed JWS, good until `expiresAt`. */
export type Activation =
  | {
      valid: true;
      code: 'activated' | 'already_active';
      product: { id: string; name: string };
      machine: { id: string; name: string };
      machines: MachineCount;
      ticket: string;
      expiresAt: string;
      update: AvailableUpdate | null;
    }
  | {
      valid: false;
      code: 'machine_limit';
      message: string;
      machines: MachineCount & { list: { name: string; lastSeenAt: string }[] };
      manageUrl: string;
    }
  | { valid: false; code: BadKey; message: string };

export type AvailableUpdate = { version: string; isCritical: boolean };

/** `POST /api/payments/machines/{itemId}/offline` with an `OfflineRequest`: what the buyer saves as `licenca.lic` is `ticket`. */
export type OfflineLicense = {
  ticket: string;
  expiresAt: string;
  fileName: string;
  machine: { id: string; name: string };
  machines: KeyMachines;
};

/** `GET /api/admin/machines/statistics`: those that hold a place and were seen since, the most used first. */
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

/** Of a download that the plugin hands to its user. */
export const LINK_MINUTES = 10;

export const LatestRelease = z.object({
  productId: identifier('Produto não encontrado.'),
  version: releaseVersion,
  platform: z.optional(z.nullable(z.enum(Object.keys(PLATFORMS) as Platform[], RELEASE_TEXTS.platform))),
  channel: z.optional(z.nullable(z.enum(Object.keys(RELEASE_CHANNELS) as ReleaseChannel[], RELEASE_TEXTS.channel))),
  key: z.optional(z.nullable(key)),
  fingerprint: z.optional(z.nullable(fingerprint)),
});
export type LatestRelease = z.infer<typeof LatestRelease>;

/** `covered` needs a good key; `downloadUrl` also a machine that is active, where one is named. `notes` is Markdown. */
export type LatestVersion = AvailableUpdate & {
  notes: string;
  publishedAt: string;
  covered: boolean;
  downloadUrl: string | null;
};
