import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import { isSqlite } from '../engine.ts';
import type { Database, Queryable } from '../tables.ts';

/**
 * A step that only adds names in `oldestReader` the last step that older code must know; without it older code must stop
 * first. In `locks` are the tables that it changes, of those in `LOCK_ORDER`; without it all of them.
 */
export type Step = Migration & {
  oldestReader?: string;
  locks?: readonly string[];
  /** What `declaredTriggers` says of the triggers with which this step goes; they are made anew. */
  triggers?: string;
};
export type Steps = Record<string, Step>;

export type MigrationPlan = {
  pending: { name: string; oldestReader: string }[];
  locked: string[];
  /** Those of PostgreSQL that run now. */
  processes: PlannedProcess[];
};

type PlannedProcess = {
  host: string;
  pid: number;
  seenAt: string;
  newestStep: string;
  /** Its code could not go on beside the new schema. */
  isTooOld: boolean;
};

export async function planMigration(db: Queryable, steps: Steps): Promise<MigrationPlan> {
  const taken = await listTakenSteps(db);
  const pending = Object.entries(steps)
    .filter(([name]) => !taken.includes(name))
    .map(([name, { oldestReader = name, locks = LOCK_ORDER }]) => ({ name, oldestReader, locks }));
  const floor = pending.map(({ oldestReader }) => oldestReader).reduce(later, '');
  const known = taken.reduce(later, '');
  const processes = pending.length > 0 ? await listLiveProcesses(db) : [];
  const isFirst = taken.length === 0;
  return {
    pending: pending.map(({ name, oldestReader }) => ({ name, oldestReader })),
    locked: isFirst ? [] : LOCK_ORDER.filter((table) => pending.some(({ locks }) => locks.includes(table))),
    // Older code does not say which steps it knows; it opened this schema.
    processes: processes.map(({ newestStep, ...process }) => {
      const itsNewest = newestStep ?? known;
      return { ...process, newestStep: itsNewest, isTooOld: itsNewest < floor };
    }),
  };
}

/** Throws a sentence while processes run that the new schema would break; one that was killed counts for ten seconds. */
export async function expectNoOlderProcess(db: Database, steps: Steps): Promise<void> {
  const first = new Map<string, string>();
  for (;;) {
    const tooOld = (await planMigration(db, steps)).processes.filter(({ isTooOld }) => isTooOld);
    if (tooOld.length === 0) return;
    const keyOf = ({ host, pid }: PlannedProcess) => `${host} ${pid}`;
    const beating = tooOld.filter((process) => (first.get(keyOf(process)) ?? process.seenAt) !== process.seenAt);
    if (beating.length > 0) throw settingsError(olderProcesses(tooOld));
    for (const process of tooOld) if (!first.has(keyOf(process))) first.set(keyOf(process), process.seenAt);
    await wait(LOOK_AGAIN_MS);
  }
}

/** Transactions take them in this order too (docs/decisions/two-engines.md). */
const LOCK_ORDER = [
  'purchases',
  'purchaseItems',
  'customers',
  'activationKeys',
  'coupons',
  'products',
  'redemptions',
  'affiliateSales',
  'purchaseEvents',
  'outbox',
  'webhookInbox',
  'bankPayments',
  'sessions',
  'users',
];

/** A process tells every two seconds that it lives. */
const LOOK_AGAIN_MS = 250;

export async function listTakenSteps(db: Queryable): Promise<string[]> {
  if (!(await hasTable(db, 'kysely_migration'))) return [];
  return (await sql<{ name: string }>`select name from kysely_migration`.execute(db)).rows.map(({ name }) => name);
}

export async function hasTable(db: Queryable, name: string): Promise<boolean> {
  const { rows } = await (isSqlite(db)
    ? sql<{
        known: string | null;
      }>`select max(name) as known from sqlite_master where type = 'table' and name = ${name}`
    : sql<{ known: string | null }>`select to_regclass(quote_ident(${name}))::text as known`
  ).execute(db);
  return typeof rows[0]?.known === 'string';
}

type LiveProcess = Pick<PlannedProcess, 'host' | 'pid' | 'seenAt'> & { newestStep: string | null };

/** The column is younger than the table. */
async function listLiveProcesses(db: Queryable): Promise<LiveProcess[]> {
  if (isSqlite(db) || !(await hasTable(db, 'instances'))) return [];
  const { rows } = await sql<LiveProcess>`
    select host, pid, "seenAt", to_jsonb(instances) ->> 'newestStep' as "newestStep" from instances
    where "seenAt" > to_char((clock_timestamp() - interval '10 s') at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    order by host, pid`.execute(db);
  return rows;
}

const later = (one: string, other: string) => (one > other ? one : other);

function olderProcesses(processes: PlannedProcess[]): string {
  const names = processes.map(({ host, pid }) => `${host}, processo ${pid}`).join('; ');
  return (
    `Esta versão muda o banco de dados de um jeito que processos da anterior não entendem, e estes ainda rodam: ${names}. ` +
    'Nada foi alterado. Pare todos e inicie um desta versão antes dos outros; npm run migrate -- --plan diz o que mudaria.'
  );
}
