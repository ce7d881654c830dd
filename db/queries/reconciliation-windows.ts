import type { ExpressionBuilder } from 'kysely';
import type { BankWindowRow, Queryable, Tables } from '../tables.ts';

type NewWindow = Pick<BankWindowRow, 'sweepId' | 'from' | 'to'>;

/** SQLite gives the id of a deleted row again, so another process may know a former window by it. */
export type KnownWindow = NewWindow & Pick<BankWindowRow, 'id'>;

export async function insertWindows(db: Queryable, windows: readonly NewWindow[]): Promise<void> {
  await db.insertInto('bankWindows').values(windows.map(blank)).execute();
}

function blank(window: NewWindow) {
  return { ...window, finishedAt: null, tries: 0, lastError: null };
}

export function listOpenWindows(db: Queryable, sweepId: number): Promise<BankWindowRow[]> {
  return db
    .selectFrom('bankWindows')
    .selectAll()
    .where('sweepId', '=', sweepId)
    .where('finishedAt', 'is', null)
    .orderBy('tries')
    .orderBy('to', 'desc')
    .execute();
}

export async function countWindows(db: Queryable, sweepId: number): Promise<number> {
  const { total } = await db
    .selectFrom('bankWindows')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where('sweepId', '=', sweepId)
    .executeTakeFirstOrThrow();
  return total;
}

export async function finishWindow(db: Queryable, window: KnownWindow, finishedAt: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bankWindows')
    .set({ finishedAt, lastError: null })
    .where(isStill(window))
    .where('finishedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function noteWindowTry(db: Queryable, window: KnownWindow, lastError: string): Promise<void> {
  await db
    .updateTable('bankWindows')
    .set((row) => ({ lastError, tries: row('tries', '+', 1) }))
    .where(isStill(window))
    .execute();
}

export async function deleteWindow(db: Queryable, window: KnownWindow): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('bankWindows')
    .where(isStill(window))
    .where('finishedAt', 'is', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

function isStill({ id, sweepId, from, to }: KnownWindow) {
  return ({ and }: ExpressionBuilder<Tables, 'bankWindows'>) => and({ id, sweepId, from, to });
}

export async function deleteOlderWindows(db: Queryable, provider: string, sweepId: number): Promise<void> {
  await db
    .deleteFrom('bankWindows')
    .where('sweepId', 'in', (rows) =>
      rows.selectFrom('bankSweeps').select('id').where('provider', '=', provider).where('id', '<', sweepId),
    )
    .execute();
}
