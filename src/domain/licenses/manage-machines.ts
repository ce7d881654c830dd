import { findKeyOfItem } from '#db/queries/keys/activation-keys.ts';
import { findLicense, forgetUses, type License, setMachineLimit } from '#db/queries/licenses/licenses.ts';
import {
  countMachinesOfKey,
  countMoves,
  deleteReleasedMachines,
  findMachine,
  freePlaces,
  listMachinesOfKeys,
  releaseMachine,
} from '#db/queries/licenses/machines.ts';
import type { MachineRow } from '#db/tables/licenses.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, lockRow } from '#db/transactions.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import type { LimitMachines } from '#src/wire/licenses/machine-limit.ts';
import {
  type KeyMachines,
  LICENSE_FILE,
  limitBelowUse,
  MACHINE_TEXTS,
  MOVES_DAYS,
  type ReleaseMachine,
  type ReleaseMachines,
  SPARE_MOVES,
  tooManyMoves,
} from '#src/wire/licenses/machines.ts';
import { BAD_KEY_TEXTS, type OfflineLicense, type OfflineRequest } from '#src/wire/licenses/plugin-calls.ts';
import { type Actor, type Change, recordChange } from '../audit/audit.ts';
import { findPaidItem } from '../purchases/purchases.ts';
import { takeOrRefuse } from '../rate-limits.ts';
import { conflict, invalid, notFound } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { recordEvent } from '../timeline/purchase-events.ts';
import { activate } from './activate-machine.ts';
import { checkLicenseKey } from './check-license-key.ts';
import { countedAt, toMachineDto } from './machine-places.ts';

export async function showMachinesOfKey(shop: Shop, keyId: string): Promise<KeyMachines> {
  return readMachines(shop, await findOrRefuse(shop.db, keyId));
}

export async function limitMachines(
  shop: Shop,
  actor: Actor,
  keyId: string,
  { machineLimit }: LimitMachines,
): Promise<KeyMachines> {
  return inTransaction(shop.db, async (tx) => {
    await lockRow(tx, 'activationKeys', keyId);
    const license = await findOrRefuse(tx, keyId);
    const used = await countMachinesOfKey(tx, keyId, countedAt(license, shop.clock.now()));
    if (machineLimit !== null && used > machineLimit) throw conflict('machines_in_use', limitBelowUse(used));
    await setMachineLimit(tx, keyId, machineLimit);
    await noteChange(tx, shop, actor, keyId, {
      action: 'key.limit',
      changes: { machineLimit: [license.machineLimit, machineLimit] },
    });
    return readMachines(shop, { ...license, machineLimit }, tx);
  });
}

/** Releases all of the key's, or one; the owner may do so as often as it takes, and the place is free at once. */
export async function releaseMachines(
  shop: Shop,
  actor: Actor,
  keyId: string,
  { machineId = null }: ReleaseMachines,
): Promise<KeyMachines> {
  return inTransaction(shop.db, async (tx) => {
    await lockRow(tx, 'activationKeys', keyId);
    const license = await findOrRefuse(tx, keyId);
    const freed = await freePlaces(tx, { keyId, machineId, now: shop.clock.now().toISOString() });
    if (machineId && freed.length === 0) throw unknownMachine();
    const isCounted = machineId === null && license.uses > 0;
    if (isCounted) await forgetUses(tx, keyId);
    if (freed.length > 0 || isCounted) {
      const detail = machineId ? (freed[0]?.name ?? null) : null;
      if (license.purchaseId) await recordEvent(tx, shop, license.purchaseId, 'machine_released', 'admin', detail);
      await noteChange(tx, shop, actor, keyId, { action: 'key.release' });
    }
    return readMachines(shop, isCounted ? { ...license, uses: 0 } : license, tx);
  });
}

export async function showMachinesOfItem(shop: Shop, itemId: string): Promise<KeyMachines> {
  return readMachines(shop, await findOfItem(shop, itemId));
}

export async function releaseMachineOfItem(
  shop: Shop,
  itemId: string,
  { machineId }: ReleaseMachine,
): Promise<KeyMachines> {
  const license = await findOfItem(shop, itemId);
  const machine = await findMachine(shop.db, machineId);
  if (machine?.keyId !== license.id) throw unknownMachine();
  return releaseAsBuyer(shop, license, machine);
}

