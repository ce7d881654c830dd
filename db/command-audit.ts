import type { AuditAction } from '#src/wire/audit/audit-actions.ts';
import { besideStore } from './client.ts';

export type Command = Extract<AuditAction, `backup.${string}`>;

/** Uses only columns that every version has, since the running store may be older or newer; `entityId` says which backup. */
export async function auditCommand(
  databaseUrl: string,
  action: Command,
  { entityId = 'all', actorId = 'command' }: { entityId?: string; actorId?: string } = {},
): Promise<void> {
  const entry = { at: new Date().toISOString(), actorId, action, entity: 'backup', entityId, fields: '[]' };
  await besideStore(databaseUrl, (db) => db.insertInto('audit').values(entry).execute());
}
