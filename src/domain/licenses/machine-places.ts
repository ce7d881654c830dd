import type { License } from '#db/queries/licenses/licenses.ts';
import { findLicense } from '#db/queries/licenses/licenses.ts';
import {
  activateHolder,
  findHolder,
  listMachinesOfKeys,
  releaseIdleMachine,
  takePlace,
} from '#db/queries/licenses/machines.ts';
import type { MachineRow } from '#db/tables/licenses.ts';
import type { Queryable } from '#db/tables.ts';
import { lockRow } from '#db/transactions.ts';
import { DAY_MS, HOUR_MS } from '#src/wire/basics/durations.ts';
import { type Machine, MOST_MACHINES, OFFLINE_TICKET_DAYS } from '#src/wire/licenses/machines.ts';
import type { ActivateMachine, BadKey } from '#src/wire/licenses/plugin-calls.ts';
import { newId } from '../ids.ts';
import type { Shop } from '../shop.ts';
import { recordEvent } from '../timeline/purchase-events.ts';
import { checkLicense } from './check-license-key.ts';
import { endOfTicket } from './issue-ticket.ts';

export type MachineRequest = Pick<ActivateMachine, 'fingerprint' | 'machineName'> &
  Partial<Pick<ActivateMachine, 'platform' | 'pluginVersion' | 'host'>> & {
    /** The ticket is carried to it by hand, and runs for a year. */
    isOffline?: boolean;
  };

type Places = { machineLimit: number | null; machines: MachineRow[] };

export type Taken =
  | { state: 'bad'; code: BadKey }
  | ({ state: 'full' } & Places)
  | ({
      state: 'activated' | 'already_active';
      machine: Pick<MachineRow, 'id' | 'name' | 'platform'>;
      /** The end of the ticket, which is stored before the ticket is signed. */
      expiresAt: string;
    } & Places);

/** Stands for the name of a computer that is known by its fingerprint alone. */
export const NAMELESS = 'Computador sem nome';

export async function takeOnePlace(tx: Queryable, shop: Shop, keyId: string, request: MachineRequest): Promise<Taken> {
  await lockRow(tx, 'activationKeys', keyId);
  // The key is read again behind the lock: a refund in between leaves no machine and no ticket.
  const found = await findLicense(tx, keyId);
  const judged = found ? checkLicense(found) : ({ isGood: false, code: 'unknown' } as const);
  if (!judged.isGood) return { state: 'bad', code: judged.code };
  const { machineLimit, offlineDays, idleDays, purchaseId, customerName } = judged.license;
  // The name of a computer is often its owner's, who was erased.
  const shown = customerName === null ? { ...request, machineName: null } : request;
  const now = shop.clock.now();
  const lastSeenAt = now.toISOString();
  const fingerprintHash = shop.tickets.hashFingerprint(request.fingerprint);
  const expiresAt = await endOfTicket(
    tx,
    shop.clock,
    judged.license,
    request.isOffline ? OFFLINE_TICKET_DAYS : offlineDays,
  );
  const carriedUntil = request.isOffline ? expiresAt : null;
  const at = countedAt(judged.license, now);
  const listed = async () => ({ machineLimit, machines: await listMachinesOfKeys(tx, [keyId], at) });

  const holder = await findHolder(tx, keyId, fingerprintHash, lastSeenAt);
  if (holder) {
    const told = whatItTells(shown, holder);
    const offlineUntil = laterOf(holder.offlineUntil, carriedUntil);
    const isActive = holder.releasedAt === null;
    if (!isActive || isDue(holder, now) || isOther(holder, { ...told, offlineUntil })) {
      await activateHolder(tx, holder.id, { ...told, lastSeenAt, offlineUntil });
    }
    const machine = { ...told, id: holder.id };
    const state = isActive ? 'already_active' : 'activated';
    return { state, machine, expiresAt, ...(await listed()) };
  }

  const places = { limit: machineLimit ?? MOST_MACHINES, at };
  const told = whatItTells(shown);
  const seen = { firstSeenAt: lastSeenAt, lastSeenAt, offlineUntil: carriedUntil };
  const machine = { id: newId(), keyId, fingerprintHash, ...told, ...seen };
  if (await takePlace(tx, machine, places)) {
    return { state: 'activated', machine, expiresAt, ...(await listed()) };
  }
  const released = await releaseIdleMachine(tx, {
    keyId,
    now: lastSeenAt,
    at,
    idleSince: machineLimit === null ? lastSeenAt : before(now, idleDays * DAY_MS),
    ticketlessSince: before(now, offlineDays * DAY_MS + SEEN_MS),
  });
  if (released && machineLimit !== null)
    await recordEvent(tx, shop, purchaseId, 'machine_idle', 'worker', released.name);
  const isTaken = released !== undefined && (await takePlace(tx, machine, places));
  const left = await listed();
  return isTaken ? { state: 'activated', machine, expiresAt, ...left } : { state: 'full', ...left };
}

/** The moment from which a place is held; null where places are not counted, so that a released machine holds none. */
export function countedAt({ machineLimit }: Pick<License, 'machineLimit'>, now: Date): string | null {
  return machineLimit === null ? null : now.toISOString();
}

/** Returns true at most once an hour, and when a clock that ran ahead is right again. */
export function isDue({ lastSeenAt }: MachineRow, now: Date): boolean {
  return Math.abs(now.getTime() - Date.parse(lastSeenAt)) >= SEEN_MS;
}

export function toMachineDto(machine: MachineRow, now: Date): Machine {
  const { id, name, platform, pluginVersion, host, firstSeenAt, lastSeenAt, releasedAt } = machine;
  const isRunning = machine.offlineUntil !== null && Date.parse(machine.offlineUntil) > now.getTime();
  const offlineUntil = isRunning ? machine.offlineUntil : null;
  return { id, name, platform, pluginVersion, host, firstSeenAt, lastSeenAt, releasedAt, offlineUntil };
}

const SEEN_MS = HOUR_MS;

type Told = Pick<MachineRow, 'name' | 'platform' | 'pluginVersion' | 'host'>;

/** A fact that a request leaves out stays as it was. */
function whatItTells({ machineName, platform, pluginVersion, host }: MachineRequest, known?: Told): Told {
  return {
    name: machineName || known?.name || NAMELESS,
    platform: platform || known?.platform || null,
    pluginVersion: pluginVersion || known?.pluginVersion || null,
    host: host || known?.host || null,
  };
}

type Changing = Told & Pick<MachineRow, 'offlineUntil'>;

function isOther(known: Changing, told: Changing): boolean {
  const fields = ['name', 'platform', 'pluginVersion', 'host', 'offlineUntil'] as const;
  return fields.some((field) => known[field] !== told[field]);
}

function laterOf(one: string | null, other: string | null): string | null {
  return (one ?? '') > (other ?? '') ? one : other;
}

function before(now: Date, ms: number): string {
  return new Date(now.getTime() - ms).toISOString();
}
