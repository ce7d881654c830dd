import { Worker } from 'node:worker_threads';
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, SqliteDialect } from 'kysely';
import { StoreAdapter, type StoreDialect } from './dialect.ts';

export type ThreadData = { file: string; pragmas: readonly string[] };
/** `end` closes the database; what is not committed is undone. */
export type ThreadQuestion = Pick<CompiledQuery, 'sql' | 'parameters'> | 'end';
export type ThreadAnswer = { result: QueryResult<unknown> } | { message: string; code: string };

/** The writer of a thread instead of the store's own. */
export class BulkDialect extends SqliteDialect {
  readonly #driver: Driver;

  constructor(store: StoreDialect, open: BulkOptions) {
    super({ database: () => Promise.reject(new Error('The thread has the database.')) });
    this.#driver = openBulkDriver(store, open);
  }

  override createDriver(): Driver {
    return this.#driver;
  }

  override createAdapter(): StoreAdapter {
    return new StoreAdapter();
  }
}

type BulkOptions = ThreadData & {
  program: string;
  /** How long the journal may grow before it is written back; 0 where somebody else does so. */
  journalPages(): number;
};

/**
 * Transactions of much work: a thread computes them, while this process goes on answering. They take turns with those of
 * the store's own writer, and share no commit with them.
 */
function openBulkDriver(store: StoreDialect, { program, journalPages, ...data }: BulkOptions): Driver {
  const thread = openThreadOnDemand(program, data);
  let last: Promise<void> = Promise.resolve();

  /** Of all who write, only the next of these transactions waits for it. */
  async function tidy(run: RunOnThread, mostPages: number): Promise<void> {
    if (mostPages === 0) return;
    const [journal] = (await run(JOURNAL_LENGTH)).rows as { log: number; checkpointed: number }[];
    if (journal && journal.log - journal.checkpointed >= mostPages) await run(WRITE_BACK);
  }

  function openConnection(): BulkConnection {
    let run: RunOnThread | undefined;
    let begun: Promise<unknown> = Promise.resolve();
    let release = () => {};
    let endTurn = () => {};

    function end(): void {
      run = undefined;
      thread.rest();
      release();
      release = () => {};
    }

    async function takeTurn(): Promise<void> {
      const before = last;
      const turn = Promise.withResolvers<void>();
      endTurn = turn.resolve;
      last = turn.promise;
      await before;
    }

    return {
      async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
        if (!run) throw new Error('The thread works in transactions alone.');
        const [result] = await Promise.all([run(query), begun]);
        return result as QueryResult<Row>;
      },
      async *streamQuery<Row>(query: CompiledQuery) {
        yield await this.executeQuery<Row>(query);
      },
      async begin() {
        await takeTurn();
        const { awaitLull, holdWriter } = store.createDriver();
        await awaitLull();
        release = await holdWriter();
        try {
          run = thread.use();
        } catch (error) {
          end();
          endTurn();
          throw error;
        }
        // The first statements follow it without waiting for its answer, and fail with it.
        begun = run(BEGIN);
        begun.catch(() => undefined);
      },
      async keep() {
        if (!run) return;
        const committed = run(COMMIT);
        // Like SQLite, which says nothing either: the next one will do it.
        const tidied = tidy(run, journalPages()).catch(() => undefined);
        await committed;
        end();
        void tidied.finally(endTurn);
      },
      /** Kysely also calls it after a failed commit. */
      async undo() {
        try {
          await run?.(ROLLBACK);
        } finally {
          end();
          endTurn();
        }
      },
    };
  }

  return {
    init: async () => undefined,
    acquireConnection: async () => openConnection(),
    beginTransaction: (connection: BulkConnection) => connection.begin(),
    commitTransaction: (connection: BulkConnection) => connection.keep(),
    rollbackTransaction: (connection: BulkConnection) => connection.undo(),
    releaseConnection: async () => undefined,
    destroy: () => thread.close(),
  };
}

type BulkConnection = DatabaseConnection & {
  begin(): Promise<void>;
  keep(): Promise<void>;
  undo(): Promise<void>;
};

const BEGIN = CompiledQuery.raw('begin immediate');
const COMMIT = CompiledQuery.raw('commit');
const ROLLBACK = CompiledQuery.raw('rollback');
const JOURNAL_LENGTH = CompiledQuery.raw('pragma wal_checkpoint(noop)');
const WRITE_BACK = CompiledQuery.raw('pragma wal_checkpoint(passive)');

type RunOnThread = (query: CompiledQuery) => Promise<QueryResult<unknown>>;

/** The thread ends when nobody has used it for a while. */
function openThreadOnDemand(program: string, data: ThreadData) {
  let current: { run: RunOnThread; worker: Worker } | undefined;
  let idle: NodeJS.Timeout | undefined;

  function start(): NonNullable<typeof current> {
    const worker = new Worker(program, { workerData: data });
    worker.unref();
    // It answers in the order in which it was asked.
    const waiting: PromiseWithResolvers<QueryResult<unknown>>[] = [];
    let failure: Error | undefined;
    const fail = (error: Error) => {
      failure ??= error;
      for (const { reject } of waiting.splice(0)) reject(failure);
      if (current?.worker === worker) current = undefined;
    };
    worker.on('message', (answer: ThreadAnswer) => {
      const asked = waiting.shift();
      if ('result' in answer) asked?.resolve(answer.result);
      else asked?.reject(Object.assign(new Error(answer.message), { code: answer.code }));
    });
    worker.on('error', fail);
    worker.on('exit', () => fail(new Error('The thread has ended.')));
    return {
      worker,
      run({ sql, parameters }) {
        if (failure) return Promise.reject(failure);
        const asked = Promise.withResolvers<QueryResult<unknown>>();
        waiting.push(asked);
        worker.postMessage({ sql, parameters });
        return asked.promise;
      },
    };
  }

  async function close(): Promise<void> {
    clearTimeout(idle);
    const ending = current?.worker;
    // Whoever comes meanwhile gets another one.
    current = undefined;
    if (!ending) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    ending.once('exit', () => resolve());
    ending.ref();
    // `terminate` within a call of SQLite's can abort the whole process: https://github.com/WiseLibs/better-sqlite3/issues/1507
    ending.postMessage('end' satisfies ThreadQuestion);
    await promise;
  }

  return {
    close,
    use(): RunOnThread {
      clearTimeout(idle);
      current ??= start();
      return current.run;
    },
    rest(): void {
      idle = setTimeout(() => void close(), IDLE_MS).unref();
    },
  };
}

const IDLE_MS = 10_000;
