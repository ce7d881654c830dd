import type { Pool, PoolClient } from 'pg';
import { NamingClient, withState } from './naming-client.ts';
import type { Servers } from './servers.ts';
import type { Standing } from './standing.ts';

export type NamingPool = {
  options: object;
  clients(): Iterable<NamingClient>;
  connect(): Promise<NamingClient>;
  query<Row = unknown>(statement: { text: string; values?: unknown[] }): Promise<{ rows: Row[]; rowCount: number }>;
  /** What fails ends the connection. */
  withClient<Result>(run: (client: PoolClient) => Promise<Result>): Promise<Result>;
  end(): Promise<void>;
};

type NamingParts = { servers: Servers; standings: WeakMap<object, Standing>; isPrepared: boolean };

/** Kysely takes its connections from it. */
export function namingPool(pool: Pool, { servers, standings, isPrepared }: NamingParts): NamingPool {
  const clients = new Map<PoolClient, NamingClient>();
  pool.on('remove', (client) => clients.delete(client));

  async function take(): Promise<NamingClient> {
    for (;;) {
      const client = await pool.connect();
      const known = clients.get(client) ?? name(client);
      clients.set(client, known);
      if (!known.isDistrusted) return known;
      known.release();
    }
  }

  function name(client: PoolClient): NamingClient {
    const backend = standings.get(client)?.backend;
    const isOwn = 'processID' in client && client.processID === backend;
    const backendOfOwn = isOwn && backend !== undefined ? backend : null;
    return new NamingClient({ client, isPrepared, backend: backendOfOwn, onReadOnly: () => void servers.find() });
  }

  async function connect(): Promise<NamingClient> {
    const tried = servers.current();
    try {
      return await take();
    } catch (error) {
      await servers.find();
      if (servers.current() === tried) throw withState(error);
      return take().catch((failure: unknown) => {
        throw withState(failure);
      });
    }
  }

  return {
    options: pool.options,
    clients: () => clients.values(),
    connect,
    async query({ text, values = [] }) {
      const client = await connect();
      try {
        const { rows, rowCount } = await client.query<never>(text, values);
        return { rows, rowCount: Number(rowCount) };
      } finally {
        client.release();
      }
    },
    async withClient(run) {
      const client = await connect();
      let isDone = false;
      try {
        const result = await run(client.client);
        isDone = true;
        return result;
      } catch (error) {
        throw withState(error);
      } finally {
        client.release(!isDone);
      }
    },
    end: () => pool.end(),
  };
}
