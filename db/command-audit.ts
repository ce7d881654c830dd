import type { AuditAction } from '#src/wire/audit/audit-actions.ts';
import { besideStore } from './client.ts';
import { insertAudit } from './queries/audit/audit.ts';
import type { Queryable } from './tables.ts';

export type Command = Extract<AuditAction, `backup.${string}`>;

/** Finds the key of the trail, where the store has one. */
export type ReadTrailKey = (db: Queryable) => Promise<void>;

/** Without the key it uses only columns that every version has, since the store may be an older one; `entityId` says which backup. */
export async function auditCommand(
  databaseUrl: string,
  action: Command,
  readKey: ReadTrailKey,
  { entityId = 'all', actorId = 'command' }: { entityId?: string; actorId?: string } = {},
): Promise<void> {
  const entry = { at: new Date().toISOString(), actorId, action, entity: 'backup', entityId, fields: '[]' };
  await besideStore(databaseUrl, async (db) => {
    await readKey(db);
    await insertAudit(db, entry);
  });
}
