import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { isSqlite } from '../engine.ts';
import type { Tables } from '../tables.ts';
import { AFFILIATE_TRIGGERS } from './affiliates.ts';
import { AUDIT_TRIGGERS } from './audit.ts';
import { CUSTOMER_TRIGGERS } from './customers.ts';
import type { Engine } from './dialects.ts';
import { HOOK_TRIGGERS } from './hooks.ts';
import { KEY_TRIGGERS } from './keys.ts';
import { PRODUCT_TRIGGERS } from './products.ts';
import { PURCHASE_TRIGGERS } from './purchases.ts';
import { REPORT_TRIGGERS } from './reports.ts';
import { SEARCH_TRIGGERS } from './search-words.ts';
import { createTrigger } from './trigger.ts';

export const TRIGGERS = [
  ...PURCHASE_TRIGGERS,
  ...CUSTOMER_TRIGGERS,
  ...KEY_TRIGGERS,
  ...PRODUCT_TRIGGERS,
  ...AFFILIATE_TRIGGERS,
  ...AUDIT_TRIGGERS,
  ...HOOK_TRIGGERS,
  ...REPORT_TRIGGERS,
  ...SEARCH_TRIGGERS,
];

/** What is declared, in short: a migration names it to make all triggers anew as they are then. */
export function declaredTriggers(): string {
  const statements = [...statementsOf('sqlite'), ...statementsOf('postgres')];
  return createHash('sha256').update(statements.join('\n')).digest('hex').slice(0, 16);
}

/** Replaces all triggers of the database, whatever they are, by the declared ones; the rows stay as they are. */
export async function makeTriggers(tx: Transaction<Tables>): Promise<void> {
  const engine = isSqlite(tx) ? 'sqlite' : 'postgres';
  const { rows } = await (engine === 'sqlite' ? DROPS_IN_SQLITE : DROPS_IN_POSTGRES).execute(tx);
  for (const statement of [...rows.map(({ drop }) => drop), ...statementsOf(engine)]) {
    await sql.raw(statement).execute(tx);
  }
}

function statementsOf(engine: Engine): string[] {
  return TRIGGERS.flatMap((trigger) => createTrigger(trigger, engine));
}

const DROPS_IN_SQLITE = sql<{ drop: string }>`
  select 'DROP TRIGGER "' || name || '"' as "drop" from sqlite_master where type = 'trigger'`;

/** The database has no functions but its triggers', and those that its extensions brought. */
const DROPS_IN_POSTGRES = sql<{ drop: string }>`
  select 'DROP TRIGGER ' || quote_ident(tgname) || ' ON ' || quote_ident(relname) as "drop"
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = current_schema()::regnamespace and not tgisinternal
  union all
  select 'DROP FUNCTION ' || oid::regprocedure from pg_proc
    where pronamespace = current_schema()::regnamespace and prokind = 'f'
      and not exists (select 1 from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')`;
