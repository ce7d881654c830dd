import { setTimeout as wait } from 'node:timers/promises';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { type Leadership, TAKE_TERM } from './leadership.ts';
import type { PostgresServer } from './postgres.ts';

type Connect = PostgresServer['openClient'];
type Client = Awaited<ReturnType<Connect>>;

export type LeaderConnection = {
  isLeader(): boolean;
  /** The present or last one of this process; 0 before the first. */
  term(): number;
  /** Ends the leadership, too. */
  close(): Promise<void>;
};

type Parts = {
  connect: Connect;
  /** It tells this process from the others. */
  holder: string;
  /** A process that only serves may not, nor one whose code is too old. */
  mayLead(): boolean;
  onMessage(message: string): void;
  /** It is called after each connection but the first, since messages may have been missed. */
  onReconnect(): void;
  /** One process of a database leads. */
  onLead(leadership: Leadership): void;
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
  tryEveryMs?: number;
  leaseMs?: number;
};

/**
 * A process has one connection beside the pool, which listens to the others and whose session holds the leader's lock.
 */
export async function openLeaderConnection(parts: Parts): Promise<LeaderConnection> {
  const { connect, onReconnect, log, leaseMs = LEASE_MS } = parts;
  const closing = new AbortController();
  const state: State = { leadership: null, term: 0 };
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
    isLeader: () => state.leadership?.isFresh() ?? false,
    term: () => state.term,
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
    // The server itself ends a session that is silent, so that a paused process gives its lock back.
    await client.query(`set idle_session_timeout = ${leaseMs}`);
    await client.query('listen shop');
    return { client, lost };
  }
}

type Session = { client: Client; lost: AbortController };

type State = { leadership: Leadership | null; term: number };

/** Returns when the session is lost, or closes it. */
async function holdSession({ client, lost }: Session, parts: Parts, state: State, closing: AbortSignal): Promise<void> {
  const { mayLead, onLead, log, tryEveryMs = TRY_EVERY_MS } = parts;
  const ending = AbortSignal.any([closing, lost.signal]);
  const lease = openLease(parts.leaseMs ?? LEASE_MS);
  try {
    while (!ending.aborted) {
      const askedAt = now();
      if (state.leadership && !mayLead()) break;
      // The statement also tells a connection whose other end has vanished.
      const isFree = await answer(client, mayLead() && !state.leadership ? TRY_TO_LEAD : STILL_THERE);
      lease.renew(askedAt);
      if (isFree && mayLead() && !state.leadership && !ending.aborted) {
        const { holder } = parts;
        const leadership = { term: await takeTerm(client, holder), holder, ended: ending, isFresh: lease.isFresh };
        Object.assign(state, { leadership, term: leadership.term });
        log.info({ term: leadership.term }, 'this process leads now');
        onLead(leadership);
      }
      await pause(tryEveryMs, ending);
    }
  } catch (error) {
    log.warn({ code: errorCode(error, 'unknown') }, 'the connection to the other processes gave no answer');
  } finally {
    state.leadership = null;
    lost.abort();
    await close(client);
  }
}

async function takeTerm(client: Client, holder: string): Promise<number> {
  const { rows } = await client.query<{ term: number }>(TAKE_TERM, [holder]);
  return rows[0]?.term ?? 0;
}

/** Of the two clocks one stands still while the machine sleeps, and the other may be set back. */
type Moment = { steadyMs: number; wallMs: number };

const now = (): Moment => ({ steadyMs: performance.now(), wallMs: Date.now() });

/** It is counted from before a question that was answered, and the server counts from after it. */
function openLease(leaseMs: number) {
  let renewed = now();
  return {
    renew(askedAt: Moment) {
      renewed = askedAt;
    },
    isFresh() {
      const { steadyMs, wallMs } = now();
      return Math.max(steadyMs - renewed.steadyMs, wallMs - renewed.wallMs) < leaseMs;
    },
  };
}

/** Waits for its turn, so that processes that start together make one shop. */
export async function startAlone<Result>(
  connect: Connect,
  log: Parts['log'],
  start: () => Promise<Result>,
  tellAfterMs = TELL_AFTER_MS,
): Promise<Result> {
  const client = await connect();
  const beganAt = performance.now();
  let isTold = false;
  // A start that loses its turn goes on: it guards against a second demo shop, and migrations have a lock of their own.
  client.on('error', () => undefined);
  try {
    while (!(await answer(client, TRY_TO_START))) {
      if (!isTold && performance.now() - beganAt >= tellAfterMs) {
        const { rows } = await client.query<{ name: string }>(WHO_STARTS);
        log.info({ other: rows[0]?.name }, 'waiting for another process of the shop that starts');
        isTold = true;
      }
      await wait(START_PAUSE_MS);
    }
    return await start();
  } finally {
    await close(client);
  }
}

const TRY_TO_LEAD = 'select pg_try_advisory_lock(728101) as answer';
const TRY_TO_START = 'select pg_try_advisory_lock(728102) as answer';
/** Its application's name has its machine and its number. */
const WHO_STARTS = `select application_name as name from pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and objid = 728102 and granted and datname = current_database()`;
const STILL_THERE = 'select true as answer';

/** A paused leader is followed within the sum of both. */
const TRY_EVERY_MS = 3_000;
const LEASE_MS = 8_000;
const REOPEN_AFTER_MS = 1_000;
const START_PAUSE_MS = 100;
const TELL_AFTER_MS = 5_000;
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
