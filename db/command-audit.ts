import { databasePath, openCopy } from './client.ts';

export type Command = 'backup.create' | 'backup.restore';

/**
 * Writes by its own connection beside a running store, which may be of an older version, so only columns that every version
 * has.
 */
export function auditCommand(databaseUrl: string, action: Command): void {
  const sqlite = openCopy(databasePath(databaseUrl));
  try {
    sqlite.pragma('synchronous = FULL');
    sqlite
      .prepare('INSERT INTO audit (at, "actorId", action, entity, "entityId", fields) VALUES (?, ?, ?, ?, ?, ?)')
      .run(new Date().toISOString(), 'command', action, 'backup', 'all', '[]');
  } finally {
    sqlite.close();
  }
}
