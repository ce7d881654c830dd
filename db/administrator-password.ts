import { randomUUID } from 'node:crypto';
import type { AuditAction } from '#src/wire/audit/audit-actions.ts';
import { besideStore } from './client.ts';
import type { ReadTrailKey } from './command-audit.ts';
import { insertAlert } from './queries/access/known-devices.ts';
import { deleteChallengesOf } from './queries/access/sign-in-challenges.ts';
import { voidPassword } from './queries/access/users.ts';
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
export function replaceAdministratorPassword(
  databaseUrl: string,
  id: string,
  passwordHash: string,
  readKey: ReadTrailKey,
): Promise<number> {
  return besideStore(databaseUrl, async (db) => {
    await readKey(db);
    return inTransaction(db, async (tx) => {
      await tx.updateTable('users').set({ passwordHash }).where('id', '=', id).execute();
      const { numDeletedRows } = await tx.deleteFrom('sessions').where('user_id', '=', id).executeTakeFirst();
      const at = new Date().toISOString();
      const action = 'access.reset_password' satisfies AuditAction;
      const change = { action, entity: 'user', entityId: id, fields: '[]' };
      await insertAudit(tx, { at, actorId: 'command', ...change });
      return Number(numDeletedRows);
    });
  });
}

/** Takes the password and all factors away, ends the sessions, and opens a link for a new password; returns how many sessions ended. */
export function resetAdministrator(
  databaseUrl: string,
  id: string,
  tokenHash: string,
  readKey: ReadTrailKey,
): Promise<number> {
  return besideStore(databaseUrl, async (db) => {
    await readKey(db);
    return inTransaction(db, async (tx) => {
      const at = new Date().toISOString();
      await voidPassword(tx, id);
      for (const table of ['passkeys', 'codeApps', 'recoveryCodes'] as const) {
        await tx.deleteFrom(table).where('userId', '=', id).execute();
      }
      await deleteChallengesOf(tx, id);
      const { numDeletedRows } = await tx.deleteFrom('sessions').where('user_id', '=', id).executeTakeFirst();
      const alert = {
        id: randomUUID(),
        userId: id,
        kind: 'new_password',
        detail: '',
        tokenHash,
        createdAt: at,
      } as const;
      await insertAlert(tx, alert);
      const action = 'access.reset_factors' satisfies AuditAction;
      await insertAudit(tx, { at, actorId: 'command', action, entity: 'user', entityId: id, fields: '[]' });
      return Number(numDeletedRows);
    });
  });
}
