import { databasePath, openCopy } from './client.ts';

export type Command = 'backup.create' | 'backup.restore';

/** Use only columns that every version has, since the running store may be older or newer. */
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
