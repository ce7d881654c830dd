import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { DatabaseError, type PoolClient } from 'pg';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { hangUp } from './standing.ts';

export type RunningStatement = { text: string; sentAt: number };

type Parts = {
  client: PoolClient;
  isPrepared: boolean;
  /** The server's number of this connection; it is null behind a pooler, which shares its own among its clients. */
  backend: number | null;
  onReadOnly(): void;
};

/** Kysely sends statements without a name, and the server would parse and plan each of them every time. */
export class NamingClient implements PostgresPoolClient {
  /** Nobody shall use it again. */
  isDistrusted = false;
  running: RunningStatement | null = null;
  readonly backend: number | null;
  readonly client: PoolClient;
  readonly #onReadOnly: () => void;
  readonly #names = new Map<string, string>();
  readonly #most: number;
  #isBroken = false;

  constructor({ client, isPrepared, backend, onReadOnly }: Parts) {
    this.backend = backend;
    this.client = client;
    this.#onReadOnly = onReadOnly;
    this.#most = isPrepared ? MAXIMUM_STATEMENTS : 0;
  }

  query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query<Row>(
    text: string | PostgresCursor<Row>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof text !== 'string') throw new Error('The store reads no cursors.');
    return this.#run<Row>(text, [...parameters]);
  }

  release(isDiscarded = false): void {
    if (this.isDistrusted) this.cutOff();
    this.client.release(isDiscarded || this.#isBroken || this.isDistrusted);
  }

  /** The statement that runs fails as one whose connection was lost. */
  cutOff(): void {
    hangUp(this.client);
  }

  async #run<Row>(text: string, values: unknown[]): Promise<PostgresQueryResult<Row>> {
    const name = this.#nameOf(text);
    this.running = { text, sentAt: performance.now() };
    try {
      const result = await this.client.query({ text, values, ...(name && { name }) });
      return result as unknown as PostgresQueryResult<Row>;
    } catch (error) {
      const failure = withState(error);
      const code = errorCode(failure);
      // A statement that another version of the store's schema was planned for would fail forever.
      this.#isBroken ||= [CONNECTION_LOST, PLAN_OUTDATED, READ_ONLY].includes(code);
      if (code === READ_ONLY) this.#onReadOnly();
      throw failure;
    } finally {
      this.running = null;
    }
  }

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known || this.#names.size >= this.#most || text.length >= 4_000 || !IS_PLANNED.test(text)) return known;
    const name = `s${this.#names.size + 1}`;
    this.#names.set(text, name);
    return name;
  }
}

/** A first start sends hundreds of others, once. */
const IS_PLANNED = /^\s*(select|insert|update|delete|with)\b/i;
const MAXIMUM_STATEMENTS = 500;
/** PostgreSQL's own codes. */
export const CONNECTION_LOST = '08006';
const PLAN_OUTDATED = '0A000';
export const READ_ONLY = '25006';

/** Errors of the network and the pool get the code that PostgreSQL has for them. */
export function withState(error: unknown): unknown {
  if (error instanceof DatabaseError || error instanceof TypeError || errorCode(error) === READ_ONLY) return error;
  return Object.assign(new Error('The connection to the database was lost.', { cause: error }), {
    code: CONNECTION_LOST,
  });
}
