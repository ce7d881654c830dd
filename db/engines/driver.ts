import { setTimeout as wait } from 'node:timers/promises';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, SqliteDatabase } from 'kysely';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { type CommitGroup, type Connection, openCommitGroup } from './commit-group.ts';
import { openMutex } from './mutex.ts';
import { run } from './statements.ts';

export type StoreDriver = Driver & {
  /** Runs while no transaction is open, which a checkpoint needs. */
  betweenGroups<Result>(work: () => Result): Promise<Result>;
  /** No transaction is open from here until the returned function is called. */
  holdWriter(): Promise<() => void>;
  /** Until nobody has written for some milliseconds: whoever did so will soon write again. */
  awaitLull(): Promise<void>;
};

type StoreConnection = DatabaseConnection & {
  begin(): Promise<void>;
  keep(): Promise<void>;
  undo(): Promise<void>;
  release(): void;
};

/**
 * Writers of a few event loop turns share a commit. A read outside transactions sees only committed data: it has a handle of
 * its own and waits for nobody; where there is none, as in memory, it runs between two groups.
 */
export function openDriver(
  writer: Connection,
  reader?: SqliteDatabase,
  waits: LockWaits = openLockWaits(),
): StoreDriver {
  let group: CommitGroup | undefined;
  let lastCommit = 0;
  const mutex = openMutex(() => group === undefined);

  const joinGroup = () =>
    retryWhileBusy(waits, waitUnlocked, () => {
      group ??= openCommitGroup(writer, () => void endGroup());
      return group;
    });

  async function endGroup(): Promise<void> {
    await mutex.lock();
    const ending = group;
    group = undefined;
    try {
      ending?.commit();
    } finally {
      lastCommit = performance.now();
      mutex.unlock();
    }
  }

  async function waitUnlocked(pauseMs: number): Promise<void> {
    mutex.unlock();
    await wait(pauseMs);
    await mutex.lock();
  }

  async function awaitEndOfGroup(): Promise<void> {
    if (!group) return;
    mutex.unlock();
    await mutex.lockBetweenGroups();
  }

  async function runBetweenGroups<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    await awaitEndOfGroup();
    return run<Row>(writer, query);
  }

  /** Locks the writer from its first statement that needs it until it waits for a commit or is released. */
  function openConnection(): StoreConnection {
    let isLocked = false;
    let member: CommitGroup | undefined;

    async function lock(): Promise<void> {
      if (isLocked) return;
      await mutex.lock();
      isLocked = true;
    }

    function unlock(): void {
      if (isLocked) mutex.unlock();
      isLocked = false;
    }

    async function awaitCommit(joined: CommitGroup | undefined): Promise<void> {
      member = undefined;
      unlock();
      await joined?.kept;
    }

    async function write<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const joined = await joinGroup();
      try {
        return joined.run<Row>(query);
      } finally {
        await awaitCommit(joined);
      }
    }

    const connection: StoreConnection = {
      async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
        if (member) return member.run<Row>(query);
        const { kind } = query.query;
        if (reader && kind === 'SelectQueryNode') return retryWhileBusy(waits, wait, () => run<Row>(reader, query));
        await lock();
        return WRITES.has(kind)
          ? write<Row>(query)
          : retryWhileBusy(waits, waitUnlocked, () => runBetweenGroups<Row>(query));
      },
      async *streamQuery<Row>(query: CompiledQuery) {
        yield await connection.executeQuery<Row>(query);
      },
      async begin() {
        await lock();
        const joined = await joinGroup();
        joined.beginMember();
        member = joined;
      },
      async keep() {
        member?.keepMember();
        await awaitCommit(member);
      },
      /** Kysely also calls it after a failed commit, when nothing is left to undo. */
      async undo() {
        member?.undoMember();
        await awaitCommit(member);
      },
      release: unlock,
    };
    return connection;
  }

  async function holdWriter(): Promise<() => void> {
    await mutex.lock();
    await awaitEndOfGroup();
    return mutex.unlock;
  }

  async function awaitLull(): Promise<void> {
    const deadline = performance.now() + LONGEST_GIVING_WAY_MS;
    for (let now = performance.now(); now < deadline; now = performance.now()) {
      const leftMs = lastCommit + LULL_MS - now;
      if (leftMs <= 0 && !group) return;
      await wait(Math.min(Math.max(leftMs, 1), deadline - now));
    }
  }

  return {
    holdWriter,
    awaitLull,
    async betweenGroups(work) {
      const release = await holdWriter();
      try {
        return work();
      } finally {
        release();
      }
    },
    init: async () => undefined,
    acquireConnection: async () => openConnection(),
    beginTransaction: (connection: StoreConnection) => connection.begin(),
    commitTransaction: (connection: StoreConnection) => connection.keep(),
    rollbackTransaction: (connection: StoreConnection) => connection.undo(),
    releaseConnection: async (connection: StoreConnection) => connection.release(),
    async destroy() {
      if (group) await endGroup();
      // The last handle writes the journal back, which one that only reads cannot.
      reader?.close();
      writer.close();
    },
  };
}

/** How often the file was locked by another program: it was waited for, or given up. */
export type LockWaits = { waited: number; givenUp: number };

export function openLockWaits(): LockWaits {
  return { waited: 0, givenUp: 0 };
}

async function retryWhileBusy<Result>(
  waits: LockWaits,
  pause: (pauseMs: number) => Promise<unknown>,
  attempt: () => Result | Promise<Result>,
): Promise<Result> {
  const deadline = performance.now() + BUSY_TIMEOUT_MS;
  for (let pauseMs = SHORTEST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isHeldByAnother(error)) throw error;
      if (performance.now() + pauseMs > deadline) {
        waits.givenUp += 1;
        throw error;
      }
      waits.waited += 1;
    }
    await pause(pauseMs);
  }
}

const WRITES = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode']);

/** Longer than an order takes between two of its writes. */
const LULL_MS = 12;
/** A shop that always sells lets an import go on all the same. */
const LONGEST_GIVING_WAY_MS = 100;
const BUSY_TIMEOUT_MS = 2_000;
const SHORTEST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 100;

function isHeldByAnother(error: unknown): boolean {
  return errorCode(error).startsWith('SQLITE_BUSY');
}
