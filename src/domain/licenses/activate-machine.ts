import type { License } from '#db/queries/licenses/licenses.ts';
import { deleteLeftMachines, findMachineOfKey, releaseMachine, updateMachine } from '#db/queries/licenses/machines.ts';
import type { MachineRow } from '#db/tables/licenses.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, lockRow } from '#db/transactions.ts';
import { dayOf } from '#src/wire/basics/dates.ts';
import type { MachineCount } from '#src/wire/licenses/machines.ts';
import {
  type ActivateMachine,
  type Activation,
  BAD_KEY_TEXTS,
  type BadKey,
  type DeactivateMachine,
  type Deactivation,
  fullText,
  type OfflineRequest,
} from '#src/wire/licenses/plugin-calls.ts';
import { announceEvent } from '../hooks/announce-event.ts';
import type { Shop } from '../shop.ts';
import { checkLicenseKey, findNamed, type GoodLicense } from './check-license-key.ts';
import { endOfTicket, issueTicket } from './issue-ticket.ts';
import { countedAt, isDue, type MachineRequest, type Taken, takeOnePlace, toMachineDto } from './machine-places.ts';
import { activateTrial } from './trial-machine.ts';
import { findUpdate } from './updates.ts';

/** The same fingerprint takes no second place, however often it asks. */
export async function activateMachine(
  shop: Shop,
  request: ActivateMachine,
  clientNetwork: string,
): Promise<Activation> {
  const judged = await checkLicenseKey(shop, request, clientNetwork);
  if (!judged.isGood) return judged.trial ? activateTrial(shop, judged.trial, request) : badKey(judged.code);
  return activate(shop, judged.license, request);
}

/** Activates a machine without internet, whose request came by hand; the ticket goes back the same way. */
export async function activateOffline(
  shop: Shop,
  { request }: OfflineRequest,
  clientNetwork: string,
): Promise<Activation> {
  const judged = await checkLicenseKey(shop, request, clientNetwork);
  if (!judged.isGood) return judged.trial ? activateTrial(shop, judged.trial, request) : badKey(judged.code);
  return activate(shop, judged.license, { ...request, isOffline: true });
}

export async function activate(shop: Shop, license: GoodLicense, request: MachineRequest): Promise<Activation> {
  const taken = await shop.mutex.run(`key:${license.id}`, () =>
    inTransaction(shop.db, async (tx) => {
      const place = await takeOnePlace(tx, shop, license.id, request);
      await announcePlace(tx, shop, license, place);
      return place;
    }),
  );
  if (taken.state === 'bad') return badKey(taken.code);
  const { state, machineLimit: limit, machines } = taken;
  const count = { used: machines.length, limit };
  if (state === 'full') return refuseFull(shop, count, machines);
  return {
    valid: true,
    code: state,
    product: { id: license.productId, name: license.productName },
    machine: { id: taken.machine.id, name: taken.machine.name },
    machines: count,
    ...(await issueTicket(shop, license, request.fingerprint, taken.expiresAt)),
    update: await findUpdate(shop, license, {
      pluginVersion: request.pluginVersion,
      platform: taken.machine.platform,
    }),
  };
}

/** A plugin that asks again and again tells of its full key once a day. */
async function announcePlace(tx: Queryable, shop: Shop, license: GoodLicense, taken: Taken): Promise<void> {
  if (taken.state === 'bad' || taken.state === 'already_active') return;
  const { id: keyId, productId, productName, purchaseId } = license;
  const used = taken.machines.length;
  const data = { purchaseId, productId, productName, machines: { used, limit: taken.machineLimit } };
  const about = { subjectId: keyId, ...(purchaseId !== null && { purchaseId }) };
  const now = shop.clock.now();
  if (taken.state === 'full') {
    const which = dayOf(now);
    return announceEvent(tx, shop, { type: 'license.limit_reached', ...about, which, data });
  }
  const { id: machineId, platform } = taken.machine;
  const which = `${machineId}:${now.toISOString()}`;
  await announceEvent(tx, shop, { type: 'license.activated', ...about, which, data: { ...data, machineId, platform } });
}

export async function validateMachine(
  shop: Shop,
  license: GoodLicense,
  fingerprint: string,
): Promise<{ isActive: false } | { isActive: true; ticket: string; expiresAt: string }> {
  if (!(await noteSeen(shop, license.id, fingerprint))) return { isActive: false };
  const expiresAt = await endOfTicket(shop.db, shop.clock, license, license.offlineDays);
  return { isActive: true, ...(await issueTicket(shop, license, fingerprint, expiresAt)) };
}

/** Returns undefined where the machine holds no place of the key. */
export async function noteSeen(shop: Shop, keyId: string, fingerprint: string): Promise<MachineRow | undefined> {
  const machine = await findMachineOfKey(shop.db, keyId, shop.tickets.hashFingerprint(fingerprint));
  const now = shop.clock.now();
  if (machine && isDue(machine, now)) await updateMachine(shop.db, machine.id, { lastSeenAt: now.toISOString() });
  return machine;
}

/** Frees the place of a refunded key too. The time line of a sale tells only of releases by the owner or the buyer. */
export async function deactivateMachine(
  shop: Shop,
  { key, fingerprint }: DeactivateMachine,
  clientNetwork: string,
): Promise<Deactivation> {
  const { licenses } = await findNamed(shop, key, clientNetwork);
  const fingerprintHash = shop.tickets.hashFingerprint(fingerprint);
  let released = false;
  for (const license of licenses) released = (await leavePlace(shop, license, fingerprintHash)) || released;
  return { success: true, released };
}

/** Returns false where the machine holds none. */
export function leavePlace(
  shop: Shop,
  { id, machineLimit }: Pick<License, 'id' | 'machineLimit'>,
  fingerprintHash: string,
): Promise<boolean> {
  const now = shop.clock.now();
  return inTransaction(shop.db, async (tx) => {
    await lockRow(tx, 'activationKeys', id);
    const machine = await findMachineOfKey(tx, id, fingerprintHash);
    if (!machine) return false;
    // Only machines that hold a place and this one are kept, so that a plugin that comes and goes fills no table.
    await deleteLeftMachines(tx, id, countedAt({ machineLimit }, now));
    return releaseMachine(tx, machine.id, { releasedAt: now.toISOString(), releasedBy: 'plugin' });
  });
}

function refuseFull(shop: Shop, count: MachineCount, machines: MachineRow[]): Activation {
  const now = shop.clock.now();
  const manageUrl = `${shop.settings.siteUrl}/minhas-compras`;
  const list = machines.map((machine) => {
    const { name, lastSeenAt, releasedAt, offlineUntil } = toMachineDto(machine, now);
    return { name, lastSeenAt, releasedAt, offlineUntil };
  });
  const message = fullText({ ...count, list }, manageUrl, now);
  return { valid: false, code: 'machine_limit', message, machines: { ...count, list }, manageUrl };
}

function badKey(code: BadKey): Activation {
  return { valid: false, code, message: BAD_KEY_TEXTS[code] };
}
