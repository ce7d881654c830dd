import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import type { PostgresServer } from './postgres.ts';

type Client = Awaited<ReturnType<PostgresServer['openClient']>>;

/**
 * Throws a sentence where PgBouncer is in between and does not do what the store relies on: locks of a session, of which two
 * processes would get the same one, messages, and statements with names. Returns the limits that it did not hand on.
 */
export async function testConnections(postgres: PostgresServer): Promise<string[]> {
  const clients: Client[] = [];
  const open = async () => {
    const client = await postgres.openClient();
    client.on('error', () => undefined);
    clients.push(client);
    return client;
  };
  try {
    const [one, other] = [await open(), await open()];
    await expectOwnSessions(one, other);
    await expectMessages(one, other);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
  if (postgres.isPrepared) await expectNames(postgres);
  return listMissingLimits(postgres);
}

async function expectOwnSessions(one: Client, other: Client): Promise<void> {
  const first = await sessionOf(one);
  await other.query('begin');
  const others = await sessionOf(other);
  const again = await sessionOf(one);
  await other.query('rollback');
  if (first === others || first !== again) throw settingsError(SHARED_SESSIONS);
}

async function sessionOf(client: Client): Promise<number | undefined> {
  return (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
}

async function expectMessages(one: Client, other: Client): Promise<void> {
  const channel = `test_${randomBytes(8).toString('hex')}`;
  const heard = new Promise<boolean>((resolve) => {
    one.on('notification', (message) => {
      if (message.channel === channel) resolve(true);
    });
  });
  await one.query(`listen ${channel}`);
  await other.query('select pg_notify($1, $2)', [channel, '']);
  if (!(await Promise.race([heard, wait(MESSAGE_MS, false, { ref: false })]))) throw settingsError(NO_MESSAGES);
}

const MESSAGE_MS = 3_000;

async function expectNames({ connect }: PostgresServer): Promise<void> {
  const [one, other] = await Promise.all([connect(), connect()]);
  try {
    await one.client.query({ name: 'self_test', text: 'select 1 as one' });
    await other.client.query({ name: 'self_test', text: 'select 2 as two' });
    await one.client.query({ name: 'self_test', text: 'select 1 as one' });
  } catch (error) {
    throw NAME_TROUBLE.has(errorCode(error)) ? settingsError(SHARED_NAMES, error) : error;
  } finally {
    // Whoever takes them next would find the name.
    one.release(true);
    other.release(true);
  }
}

/** PostgreSQL: the name is taken, the name is unknown. */
const NAME_TROUBLE = new Set(['42P05', '26000']);

async function listMissingLimits({ query }: PostgresServer): Promise<string[]> {
  const { rows } = await query<{ name: string }>({
    text: `select name from pg_settings where name = any($1) and setting = '0' order by name`,
    values: [LIMITS],
  });
  return rows.map(({ name }) => name);
}

const LIMITS = ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout'];

const SHARED_SESSIONS =
  'DATABASE_URL ou DATABASE_LISTEN_URL: um PgBouncer no modo transaction divide as sessões, e dois processos da loja teriam o ' +
  'mesmo comando. Ponha em DATABASE_LISTEN_URL o endereço do próprio PostgreSQL (ou de um PgBouncer com pool_mode = session).';
const NO_MESSAGES =
  'DATABASE_LISTEN_URL: os avisos entre os processos (LISTEN e NOTIFY) não chegam. Ponha nele o endereço do próprio PostgreSQL.';
const SHARED_NAMES =
  'DATABASE_URL: o PgBouncer confunde as instruções com nome. Use a versão 1.21 ou mais nova com max_prepared_statements = 200 ' +
  'ou mais, ou escreva ?prepared=off no fim do endereço.';
