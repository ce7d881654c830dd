import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';

/** What differs between SQLite and PostgreSQL stands in this file: here, how a transaction begins. */
export class StoreDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#config);
  }
}

class ImmediateDriver extends SqliteDriver {
  /** Takes the write lock at once: a lock taken at the first write would fail where it should wait. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** On a full disk SQLite has undone everything by itself. The error that says so is the one to hear of. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch((error: unknown) => {
      if (!isNothingToUndo(error)) throw error;
    });
  }
}

function isNothingToUndo(error: unknown): boolean {
  return error instanceof Error && error.message.includes('no transaction is active');
}
