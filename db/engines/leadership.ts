import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryExecutor,
} from 'kysely';
import { shareTrailKey } from '../queries/audit/seals.ts';
import type { Database, Tables } from '../tables.ts';
import { countRepeatsWith } from '../transactions.ts';

/** One process leads, for one term; each new one has a higher number. */
export type Leadership = {
  term: number;
  holder: string;
  /** It aborts when this process knows that it leads no longer, which a paused one learns late. */
  ended: AbortSignal;
  /** The server may have given the lead to another unless it has answered lately. */
  isFresh(): boolean;
};

export const TAKE_TERM = `insert into leadership (id, term, holder) values (1, 1, $1)
  on conflict (id) do update set term = leadership.term + 1, holder = excluded.holder returning term`;

/** The next leader waits for deeds that have passed it, and none passes it afterwards. */
const STILL_LEADS = 'select 1 from leadership where term = $1 and holder = $2 for share';

/** The same database for the leader's deeds: no statement begins without a fresh lead, and none is committed after its term. */
export function fencedDatabase(db: Database, leadership: Leadership): Database {
  const fenced = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new FencedDriver(db.getExecutor(), leadership),
      createIntrospector: (introspected) => new PostgresIntrospector(introspected),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return shareTrailKey(countRepeatsWith(fenced, db), db);
}

class FencedDriver implements Driver {
  readonly #source: QueryExecutor;
  readonly #leadership: Leadership;
  readonly #releases = new WeakMap<DatabaseConnection, () => void>();

  constructor(source: QueryExecutor, leadership: Leadership) {
    this.#source = source;
    this.#leadership = leadership;
  }

  async init(): Promise<void> {}

  acquireConnection(): Promise<DatabaseConnection> {
    return new Promise((resolve, reject) => {
      const hold = (connection: DatabaseConnection) =>
        new Promise<void>((release) => {
          // The wait for it may have been long.
          if (!this.#leadership.isFresh()) throw notLeading();
          const fenced = new FencedConnection(connection);
          this.#releases.set(fenced, release);
          resolve(fenced);
        });
      if (this.#leadership.isFresh()) this.#source.provideConnection(hold).catch(reject);
      else reject(notLeading());
    });
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const { term, holder } = this.#leadership;
    if (!(connection instanceof FencedConnection && connection.onlyReads)) {
      const { rows } = await connection.executeQuery(CompiledQuery.raw(STILL_LEADS, [term, holder]));
      if (rows.length === 0) throw notLeading();
    }
    const { rows } = await connection.executeQuery<{ command: string }>(CompiledQuery.raw('commit'));
    if (rows[0]?.command === 'ROLLBACK') throw new Error('The transaction was rolled back by the server.');
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#releases.get(connection)?.();
  }

  /** The connections are the pool's. */
  async destroy(): Promise<void> {}
}

class FencedConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  /** The server gives no row's lock to such a transaction. */
  onlyReads = false;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  executeQuery<Row>(query: CompiledQuery) {
    if (/^set transaction .*read only$/.test(query.sql)) this.onlyReads = true;
    return this.#connection.executeQuery<Row>(query);
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number) {
    return this.#connection.streamQuery<Row>(query, chunkSize);
  }
}

const notLeading = () => Object.assign(new Error('Another process of the shop may lead now.'), { code: 'NOT_LEADING' });
