import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';

export const SERVER_OPTIONS = {
  headersTimeout: 10_000,
  keepAliveTimeout: 5_000,
  requestTimeout: 15 * MINUTE_MS,
  connectionsCheckingInterval: 2_000,
};

export function openServer(listener: RequestListener): Server {
  return guardServer(createServer(SERVER_OPTIONS, listener));
}

export function guardServer<Guarded extends Pick<Server, 'setTimeout' | 'maxConnections'>>(server: Guarded): Guarded {
  // It closes clients that do not read, too; event streams send more often than that.
  server.setTimeout(SILENCE_MS);
  server.maxConnections = MAXIMUM_CONNECTIONS;
  return server;
}

const MAXIMUM_CONNECTIONS = 4_000;
const SILENCE_MS = MINUTE_MS;

type Closable = Pick<Server, 'close' | 'closeIdleConnections' | 'closeAllConnections'>;

export async function drain(servers: Closable[], endStreams: () => void): Promise<void> {
  const closed = Promise.all(
    servers.map(
      (server) =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
        }),
    ),
  );
  endStreams();
  // Repeats, because browsers keep a connection open after its response.
  const forceClose = setInterval(() => {
    for (const server of servers) server.closeIdleConnections();
  }, FORCE_CLOSE_MS);
  const giveUp = setTimeout(() => {
    for (const server of servers) server.closeAllConnections();
  }, DRAIN_MS);
  await closed;
  clearInterval(forceClose);
  clearTimeout(giveUp);
}

const DRAIN_MS = 7_000;
const FORCE_CLOSE_MS = 100;
