import { type DialectAdapter, SqliteAdapter, type SqliteDatabase, SqliteDialect } from 'kysely';
import type { Connection } from './commit-group.ts';
import { type LockWaits, openDriver, type StoreDriver } from './driver.ts';

export class StoreDialect extends SqliteDialect {
  readonly #writer: Connection;
  readonly #reader: SqliteDatabase | undefined;
  readonly #waits: LockWaits | undefined;
  #driver: StoreDriver | undefined;

  constructor(writer: Connection, reader?: SqliteDatabase, waits?: LockWaits) {
    super({ database: writer });
    this.#writer = writer;
    this.#reader = reader;
    this.#waits = waits;
  }

  /** One for each dialect, so that who opened the database can reach it. */
  override createDriver(): StoreDriver {
    this.#driver ??= openDriver(this.#writer, this.#reader, this.#waits);
    return this.#driver;
  }

  override createAdapter(): DialectAdapter {
    return new StoreAdapter();
  }
}

export class StoreAdapter extends SqliteAdapter {
  readonly hasOneWriter = true;

  /** SQLite can roll schema changes back; Kysely assumes that it cannot. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** The driver shares the one writer itself, because Kysely would not release it while its holder waits. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
