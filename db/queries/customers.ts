import type { CustomerRow, Queryable } from '../tables.ts';

/** The customer of that e-mail, made when there is none. The row that is there keeps its name. */
export async function takeCustomer(db: Queryable, customer: CustomerRow & { email: string }): Promise<string> {
  const { id } = await db
    .insertInto('customers')
    .values(customer)
    .onConflict((conflict) => conflict.column('email').doUpdateSet((row) => ({ email: row.ref('excluded.email') })))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
