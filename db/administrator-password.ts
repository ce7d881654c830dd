import type { AuditAction } from '#src/wire/audit/audit-actions.ts';
import { besideStore } from './client.ts';
import { insertAudit } from './queries/audit/audit.ts';
import { inTransaction } from './transactions.ts';

export type Administrator = { id: string; email: string };

export function listAdministrators(databaseUrl: string): Promise<Administrator[]> {
  return besideStore(databaseUrl, (db) => {
    const administrators = db.selectFrom('users').select(['id', 'email']).where('isAdmin', '=', 1);
    return administrators.where('isActive', '=', 1).orderBy('email').execute();
  });
}

/** Ends the administrator's sessions and records the change, too; returns how many sessions ended. */
export function replaceAdministratorPassword(databaseUrl: string, id: string, passwordHash: string): Promise<number> {
  return besideStore(databaseUrl, (db) =>
    inTransaction(db, async (tx) => {
      await tx.updateTable('users').set({ passwordHash }).where('id', '=', id).execute();
      const { numDeletedRows } = await tx.deleteFrom('sessions').where('user_id', '=', id).executeTakeFirst();
      const at = new Date().toISOString();
      const action = 'access.reset_password' satisfies AuditAction;
      const change = { action, entity: 'user', entityId: id, fields: '[]' };
      await insertAudit(tx, { at, actorId: 'command', ...change });
      return Number(numDeletedRows);
    }),
  );
}
