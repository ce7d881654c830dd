import { createHash } from 'node:crypto';
import { findLicense } from '#db/queries/licenses.ts';
import {
  deleteLeftMachines,
  findMachineOfKey,
  listMachinesOfKeys,
  releaseIdleMachine,
  releaseMachine,
  takePlace,
  updateMachine,
} from '#db/queries/machines.ts';
import { findPurchase } from '#db/queries/purchases.ts';
import type { MachineRow, Queryable } from '#db/tables.ts';
import { inTransaction, lockRow } from '#db/transactions.ts';
import { startOf } from '#src/wire/dates.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#src/wire/durations.ts';
import { MOST_MACHINES, OFFLINE_TICKET_DAYS } from '#src/wire/machines.ts';
import { shiftDay } from '#src/wire/periods.ts';
import {
  type ActivateMachine,
  type Activation,
  BAD_KEY_TEXTS,
  type BadKey,
  type DeactivateMachine,
  type Deactivation,
  fullText,
  type OfflineRequest,
} from '#src/wire/plugin-calls.ts';
import { lastDayOfWithdrawal } from '#src/wire/withdrawals.ts';
import { checkLicense, checkLicenseKey, findNamed, type GoodLicense } from './check-license-key.ts';
import { newId } from './ids.ts';
import { announce, recordEvent } from './purchase-events.ts';
import type { Shop } from './shop.ts';
import { findUpdate } from './updates.ts';
import { showWithdrawal } from './withdrawals.ts';

/** The same fingerprint takes no second place, however often it asks. */
export async function activateMachine(
  shop: Shop,
  request: ActivateMachine,
  clientNetwork: string,
): Promise<Activation> {
  const judged = await checkLicenseKey(shop, request, clientNetwork);
  if (!judged.isGood) return badKey(judged.code);
  return activate(shop, judged.license, request);
}

/** For a machine without internet: its request came by hand, and so goes the ticket. */
export async function activateOffline(
  shop: Shop,
  { request }: OfflineRequest,
  clientNetwork: string,
): Promise<Activation> {
  const judged = await checkLicenseKey(shop, request, clientNetwork);
  if (!judged.isGood) return badKey(judged.code);
  return activate(shop, judged.license, request, OFFLINE_TICKET_DAYS);
}

/** `ticketDays` is the product's own unless given. */
export async function activate(
  shop: Shop,
  license: GoodLicense,
  request: MachineRequest,
  ticketDays = license.offlineDays,
): Promise<Activation> {
  const { taken, isTold } = await shop.mutex.run(`key:${license.id}`, () =>
    inTransaction(shop.db, (tx) => takeOnePlace(tx, shop, license.id, request)),
  );
  if (isTold) announce(shop, license.purchaseId);
  if (taken.state === 'bad') return badKey(taken.code);
  const { state, machineLimit: limit, machines } = taken;
  const count = { used: machines.length, limit };
  const manageUrl = `${shop.settings.siteUrl}/minhas-compras`;
  if (state === 'full') {
    const list = machines.map(({ name, lastSeenAt }) => ({ name, lastSeenAt }));
    const message = fullText({ ...count, list }, manageUrl, shop.clock.now());
    return { valid: false, code: 'machine_limit', message, machines: { ...count, list }, manageUrl };
  }
  return {
    valid: true,
    code: state,
    product: { id: license.productId, name: license.productName },
    machine: { id: taken.machine.id, name: taken.machine.name },
    machines: count,
    ...(await issueTicket(shop, license, request.fingerprint, ticketDays)),
    update: await findUpdate(shop, license, {
      pluginVersion: request.pluginVersion,
      platform: taken.machine.platform,
    }),
  };
}

export async function validateMachine(
  shop: Shop,
  license: GoodLicense,
  fingerprint: string,
): Promise<{ isActive: false } | { isActive: true; ticket: string; expiresAt: string }> {
  const machine = await findMachineOfKey(shop.db, license.id, shop.tickets.hashFingerprint(fingerprint));
  if (!machine) return { isActive: false };
  const now = shop.clock.now();
  if (isDue(machine, now)) await updateMachine(shop.db, machine.id, { lastSeenAt: now.toISOString() });
  return { isActive: true, ...(await issueTicket(shop, license, fingerprint, license.offlineDays)) };
}

/** Frees the place of a refunded key too; the shop's time line tells of others' releases only. */
export async function deactivateMachine(
  shop: Shop,
  { key, fingerprint }: DeactivateMachine,
  clientNetwork: string,
): Promise<Deactivation> {
  const named = await findNamed(shop, key, clientNetwork);
  const fingerprintHash = shop.tickets.hashFingerprint(fingerprint);
  const release = { releasedAt: shop.clock.now().toISOString(), releasedBy: 'plugin' } as const;
  let released = false;
  for (const { id } of named) {
    const isReleased = await inTransaction(shop.db, async (tx) => {
      const machine = await findMachineOfKey(tx, id, fingerprintHash);
      if (!machine) return false;
      // Only the last is kept, so that a plugin that comes and goes fills no table.
      await deleteLeftMachines(tx, id);
      return releaseMachine(tx, machine.id, release);
    });
    released ||= isReleased;
  }
  return { success: true, released };
}

type MachineRequest = Pick<ActivateMachine, 'fingerprint' | 'machineName'> &
  Partial<Pick<ActivateMachine, 'platform' | 'pluginVersion' | 'host'>>;

