import type { AuditAction } from '#src/wire/audit/audit-actions.ts';
import { openBesideStore } from './client.ts';
import { insertAudit } from './queries/audit/audit.ts';
import { inTransaction } from './transactions.ts';

export type Administrator = { id: string; email: string };

export async function listAdministrators(databaseUrl: string): Promise<Administrator[]> {
  const { db, close } = await openBesideStore(databaseUrl);
  try {
    const administrators = db.selectFrom('users').select(['id', 'email']).where('isAdmin', '=', 1);
    return await administrators.where('isActive', '=', 1).orderBy('email').execute();
  } finally {
    await close();
  }
}

/** Ends the administrator's sessions and records the change, too; returns how many sessions ended. */
export async function replaceAdministratorPassword(
  databaseUrl: string,
  id: string,
  passwordHash: string,
): Promise<number> {
  const { db, close } = await openBesideStore(databaseUrl);
  try {
    return await inTransaction(db, async (tx) => {
      await tx.updateTable('users').set({ passwordHash }).where('id', '=', id).execute();
      const { numDeletedRows } = await tx.deleteFrom('sessions').where('user_id', '=', id).executeTakeFirst();
      const at = new Date().toISOString();
      const action = 'access.reset_password' satisfies AuditAction;
      const change = { action, entity: 'user', entityId: id, fields: '[]' };
      await insertAudit(tx, { at, actorId: 'command', ...change });
      return Number(numDeletedRows);
    });
  } finally {
    await close();
  }
}
