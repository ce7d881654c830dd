import { databasePath, openCopy } from './client.ts';
import type { SqliteHandle } from './tables.ts';

export type Command = 'backup.create' | 'backup.restore';

export function auditCommand(databaseUrl: string, action: Command): void {
  openBesideStore(databaseUrl, (sqlite) => insertCommandAudit(sqlite, { action, entity: 'backup', entityId: 'all' }));
}

/** Use only columns that every version has, since the running store may be older or newer. */
export function openBesideStore<Result>(databaseUrl: string, use: (sqlite: SqliteHandle) => Result): Result {
  const sqlite = openCopy(databasePath(databaseUrl));
  try {
    sqlite.pragma('synchronous = FULL');
    return use(sqlite);
  } finally {
    sqlite.close();
  }
}

type Entry = { action: string; entity: string; entityId: string };

export function insertCommandAudit(sqlite: SqliteHandle, { action, entity, entityId }: Entry): void {
  sqlite
    .prepare('INSERT INTO audit (at, "actorId", action, entity, "entityId", fields) VALUES (?, ?, ?, ?, ?, ?)')
    .run(new Date().toISOString(), 'command', action, entity, entityId, '[]');
}
