import { Client, type ClientConfig, DatabaseError } from 'pg';
import type { NamingClient } from './naming-client.ts';
import type { Servers } from './servers.ts';
import { hangUp } from './standing.ts';

type Parts = { clients(): Iterable<NamingClient>; servers: Servers; configOf(url: string): ClientConfig };

/**
 * A machine without power answers nothing, so that a statement would wait for minutes. One that waits for seconds is asked
 * for over another connection: the server works on it, and then it may take its time, or its connection is lost. Where one
 * is, those that rest are not trusted either. Returns the function that ends the watch.
 */
export function watchConnections(parts: Parts): () => void {
  let isAsking = false;
  const timer = setInterval(() => {
    if (isAsking) return;
    isAsking = true;
    void cutOffLost(parts).finally(() => {
      isAsking = false;
    });
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function cutOffLost(parts: Parts): Promise<void> {
  const waiting = [...parts.clients()].flatMap((client) =>
    client.running ? [{ client, statement: client.running, waitedMs: performance.now() - client.running.sentAt }] : [],
  );
  if (!waiting.some(({ waitedMs }) => waitedMs >= LONG_MS)) return;
  const suspected = waiting.filter(({ waitedMs }) => waitedMs >= SUSPECTED_MS);
  await askServer(parts, async (active, end) => {
    const lost = suspected.filter(
      ({ client, statement }) => client.running === statement && !active.some((one) => isWorkedOn(one, client)),
    );
    if (lost.length === 0) return;
    for (const { client } of lost) client.cutOff();
    for (const client of parts.clients()) client.isDistrusted ||= client.running === null;
    await end(lost.flatMap(({ client }) => client.backend ?? []));
  });
}

type Active = { pid: number; query: string };
type Judge = (active: Active[], end: (backends: number[]) => Promise<unknown>) => Promise<void>;

function isWorkedOn({ pid, query }: Active, { backend, running }: NamingClient): boolean {
  return backend === null ? query.slice(0, COMPARED) === running?.text.slice(0, COMPARED) : pid === backend;
}

/** A server that cannot be asked works on nothing; one that takes no more connections may work on all. */
async function askServer({ servers, configOf }: Parts, judge: Judge): Promise<void> {
  const client = new Client({ ...configOf(servers.current()), connectionTimeoutMillis: ASK_MS, query_timeout: ASK_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<Active>(LIST_ACTIVE);
    await judge(rows, (backends) => client.query(END_IDLE, [backends]));
  } catch (error) {
    if (error instanceof DatabaseError) return;
    await servers.find();
    await judge([], async () => undefined);
  } finally {
    hangUp(client);
  }
}

const OURS = "pg_stat_activity where application_name = current_setting('application_name')";
const LIST_ACTIVE = `select pid, query from ${OURS} and state = 'active'`;
/** They hold the rows of a transaction that nobody goes on with. */
const END_IDLE = `select pg_terminate_backend(pid) from ${OURS} and state <> 'active' and pid = any($1)`;

const LOOK_EVERY_MS = 500;
const LONG_MS = 3_000;
const SUSPECTED_MS = 1_000;
const ASK_MS = 3_000;
/** PostgreSQL shows the first kilobyte. */
const COMPARED = 500;