type Taken =
  | { state: 'bad'; code: BadKey }
  | { state: 'full'; machineLimit: number | null; machines: MachineRow[] }
  | {
      state: 'activated' | 'already_active';
      machine: Pick<MachineRow, 'id' | 'name' | 'platform'>;
      machineLimit: number | null;
      machines: MachineRow[];
    };

async function takeOnePlace(
  tx: Queryable,
  shop: Shop,
  keyId: string,
  request: MachineRequest,
): Promise<{ taken: Taken; isTold: boolean }> {
  await lockRow(tx, 'activationKeys', keyId);
  // Read again behind the lock: a refund in between leaves no machine and no ticket.
  const found = await findLicense(tx, keyId);
  const judged = found ? checkLicense(found) : ({ isGood: false, code: 'unknown' } as const);
  if (!judged.isGood) return { taken: { state: 'bad', code: judged.code }, isTold: false };
  const { machineLimit, idleDays, purchaseId, customerName } = judged.license;
  // The name of a computer is often its owner's, who was erased.
  const shown = customerName === null ? { ...request, machineName: null } : request;
  const now = shop.clock.now();
  const fingerprintHash = shop.tickets.hashFingerprint(request.fingerprint);
  const listed = async () => ({ machineLimit, machines: await listMachinesOfKeys(tx, [keyId]) });

  const active = await findMachineOfKey(tx, keyId, fingerprintHash);
  if (active) {
    const told = whatItTells(shown, active);
    if (isDue(active, now) || isOther(active, told)) {
      await updateMachine(tx, active.id, { ...told, lastSeenAt: now.toISOString() });
    }
    const machine = { ...told, id: active.id };
    return { taken: { state: 'already_active', machine, ...(await listed()) }, isTold: false };
  }

  const limit = machineLimit ?? MOST_MACHINES;
  const at = now.toISOString();
  const told = whatItTells(shown);
  const machine = { id: newId(), keyId, fingerprintHash, ...told, firstSeenAt: at, lastSeenAt: at };
  if (await takePlace(tx, machine, limit)) {
    return { taken: { state: 'activated', machine, ...(await listed()) }, isTold: false };
  }
  const idleMs = machineLimit === null ? 0 : idleDays * DAY_MS;
  const before = new Date(now.getTime() - idleMs).toISOString();
  const released = await releaseIdleMachine(tx, { keyId, before, now: at });
  const isTold = released !== undefined && machineLimit !== null;
  if (isTold) await recordEvent(tx, shop, purchaseId, 'machine_idle', 'worker', released.name);
  const isTaken = released !== undefined && (await takePlace(tx, machine, limit));
  const places = await listed();
  return { taken: isTaken ? { state: 'activated', machine, ...places } : { state: 'full', ...places }, isTold };
}

type Told = Pick<MachineRow, 'name' | 'platform' | 'pluginVersion' | 'host'>;

/** What a request leaves out stays as it was. */
function whatItTells({ machineName, platform, pluginVersion, host }: MachineRequest, known?: Told): Told {
  return {
    name: machineName || known?.name || NAMELESS,
    platform: platform || known?.platform || null,
    pluginVersion: pluginVersion || known?.pluginVersion || null,
    host: host || known?.host || null,
  };
}

const NAMELESS = 'Computador sem nome';

function isOther(known: Told, told: Told): boolean {
  return (['name', 'platform', 'pluginVersion', 'host'] as const).some((field) => known[field] !== told[field]);
}

/** At most once an hour, and once a clock that ran ahead is right again. */
function isDue({ lastSeenAt }: MachineRow, now: Date): boolean {
  return Math.abs(now.getTime() - Date.parse(lastSeenAt)) >= HOUR_MS;
}

export async function issueTicket(
  shop: Shop,
  { id, productId, purchaseId, updatesMajor, updatesUntil }: GoodLicense,
  fingerprint: string,
  days: number,
): Promise<{ ticket: string; expiresAt: string }> {
  const { tickets, clock, settings } = shop;
  const iat = Math.floor(clock.now().getTime() / SECOND_MS);
  const end = Math.min(clock.now().getTime() + days * DAY_MS, await endOfWithdrawalTerm(shop, purchaseId));
  const exp = Math.floor(end / SECOND_MS);
  const fp = createHash('sha256').update(fingerprint).digest('base64url');
  const terms = {
    ...(updatesMajor !== null && { maj: updatesMajor }),
    ...(updatesUntil !== null && { upd: updatesUntil }),
  };
  const ticket = await tickets.sign({ iss: settings.siteUrl, sub: id, pid: productId, fp, ...terms, iat, exp });
  return { ticket, expiresAt: new Date(exp * SECOND_MS).toISOString() };
}

/** A ticket outlives a withdrawal, so that of a purchase that can still be given up ends with this term; infinite afterwards. */
async function endOfWithdrawalTerm(shop: Shop, purchaseId: string): Promise<number> {
  const purchase = await findPurchase(shop.db, purchaseId);
  const withdrawal = purchase && (await showWithdrawal(shop, purchase));
  if (withdrawal?.state !== 'possible') return Number.POSITIVE_INFINITY;
  const lastDay = withdrawal.until ?? lastDayOfWithdrawal(shop.clock.now().toISOString());
  return startOf(shiftDay(lastDay, 1)).getTime();
}

function badKey(code: BadKey): Activation {
  return { valid: false, code, message: BAD_KEY_TEXTS[code] };
}
