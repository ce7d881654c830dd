import * as z from 'zod/mini';
import { identifier } from '../basics/text.ts';

/** The plugin's offline tickets and the buyer's are good for so long. */
export const OFFLINE_TICKET_DAYS = 365;
export const LICENSE_FILE = 'licenca.lic';
/** A buyer may free so many more computers than the limit in this time. */
export const SPARE_MOVES = 2;
export const MOVES_DAYS = 30;
/** A key whose computers are not counted keeps so many; the longest unseen goes first. */
export const MOST_MACHINES = 1_000;

export const MACHINE_TEXTS = {
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

/** A buyer reads it after the release of a computer that keeps its place. */
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

export const MachineCount = z.object({
  used: z.number(),
  limit: z.nullable(z.number()),
});
export type MachineCount = z.infer<typeof MachineCount>;

/** A machine holds a place; where places are counted, a released one is also shown until its ticket ends. */
export const Machine = z.object({
  id: z.string(),
  name: z.string(),
  platform: z.nullable(z.string()),
  pluginVersion: z.nullable(z.string()),
  host: z.nullable(z.string()),
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
  releasedAt: z.nullable(z.string()),
  /** A license file runs until then: a released computer's place comes back then. */
  offlineUntil: z.nullable(z.string()),
});
export type Machine = z.infer<typeof Machine>;

/** `GET /api/payments/machines/{itemId}` and each of the calls below return the machines of one key, last seen first. */
export const KeyMachines = z.extend(MachineCount, {
  machines: z.array(Machine),
  /** A freed computer without internet stops after so long at the latest, where no license file runs. */
  offlineDays: z.number(),
  /** So often a plugin counted the key by Gumroad's call. */
  uses: z.number(),
});
export type KeyMachines = z.infer<typeof KeyMachines>;

/** `POST /api/payments/machines/{itemId}/release`, which returns the machines that are left. */
export const ReleaseMachine = z.object({ machineId: identifier(MACHINE_TEXTS.unknown) });
export type ReleaseMachine = z.infer<typeof ReleaseMachine>;

/** Without a machine, all of the key's are released. */
export const ReleaseMachines = z.object({
  machineId: z.optional(z.nullable(identifier(MACHINE_TEXTS.unknown))),
});
export type ReleaseMachines = z.infer<typeof ReleaseMachines>;

/** `name` is null where the plugin did not say. */
export const NamedCount = z.object({
  name: z.nullable(z.string()),
  machines: z.number(),
});
export type NamedCount = z.infer<typeof NamedCount>;

export const ProductMachines = z.object({
  id: z.string(),
  name: z.string(),
  machines: z.number(),
  versions: z.array(NamedCount),
  hosts: z.array(NamedCount),
  platforms: z.array(NamedCount),
});
export type ProductMachines = z.infer<typeof ProductMachines>;

/** `GET /api/admin/machines/statistics`: those that are active and were seen since, the most used first. */
export const MachineStatistics = z.object({
  since: z.string(),
  machines: z.number(),
  products: z.array(ProductMachines),
});
export type MachineStatistics = z.infer<typeof MachineStatistics>;

export const STATISTICS_DAYS = 90;
