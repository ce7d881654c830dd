import { type DialectAdapter, type Driver, SqliteAdapter, SqliteDialect } from 'kysely';
import type { Connection } from './commit-group.ts';
import { openDriver } from './driver.ts';

export class StoreDialect extends SqliteDialect {
  readonly #database: Connection;

  constructor(database: Connection) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): Driver {
    return openDriver(this.#database);
  }

  override createAdapter(): DialectAdapter {
    return new StoreAdapter();
  }
}

class StoreAdapter extends SqliteAdapter {
  readonly hasOneWriter = true;

  /** SQLite can roll schema changes back; Kysely assumes that it cannot. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** The driver shares the one connection itself, because Kysely would not release it while its holder waits. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
