import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import { countRows, updatesAny } from '../../results.ts';
import type { MachineRow, ReleasedBy } from '../../tables/licenses.ts';
import type { Queryable, Tables } from '../../tables.ts';

type NewMachine = Omit<Insertable<Tables['machines']>, 'releasedAt' | 'releasedBy'>;

/** `at` is null where places are not counted: then a released machine holds none. */
export function holdsPlace(at: string | null) {
  return sql<boolean>`(machines."releasedAt" is null or machines."offlineUntil" > ${at})`;
}

function hasNoTicket(at: string | null) {
  return sql<boolean>`coalesce(machines."offlineUntil" <= ${at}, true)`;
}

type Places = { limit: number; at: string | null };

/** Returns false when the key has no place left; the caller holds the key's row, so that its others wait. */
export async function takePlace(db: Queryable, machine: NewMachine, { limit, at }: Places): Promise<boolean> {
  const values = Object.entries(machine);
  const used = db
    .selectFrom('machines')
    .select(({ fn }) => fn.countAll<number>().as('used'))
    .where('keyId', '=', machine.keyId)
    .where(holdsPlace(at));
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('machines')
    .columns(values.map(([column]) => column as keyof NewMachine))
    .expression(
      db
        .selectNoFrom(values.map(([column, value]) => sql<string | null>`cast(${value} as text)`.as(column)))
        .where(sql<boolean>`(${used}) < ${limit}`),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export function findMachine(db: Queryable, id: string): Promise<MachineRow | undefined> {
  return db.selectFrom('machines').selectAll().where('id', '=', id).where('releasedAt', 'is', null).executeTakeFirst();
}

export function findMachineOfKey(
  db: Queryable,
  keyId: string,
  fingerprintHash: string,
): Promise<MachineRow | undefined> {
  return machinesOf(db, keyId, fingerprintHash).where('releasedAt', 'is', null).executeTakeFirst();
}

/** The active one first, or one that was released and still holds its place. */
export function findHolder(
  db: Queryable,
  keyId: string,
  fingerprintHash: string,
  at: string,
): Promise<MachineRow | undefined> {
  return machinesOf(db, keyId, fingerprintHash)
    .where(holdsPlace(at))
    .orderBy('releasedAt', (order) => order.desc().nullsFirst())
    .executeTakeFirst();
}

function machinesOf(db: Queryable, keyId: string, fingerprintHash: string) {
  return db
    .selectFrom('machines')
    .selectAll()
    .where('keyId', '=', keyId)
    .where('fingerprintHash', '=', fingerprintHash);
}

/** The buyer or the owner released it, and it was not activated again. */
export async function wasTakenBack(db: Queryable, keyId: string, fingerprintHash: string): Promise<boolean> {
  const machines = machinesOf(db, keyId, fingerprintHash).where('releasedBy', 'in', ['buyer', 'admin']);
  return (await machines.executeTakeFirst()) !== undefined;
}

/** Those that hold a place, last seen first. */
export async function listMachinesOfKeys(
  db: Queryable,
  keyIds: readonly string[],
  at: string | null,
): Promise<MachineRow[]> {
  if (keyIds.length === 0) return [];
  return db
    .selectFrom('machines')
    .selectAll()
    .where('keyId', 'in', keyIds)
    .where(holdsPlace(at))
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id')
    .execute();
}

export function countMachinesOfKey(db: Queryable, keyId: string, at: string | null): Promise<number> {
  return db.selectFrom('machines').where('keyId', '=', keyId).where(holdsPlace(at)).$call(countRows);
}

export async function updateMachine(db: Queryable, id: string, seen: Pick<MachineRow, 'lastSeenAt'>): Promise<void> {
  await db.updateTable('machines').set(seen).where('id', '=', id).where('releasedAt', 'is', null).execute();
}

type Seen = Pick<MachineRow, 'name' | 'platform' | 'pluginVersion' | 'host' | 'lastSeenAt' | 'offlineUntil'>;

/** The machine holds a place; the caller holds the key's row. */
export async function activateHolder(db: Queryable, id: string, seen: Seen): Promise<void> {
  const active = { ...seen, releasedAt: null, releasedBy: null };
  await db.updateTable('machines').set(active).where('id', '=', id).execute();
}

type Release = { releasedAt: string; releasedBy: ReleasedBy };

export function releaseMachine(db: Queryable, id: string, release: Release): Promise<boolean> {
  return db.updateTable('machines').set(release).where('id', '=', id).where('releasedAt', 'is', null).$call(updatesAny);
}

/** Frees one or all of the key's at once, though a ticket runs. A release before stays the buyer's. */
export function freePlaces(
  db: Queryable,
  { keyId, machineId, now }: { keyId: string; machineId: string | null; now: string },
): Promise<{ name: string }[]> {
  return db
    .updateTable('machines')
    .set(({ fn, val }) => ({
      releasedAt: fn.coalesce('releasedAt', val(now)),
      releasedBy: fn.coalesce('releasedBy', val<ReleasedBy>('admin')),
      offlineUntil: null,
    }))
    .where('keyId', '=', keyId)
    .$if(machineId !== null, (machines) => machines.where('id', '=', machineId ?? ''))
    .where(holdsPlace(now))
    .returning('name')
    .execute();
}

type Idle = {
  keyId: string;
  now: string;
  /** It is null where places are not counted. */
  at: string | null;
  idleSince: string;
  /** A machine that was not seen since has no other ticket. */
  ticketlessSince: string;
};

/** The longest unseen, without a running ticket of `offlineUntil`: idle, or not seen since that ended. */
export function releaseIdleMachine(db: Queryable, { keyId, now, at, idleSince, ticketlessSince }: Idle) {
  return db
    .updateTable('machines')
    .set({ releasedAt: now, releasedBy: 'idle', offlineUntil: null })
    .where('id', '=', (row) =>
      row
        .selectFrom('machines')
        .select('id')
        .where('keyId', '=', keyId)
        .where('releasedAt', 'is', null)
        .where(hasNoTicket(at))
        .where(({ and, eb, or }) =>
          or([
            eb('lastSeenAt', '<=', idleSince),
            and([eb('lastSeenAt', '<=', ticketlessSince), eb('lastSeenAt', '<', eb.ref('offlineUntil'))]),
          ]),
        )
        .orderBy('lastSeenAt')
        .orderBy('id')
        .limit(1),
    )
    .returning('name')
    .executeTakeFirst();
}

export function countMoves(db: Queryable, keyId: string, since: string): Promise<number> {
  return db
    .selectFrom('machines')
    .where('keyId', '=', keyId)
    .where('releasedBy', '=', 'buyer')
    .where('releasedAt', '>', since)
    .$call(countRows);
}

/** A place that the plugin itself gave up counts for nothing; others count for as long as moves do. */
export async function deleteReleasedMachines(db: Queryable, before: string, now: string): Promise<void> {
  await db.deleteFrom('machines').where('releasedAt', '<', before).where(hasNoTicket(now)).execute();
}

export async function deleteLeftMachines(db: Queryable, keyId: string, at: string | null): Promise<void> {
  await db
    .deleteFrom('machines')
    .where('keyId', '=', keyId)
    .where('releasedBy', '=', 'plugin')
    .where(hasNoTicket(at))
    .execute();
}

export async function listMachineNames(db: Queryable, keyIds: readonly string[]): Promise<string[]> {
  if (keyIds.length === 0) return [];
  const machines = await db.selectFrom('machines').select('name').where('keyId', 'in', keyIds).execute();
  return machines.map(({ name }) => name);
}

/** Leaves those with a running ticket, so that a key whose buyer was erased gives no place twice. */
export async function deleteMachinesOfKeys(db: Queryable, keyIds: readonly string[], now: string): Promise<void> {
  if (keyIds.length === 0) return;
  await db.deleteFrom('machines').where('keyId', 'in', keyIds).where(hasNoTicket(now)).execute();
}

/** A machine keeps nothing that it said of itself. */
export async function eraseMachinesOfKeys(db: Queryable, keyIds: readonly string[], name: string): Promise<void> {
  if (keyIds.length === 0) return;
  const erased = { name, platform: null, pluginVersion: null, host: null };
  await db.updateTable('machines').set(erased).where('keyId', 'in', keyIds).execute();
}

/** Groups the machines that were seen since by what they said of themselves. */
export function countMachinesInUse(db: Queryable, since: string) {
  return db
    .selectFrom('machines')
    .innerJoin('activationKeys', 'activationKeys.id', 'machines.keyId')
    .innerJoin('products', 'products.id', 'activationKeys.productId')
    .select(['products.id', 'products.name', 'machines.pluginVersion', 'machines.host', 'machines.platform'])
    .select(({ fn }) => fn.countAll<number>().as('machines'))
    .where('machines.releasedAt', 'is', null)
    .where('machines.lastSeenAt', '>=', since)
    .groupBy(['products.id', 'products.name', 'machines.pluginVersion', 'machines.host', 'machines.platform'])
    .execute();
}
