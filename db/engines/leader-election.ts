import { setTimeout as wait } from 'node:timers/promises';
import { errorCode } from '#src/wire/basics/error-code.ts';
import type { PostgresServer } from './postgres.ts';

type Connect = PostgresServer['openClient'];
type Client = Awaited<ReturnType<Connect>>;

export type LeaderConnection = {
  isLeader(): boolean;
  /** Ends the leadership, too. */
  close(): Promise<void>;
};

type Parts = {
  connect: Connect;
  /** A process that only serves may not. */
  mayLead: boolean;
  onMessage(message: string): void;
  /** It is called after each connection but the first, since messages may have been missed. */
  onReconnect(): void;
  /** One process of a database leads; the signal aborts when it does no longer. */
  onLead(leading: AbortSignal): void;
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
  tryEveryMs?: number;
};

/**
 * A process has one connection beside the pool, which listens to the others and whose session holds the leader's lock.
 */
export async function openLeaderConnection(parts: Parts): Promise<LeaderConnection> {
  const { connect, onReconnect, log } = parts;
  const closing = new AbortController();
  const state = { isLeader: false };
  const first = await listen(parts);
  const kept = keepOpen();

  async function keepOpen(): Promise<void> {
    await holdSession(first, parts, state, closing.signal);
    while (!closing.signal.aborted) {
      log.warn({}, 'the connection to the other processes was lost');
      const session = await reopen();
      if (!session) return;
      onReconnect();
      await holdSession(session, parts, state, closing.signal);
    }
  }

  async function reopen(): Promise<Session | undefined> {
    while (!closing.signal.aborted) {
      await pause(REOPEN_AFTER_MS, closing.signal);
      try {
        return await listen(parts);
      } catch (error) {
        log.warn({ code: errorCode(error, 'unknown') }, 'the connection to the other processes could not be opened');
      }
    }
    return undefined;
  }

  return {
    isLeader: () => state.isLeader,
    async close() {
      closing.abort();
      await kept;
    },
  };

  async function listen({ onMessage }: Parts): Promise<Session> {
    const client = await connect();
    const lost = new AbortController();
    client.on('error', () => lost.abort());
    client.on('end', () => lost.abort());
    client.on('notification', ({ payload = '' }) => onMessage(payload));
    await client.query('listen shop');
    return { client, lost };
  }
}

type Session = { client: Client; lost: AbortController };

/** Returns when the session is lost, or closes it. */
async function holdSession(
  { client, lost }: Session,
  { mayLead, onLead, log, tryEveryMs = TRY_EVERY_MS }: Parts,
  state: { isLeader: boolean },
  closing: AbortSignal,
): Promise<void> {
  const ending = AbortSignal.any([closing, lost.signal]);
  try {
    while (!ending.aborted) {
      // The statement also tells a connection whose other end has vanished.
      const isFree = await answer(client, mayLead && !state.isLeader ? TRY_TO_LEAD : STILL_THERE);
      if (isFree && mayLead && !state.isLeader && !ending.aborted) {
        state.isLeader = true;
        log.info({}, 'this process leads now');
        onLead(ending);
      }
      await pause(tryEveryMs, ending);
    }
  } catch (error) {
    log.warn({ code: errorCode(error, 'unknown') }, 'the connection to the other processes gave no answer');
  } finally {
    state.isLeader = false;
    lost.abort();
    await close(client);
  }
}

/** Waits for its turn, so that processes that start together make one shop. */
export async function startAlone<Result>(connect: Connect, start: () => Promise<Result>): Promise<Result> {
  const client = await connect();
  // A start that loses its turn goes on: it guards against a second demo shop, and migrations have a lock of their own.
  client.on('error', () => undefined);
  try {
    while (!(await answer(client, TRY_TO_START))) await wait(START_PAUSE_MS);
    return await start();
  } finally {
    await close(client);
  }
}

const TRY_TO_LEAD = 'select pg_try_advisory_lock(728101) as answer';
const TRY_TO_START = 'select pg_try_advisory_lock(728102) as answer';
const STILL_THERE = 'select true as answer';

const TRY_EVERY_MS = 5_000;
const REOPEN_AFTER_MS = 1_000;
const START_PAUSE_MS = 100;
const ANSWER_MS = 5_000;

async function answer(client: Client, question: string): Promise<boolean> {
  const late = new AbortController();
  const timeout = wait(ANSWER_MS, undefined, { signal: late.signal }).then(() => {
    throw Object.assign(new Error('The database gave no answer.'), { code: 'ETIMEDOUT' });
  });
  try {
    const { rows } = await Promise.race([client.query<{ answer: boolean }>(question), timeout]);
    return rows[0]?.answer === true;
  } finally {
    late.abort();
  }
}

async function pause(ms: number, ending: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal: ending }).catch(() => undefined);
}

/** Waits a second at most, since a server that has vanished does not answer. */
async function close(client: Client): Promise<void> {
  await Promise.race([client.end().catch(() => undefined), wait(1_000, undefined, { ref: false })]);
}
