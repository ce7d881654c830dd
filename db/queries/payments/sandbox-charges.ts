import { type Placeholders, prepared } from '../../prepared.ts';
import { updatesAny } from '../../results.ts';
import type { SandboxChargeRow } from '../../tables/payments.ts';
import type { Queryable } from '../../tables.ts';

function findSandboxCharge(db: Queryable, reference: string): Promise<SandboxChargeRow | undefined> {
  return chargeOf.executeTakeFirst(db, { reference });
}

const chargeOf = prepared((db, { reference }: Placeholders<{ reference: string }>) =>
  db.selectFrom('sandboxCharges').selectAll().where('reference', '=', reference),
);

function findOrInsertSandboxCharge(db: Queryable, charge: SandboxChargeRow): Promise<SandboxChargeRow> {
  return newOrKnownCharge.executeTakeFirstOrThrow(db, charge);
}

const newOrKnownCharge = prepared((db, charge: Placeholders<SandboxChargeRow>) =>
  db
    .insertInto('sandboxCharges')
    .values(charge)
    .onConflict((conflict) =>
      conflict.column('reference').doUpdateSet((row) => ({ reference: row.ref('excluded.reference') })),
    )
    .returningAll(),
);

function updateSandboxCharge(
  db: Queryable,
  reference: string,
  from: SandboxChargeRow['state'][],
  change: Pick<SandboxChargeRow, 'state' | 'paidAt'>,
): Promise<boolean> {
  return db
    .updateTable('sandboxCharges')
    .set(change)
    .where('reference', '=', reference)
    .where('state', 'in', from)
    .$call(updatesAny);
}

function listPaidSandboxCharges(db: Queryable, from: string, to: string): Promise<SandboxChargeRow[]> {
  return db
    .selectFrom('sandboxCharges')
    .selectAll()
    .where('paidAt', '>=', from)
    .where('paidAt', '<', to)
    .orderBy('paidAt')
    .execute();
}

export function sandboxCharges(db: Queryable) {
  return {
    find: (reference: string) => findSandboxCharge(db, reference),
    take: (charge: SandboxChargeRow) => findOrInsertSandboxCharge(db, charge),
    move: (
      reference: string,
      from: SandboxChargeRow['state'][],
      state: SandboxChargeRow['state'],
      paidAt: string | null,
    ) => updateSandboxCharge(db, reference, from, { state, paidAt }),
    listPaid: (from: string, to: string) => listPaidSandboxCharges(db, from, to),
  };
}