/** `customerId` is whose room this is; another's machine is unknown there. */
export async function releaseMachineOfCustomer(
  shop: Shop,
  customerId: string,
  machineId: string,
): Promise<KeyMachines> {
  const machine = await findMachine(shop.db, machineId);
  const license = machine && (await findLicense(shop.db, machine.keyId));
  if (!license || license.customerId !== customerId) throw unknownMachine();
  return releaseAsBuyer(shop, license, machine);
}

/** The buyer brings the code of a machine without internet and takes its ticket back. */
export async function licenseOfflineMachine(
  shop: Shop,
  itemId: string,
  { request }: OfflineRequest,
  clientNetwork: string,
): Promise<OfflineLicense> {
  const own = await findOfItem(shop, itemId);
  const judged = await checkLicenseKey(shop, request, clientNetwork);
  if (!judged.isGood && judged.code !== 'unknown' && judged.code !== 'other_product') {
    throw conflict(judged.code, BAD_KEY_TEXTS[judged.code]);
  }
  if (!judged.isGood || judged.license.id !== own.id) throw otherKey();
  const activation = await activate(shop, judged.license, { ...request, isOffline: true });
  if (!activation.valid) throw conflict(activation.code, activation.message);
  const { ticket, expiresAt, machine } = activation;
  return { ticket, expiresAt, machine, fileName: LICENSE_FILE, machines: await readMachines(shop, own) };
}

/** Their names go with them; moves are counted no longer than that, and a running ticket keeps its row. */
export async function forgetReleasedMachines(shop: Shop): Promise<void> {
  await deleteReleasedMachines(shop.db, daysAgo(shop, MOVES_DAYS), shop.clock.now().toISOString());
}

async function releaseAsBuyer(shop: Shop, license: License, machine: MachineRow): Promise<KeyMachines> {
  await takeOrRefuse(shop, 'machineMoves', license.id, { sentence: MACHINE_TEXTS.tooFast });
  return inTransaction(shop.db, async (tx) => {
    await lockRow(tx, 'activationKeys', license.id);
    const moves = await countMoves(tx, license.id, daysAgo(shop, MOVES_DAYS));
    const limit = license.machineLimit;
    if (limit !== null && moves >= limit + SPARE_MOVES) throw conflict('too_many_moves', tooManyMoves(moves));
    const release = { releasedAt: shop.clock.now().toISOString(), releasedBy: 'buyer' } as const;
    if (!(await releaseMachine(tx, machine.id, release))) throw unknownMachine();
    if (license.purchaseId) await recordEvent(tx, shop, license.purchaseId, 'machine_released', 'buyer', machine.name);
    return readMachines(shop, license, tx);
  });
}

async function findOfItem(shop: Shop, itemId: string): Promise<License> {
  await findPaidItem(shop, itemId);
  const key = await findKeyOfItem(shop.db, itemId);
  const license = key && (await findLicense(shop.db, key.id));
  if (!license) throw conflict('no_key', MACHINE_TEXTS.noKey);
  return license;
}

async function findOrRefuse(db: Queryable, keyId: string): Promise<License> {
  const license = await findLicense(db, keyId);
  if (!license) throw notFound(MACHINE_TEXTS.unknownKey);
  return license;
}

async function readMachines(shop: Shop, license: License, db: Queryable = shop.db): Promise<KeyMachines> {
  const now = shop.clock.now();
  const machines = await listMachinesOfKeys(db, [license.id], countedAt(license, now));
  return {
    used: machines.length,
    limit: license.machineLimit,
    machines: machines.map((machine) => toMachineDto(machine, now)),
    offlineDays: license.offlineDays,
    uses: license.uses,
  };
}

function noteChange(
  tx: Queryable,
  shop: Shop,
  actor: Actor,
  keyId: string,
  change: Pick<Change, 'action' | 'changes'>,
): Promise<void> {
  return recordChange(tx, shop, actor, { ...change, entityId: keyId });
}

function daysAgo({ clock }: Shop, days: number): string {
  return new Date(clock.now().getTime() - days * DAY_MS).toISOString();
}

function unknownMachine() {
  return notFound(MACHINE_TEXTS.unknown);
}

function otherKey() {
  return invalid('request', MACHINE_TEXTS.otherKey);
}
