import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import type { Database, Tables } from '../tables.ts';
import { oneAtATime } from '../transactions.ts';
import { expectNoOlderProcess, hasTable, planMigration, type Step, type Steps } from './migration-plan.ts';

type Take = (tx: Transaction<Tables>, steps: Steps) => Promise<void>;

/**
 * One process migrates, the others wait for it. A step waits for each table for five seconds at most, because visitors'
 * statements queue behind it, and all is tried again where somebody held one.
 */
export async function migrateServer(
  db: Database,
  steps: Steps,
  take: Take,
  { mostTries = MOST_TRIES, waitMs = WAIT_MS } = {},
): Promise<void> {
  await expectNoOlderProcess(db, steps);
  for (let tries = 1; ; tries += 1) {
    const failure: Failure = { step: '', error: undefined };
    try {
      return await inOneTransaction(db, watched(steps, failure, waitMs), take, waitMs);
    } catch (error) {
      // Kysely would tell instead that the transaction is aborted.
      const cause = failure.error ?? error;
      const isHeld = HELD_BY_OTHERS.has(errorCode(cause));
      if (isHeld && tries < mostTries) await wait(PAUSE_MS);
      else if (isHeld) throw settingsError(heldSentence(failure.step, tries, cause), cause);
      else if (failure.error === undefined) throw error;
      else throw settingsError(failedSentence(failure.step, cause), cause);
    }
  }
}

const MOST_TRIES = 6;
const WAIT_MS = 5_000;
const PAUSE_MS = 500;
/** PostgreSQL: a deadlock, a lock that was not free in time, another's change. */
const HELD_BY_OTHERS = new Set(['40P01', '55P03', '40001']);

/** Kysely's own lock would end before the commit. */
function inOneTransaction(db: Database, steps: Steps, take: Take, waitMs: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`set local lock_timeout = 0`.execute(tx);
    await oneAtATime(tx, 'migrations');
    await limitWaits(tx, waitMs);
    await lockTables(tx, steps);
    await take(tx, steps);
  });
}

/** A step that took them as it comes to them would wait for a purchase that waits for it. */
async function lockTables(tx: Transaction<Tables>, steps: Steps): Promise<void> {
  const { locked } = await planMigration(tx, steps);
  for (const name of locked) {
    if (await hasTable(tx, name)) await sql`lock table ${sql.table(name)} in access exclusive mode`.execute(tx);
  }
}

async function limitWaits(tx: Parameters<Step['up']>[0], waitMs: number): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(waitMs)}`.execute(tx);
}

type Failure = { step: string; error: unknown };

function watched(steps: Steps, failure: Failure, waitMs: number): Steps {
  const watch = ([name, step]: [string, Step]): [string, Step] => [
    name,
    {
      ...step,
      async up(tx) {
        failure.step = name;
        // Kysely lets the whole transaction wait for an hour.
        await limitWaits(tx, waitMs);
        await step.up(tx).catch((error: unknown) => {
          failure.error = error;
          throw error;
        });
      },
    },
  ];
  return Object.fromEntries(Object.entries(steps).map(watch));
}

function heldSentence(step: string, tries: number, error: unknown): string {
  return (
    `O banco de dados não pôde ser atualizado${atStep(step)}: em ${tries} tentativas outro programa segurava uma tabela ` +
    `(${messageOf(error)}). Nada foi alterado. Encerre o que a segura, ou inicie de novo em uma hora mais calma.`
  );
}

function failedSentence(step: string, error: unknown): string {
  return `O banco de dados não pôde ser atualizado${atStep(step)}: ${messageOf(error)}. Nada foi alterado.`;
}

const atStep = (step: string) => (step ? `, no passo ${step}` : '');

/** The server's details, which may repeat a row, stay behind. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return [errorCode(error), message].filter(Boolean).join(': ');
}
