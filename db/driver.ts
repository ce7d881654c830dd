import { setTimeout as wait } from 'node:timers/promises';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { errorCode } from '#src/wire/error-code.ts';
import { type CommitGroup, type Connection, openCommitGroup, run } from './commit-group.ts';
import { openMutex } from './mutex.ts';

/** Writers of a few event loop turns share a commit; reads run between two groups, so they see only committed data. */
export function openDriver(database: Connection): Driver {
  let group: CommitGroup | undefined;
  let member: CommitGroup | undefined;
  const mutex = openMutex(() => group === undefined);

  async function retryWhileBusy<Result>(attempt: () => Result | Promise<Result>): Promise<Result> {
    const deadline = performance.now() + BUSY_TIMEOUT_MS;
    for (let pauseMs = SHORTEST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        return await attempt();
      } catch (error) {
        if (!isHeldByAnother(error) || performance.now() + pauseMs > deadline) throw error;
      }
      mutex.unlock();
      await wait(pauseMs);
      await mutex.lock();
    }
  }

  const joinGroup = () =>
    retryWhileBusy(() => {
      group ??= openCommitGroup(database, () => void endGroup());
      return group;
    });

  async function endGroup(): Promise<void> {
    await mutex.lock();
    const ending = group;
    group = undefined;
    try {
      ending?.commit();
    } finally {
      mutex.unlock();
    }
  }

  async function leaveGroup({ kept }: CommitGroup): Promise<void> {
    mutex.unlock();
    try {
      await kept;
    } finally {
      await mutex.lock();
    }
  }

  async function endMember(): Promise<void> {
    const left = member;
    member = undefined;
    if (left) await leaveGroup(left);
  }

  async function write<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const joined = await joinGroup();
    try {
      return joined.run<Row>(query);
    } finally {
      await leaveGroup(joined);
    }
  }

  async function runAlone<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (group) {
      mutex.unlock();
      await mutex.lockBetweenGroups();
    }
    return run<Row>(database, query);
  }

  const connection: DatabaseConnection = {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      if (member) return member.run<Row>(query);
      return WRITES.has(query.query.kind) ? write<Row>(query) : retryWhileBusy(() => runAlone<Row>(query));
    },
    async *streamQuery<Row>(query: CompiledQuery) {
      yield await connection.executeQuery<Row>(query);
    },
  };

  return {
    init: async () => undefined,
    async acquireConnection() {
      await mutex.lock();
      return connection;
    },
    async beginTransaction() {
      const joined = await joinGroup();
      joined.beginMember();
      member = joined;
    },
    async commitTransaction() {
      member?.keepMember();
      await endMember();
    },
    /** Kysely also calls it after a failed commit, when nothing is left to undo. */
    async rollbackTransaction() {
      member?.undoMember();
      await endMember();
    },
    async releaseConnection() {
      mutex.unlock();
    },
    async destroy() {
      if (group) await endGroup();
      database.close();
    },
  };
}

const WRITES = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode']);

const BUSY_TIMEOUT_MS = 2_000;
const SHORTEST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 100;

function isHeldByAnother(error: unknown): boolean {
  return errorCode(error).startsWith('SQLITE_BUSY');
}
