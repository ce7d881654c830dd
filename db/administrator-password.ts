import { insertCommandAudit, openBesideStore } from './command-audit.ts';

export type Administrator = { id: string; email: string };

export function listAdministrators(databaseUrl: string): Administrator[] {
  const statement = `SELECT id, email FROM users WHERE "isAdmin" = 1 AND "isActive" = 1 ORDER BY email`;
  return openBesideStore(databaseUrl, (sqlite) => sqlite.prepare<[], Administrator>(statement).all());
}

/** Also ends the administrator's sessions and records the change; returns how many sessions ended. */
export function replaceAdministratorPassword(databaseUrl: string, id: string, passwordHash: string): number {
  return openBesideStore(databaseUrl, (sqlite) =>
    sqlite
      .transaction(() => {
        sqlite.prepare('UPDATE users SET "passwordHash" = ? WHERE id = ?').run(passwordHash, id);
        const { changes } = sqlite.prepare('DELETE FROM sessions WHERE user_id = ?').run(id);
        insertCommandAudit(sqlite, { action: 'access.reset_password', entity: 'user', entityId: id });
        return changes;
      })
      .immediate(),
  );
}
