import type { Queryable, SandboxChargeRow } from '../tables.ts';

export function findSandboxCharge(db: Queryable, reference: string): Promise<SandboxChargeRow | undefined> {
  return db.selectFrom('sandboxCharges').selectAll().where('reference', '=', reference).executeTakeFirst();
}

export async function insertSandboxCharge(db: Queryable, charge: SandboxChargeRow): Promise<void> {
  await db
    .insertInto('sandboxCharges')
    .values(charge)
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .execute();
}

/** Moves a charge on if it stands in one of the states `from`. */
export async function updateSandboxCharge(
  db: Queryable,
  reference: string,
  from: SandboxChargeRow['state'][],
  change: Pick<SandboxChargeRow, 'state' | 'paidAt'>,
): Promise<void> {
  await db
    .updateTable('sandboxCharges')
    .set(change)
    .where('reference', '=', reference)
    .where('state', 'in', from)
    .execute();
}

/** The charges that were paid from `from` until before `to`. */
export function listPaidSandboxCharges(db: Queryable, from: string, to: string): Promise<SandboxChargeRow[]> {
  return db
    .selectFrom('sandboxCharges')
    .selectAll()
    .where('paidAt', '>=', from)
    .where('paidAt', '<', to)
    .orderBy('paidAt')
    .execute();
}

/** The sandbox bank's books, bound to a database. */
export function sandboxCharges(db: Queryable) {
  return {
    find: (reference: string) => findSandboxCharge(db, reference),
    insert: (charge: SandboxChargeRow) => insertSandboxCharge(db, charge),
    move: (
      reference: string,
      from: SandboxChargeRow['state'][],
      state: SandboxChargeRow['state'],
      paidAt: string | null,
    ) => updateSandboxCharge(db, reference, from, { state, paidAt }),
    listPaid: (from: string, to: string) => listPaidSandboxCharges(db, from, to),
  };
}
