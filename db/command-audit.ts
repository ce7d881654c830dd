import type { AuditAction } from '#src/wire/audit/audit-actions.ts';
import { openBesideStore } from './client.ts';

export type Command = Extract<AuditAction, `backup.${string}`>;

/** Uses only columns that every version has, since the running store may be older or newer; `entityId` says which backup. */
export async function auditCommand(
  databaseUrl: string,
  action: Command,
  { entityId = 'all', actorId = 'command' }: { entityId?: string; actorId?: string } = {},
): Promise<void> {
  const { db, close } = await openBesideStore(databaseUrl);
  try {
    const entry = { actorId, action, entity: 'backup', entityId, fields: '[]' };
    await db
      .insertInto('audit')
      .values({ at: new Date().toISOString(), ...entry })
      .execute();
  } finally {
    await close();
  }
}
