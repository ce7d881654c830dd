import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { MachineRow, Queryable, ReleasedBy, Tables } from '../tables.ts';

type NewMachine = Omit<Insertable<Tables['machines']>, 'releasedAt' | 'releasedBy'>;

/** False when the key has no place left; the caller holds the key's row, so that its others wait. */
export async function takePlace(db: Queryable, machine: NewMachine, limit: number): Promise<boolean> {
  const values = Object.entries(machine);
  const used = db
    .selectFrom('machines')
    .select(({ fn }) => fn.countAll<number>().as('used'))
    .where('keyId', '=', machine.keyId)
    .where('releasedAt', 'is', null);
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
  return db
    .selectFrom('machines')
    .selectAll()
    .where('keyId', '=', keyId)
    .where('fingerprintHash', '=', fingerprintHash)
    .where('releasedAt', 'is', null)
    .executeTakeFirst();
}

/** Those that hold a place, last seen first. */
export async function listMachinesOfKeys(db: Queryable, keyIds: readonly string[]): Promise<MachineRow[]> {
  if (keyIds.length === 0) return [];
  return db
    .selectFrom('machines')
    .selectAll()
    .where('keyId', 'in', keyIds)
    .where('releasedAt', 'is', null)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id')
    .execute();
}

export async function countMachinesOfKey(db: Queryable, keyId: string): Promise<number> {
  const { used } = await db
    .selectFrom('machines')
    .select(({ fn }) => fn.countAll<number>().as('used'))
    .where('keyId', '=', keyId)
    .where('releasedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return used;
}

export async function updateMachine(
  db: Queryable,
  id: string,
  seen: Partial<Pick<MachineRow, 'name' | 'platform' | 'pluginVersion' | 'host' | 'lastSeenAt'>>,
): Promise<void> {
  await db.updateTable('machines').set(seen).where('id', '=', id).where('releasedAt', 'is', null).execute();
}

type Release = { releasedAt: string; releasedBy: ReleasedBy };

export async function releaseMachine(db: Queryable, id: string, release: Release): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('machines')
    .set(release)
    .where('id', '=', id)
    .where('releasedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns how many there were. */
export async function releaseMachinesOfKey(db: Queryable, keyId: string, release: Release): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('machines')
    .set(release)
    .where('keyId', '=', keyId)
    .where('releasedAt', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The longest unseen of those not seen since `before`. */
export function releaseIdleMachine(
  db: Queryable,
  { keyId, before, now }: { keyId: string; before: string; now: string },
): Promise<{ name: string } | undefined> {
  return db
    .updateTable('machines')
    .set({ releasedAt: now, releasedBy: 'idle' })
    .where('id', '=', (row) =>
      row
        .selectFrom('machines')
        .select('id')
        .where('keyId', '=', keyId)
        .where('releasedAt', 'is', null)
        .where('lastSeenAt', '<=', before)
        .orderBy('lastSeenAt')
        .orderBy('id')
        .limit(1),
    )
    .returning('name')
    .executeTakeFirst();
}

export async function countMoves(db: Queryable, keyId: string, since: string): Promise<number> {
  const { moves } = await db
    .selectFrom('machines')
    .select(({ fn }) => fn.countAll<number>().as('moves'))
    .where('keyId', '=', keyId)
    .where('releasedBy', '=', 'buyer')
    .where('releasedAt', '>', since)
    .executeTakeFirstOrThrow();
  return moves;
}

/** What the plugin itself gave up counts for nothing; others count for as long as moves do. */
export async function deleteReleasedMachines(db: Queryable, before: string): Promise<void> {
  await db.deleteFrom('machines').where('releasedAt', '<', before).execute();
}

export async function deleteLeftMachines(db: Queryable, keyId: string): Promise<void> {
  await db.deleteFrom('machines').where('keyId', '=', keyId).where('releasedBy', '=', 'plugin').execute();
}

/** Returns the names that were there. */
export async function deleteMachinesOfKeys(db: Queryable, keyIds: readonly string[]): Promise<string[]> {
  if (keyIds.length === 0) return [];
  const deleted = await db.deleteFrom('machines').where('keyId', 'in', keyIds).returning('name').execute();
  return deleted.map(({ name }) => name);
}

/** Of machines seen since, by what they said of themselves. */
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
