import { sql } from 'kysely';
import { type Placeholders, prepared } from '../../prepared.ts';
import { findsAny, updatesAny } from '../../results.ts';
import type { Queryable } from '../../tables.ts';

/** Returns false where this mail came back before: each counts once. */
export function markMailBounced(db: Queryable, mailId: number, at: string): Promise<boolean> {
  return db
    .updateTable('outbox')
    .set({ bouncedAt: at })
    .where('id', '=', mailId)
    .where('bouncedAt', 'is', null)
    .$call(updatesAny);
}

/** Marks the address with the last of so many. */
export async function countBounce(
  db: Queryable,
  { email, at, marksAfter }: { email: string; at: string; marksAfter: number },
): Promise<void> {
  const isEnough = sql<boolean>`bounces + 1 >= ${marksAfter}`;
  await db
    .updateTable('customers')
    .set((row) => ({
      bounces: row('bounces', '+', 1),
      bouncedAt: row
        .case()
        .when(isEnough)
        .then(row.fn.coalesce('bouncedAt', sql.val(at)))
        .else(null)
        .end(),
    }))
    .where('email', '=', email)
    .execute();
}

/** Mail reaches the address again. */
export async function forgetBounces(db: Queryable, email: string): Promise<void> {
  await forgotten.execute(db, { email });
}

const forgotten = prepared((db, { email }: Placeholders<{ email: string }>) =>
  db.updateTable('customers').set(UNMARKED).where('email', '=', email).where('bounces', '>', 0),
);

/** Returns false where the customer has no mark. */
export function takeMarkAway(db: Queryable, customerId: string): Promise<boolean> {
  return db
    .updateTable('customers')
    .set(UNMARKED)
    .where('id', '=', customerId)
    .where('bouncedAt', 'is not', null)
    .$call(updatesAny);
}

export function isAddressMarked(db: Queryable, email: string): Promise<boolean> {
  return db.selectFrom('customers').where('email', '=', email).where('bouncedAt', 'is not', null).$call(findsAny);
}

/** A customer who gets the address of another gets its mark, too. */
export function findAddressMark(db: Queryable, customerId: string): Promise<Mark | undefined> {
  return db.selectFrom('customers').select(['bounces', 'bouncedAt']).where('id', '=', customerId).executeTakeFirst();
}

export type Mark = { bounces: number; bouncedAt: string | null };

export const UNMARKED: Mark = { bounces: 0, bouncedAt: null };
