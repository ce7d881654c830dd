import { countRows, deletesAny, updatesAny } from '../../results.ts';
import type { BankWindowRow } from '../../tables/payments.ts';
import type { Queryable } from '../../tables.ts';

type NewWindow = Pick<BankWindowRow, 'sweepId' | 'from' | 'to'>;

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

export function countWindows(db: Queryable, sweepId: number): Promise<number> {
  return db.selectFrom('bankWindows').where('sweepId', '=', sweepId).$call(countRows);
}

export function finishWindow(db: Queryable, id: number, finishedAt: string): Promise<boolean> {
  return db
    .updateTable('bankWindows')
    .set({ finishedAt, lastError: null })
    .where('id', '=', id)
    .where('finishedAt', 'is', null)
    .$call(updatesAny);
}

export async function noteWindowTry(db: Queryable, id: number, lastError: string): Promise<void> {
  await db
    .updateTable('bankWindows')
    .set((row) => ({ lastError, tries: row('tries', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export function deleteWindow(db: Queryable, id: number): Promise<boolean> {
  return db.deleteFrom('bankWindows').where('id', '=', id).where('finishedAt', 'is', null).$call(deletesAny);
}

export async function deleteOlderWindows(db: Queryable, provider: string, sweepId: number): Promise<void> {
  await db
    .deleteFrom('bankWindows')
    .where('sweepId', 'in', (rows) =>
      rows.selectFrom('bankSweeps').select('id').where('provider', '=', provider).where('id', '<', sweepId),
    )
    .execute();
}
