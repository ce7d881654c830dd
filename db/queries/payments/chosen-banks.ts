import { sql } from 'kysely';
import type { ChosenBankRow } from '../../tables/payments.ts';
import type { Queryable } from '../../tables.ts';

/** `value` is what was typed, encrypted; the sandbox has none. */
export type ChosenBank = ChosenBankRow & { value: string | null };

/** The current one comes first, then the latest. */
export function listChosenBanks(db: Queryable): Promise<ChosenBank[]> {
  return db
    .selectFrom('chosenBanks')
    .leftJoin('encryptedSettings', (join) => join.on('encryptedSettings.name', '=', sql<string>`'bank:' || account`))
    .selectAll('chosenBanks')
    .select('encryptedSettings.value')
    .orderBy('isCurrent', 'desc')
    .orderBy('chosenAt', 'desc')
    .orderBy('account')
    .execute();
}

export function findCurrentBank(db: Queryable): Promise<ChosenBankRow | undefined> {
  return db.selectFrom('chosenBanks').selectAll().where('isCurrent', '=', 1).executeTakeFirst();
}

export async function replaceCurrentBank(db: Queryable, account: string, replacedAt: string): Promise<void> {
  await db
    .updateTable('chosenBanks')
    .set({ isCurrent: 0, replacedAt })
    .where('isCurrent', '=', 1)
    .where('account', '<>', account)
    .execute();
}

/** An account that comes back was chosen anew; one whose fields alone change was not. */
export async function upsertCurrentBank(
  db: Queryable,
  bank: Omit<ChosenBankRow, 'isCurrent' | 'replacedAt'>,
): Promise<void> {
  const { name, chosenAt, chosenBy } = bank;
  const anew = (value: string, former: 'chosenAt' | 'chosenBy') =>
    sql<string>`case when "chosenBanks"."isCurrent" = 1 then ${sql.ref(`chosenBanks.${former}`)} else ${value} end`;
  await db
    .insertInto('chosenBanks')
    .values({ ...bank, isCurrent: 1, replacedAt: null })
    .onConflict((conflict) =>
      conflict.column('account').doUpdateSet({
        name,
        isCurrent: 1,
        replacedAt: null,
        chosenAt: anew(chosenAt, 'chosenAt'),
        chosenBy: anew(chosenBy, 'chosenBy'),
      }),
    )
    .execute();
}

/** Returns false where it is current, was replaced after `before`, or is not known. */
export async function deleteFormerBank(db: Queryable, account: string, before: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('chosenBanks')
    .where('account', '=', account)
    .where('isCurrent', '=', 0)
    .where('replacedAt', '<=', before)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** Open sales at each account: those that wait, are in review or being refunded, and those that are still polled. */
export async function countOpenSales(db: Queryable): Promise<{ account: string | null; sales: number }[]> {
  const { rows } = await sql<{ account: string | null; sales: number }>`
    select account, count(*) as sales from (
      select id, account from purchases where status = 'PENDING' OR review IS NOT NULL
        OR ("refundRequestedAt" IS NOT NULL AND "refundedAt" IS NULL)
      union
      select id, account from purchases where "nextCheckAt" is not null
    ) as open group by account`.execute(db);
  return rows;
}
