import type { AuditRow, Queryable } from '../tables.ts';

export async function insertAudit(db: Queryable, change: Omit<AuditRow, 'id'>): Promise<void> {
  await db.insertInto('audit').values(change).execute();
}
