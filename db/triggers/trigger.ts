import { type Dialect, type Engine, POSTGRES, SQLITE } from './dialects.ts';

/** Runs for each row; its texts may name OLD and NEW, and are the same on both engines but for what the dialect writes. */
export type Trigger = {
  name: string;
  table: string;
  timing: 'BEFORE' | 'AFTER';
  event: 'INSERT' | 'UPDATE' | 'DELETE' | 'TRUNCATE';
  /** An update fires it only where it sets one of these. */
  columns?: string[];
  condition?: (write: Dialect) => string;
  /** Whole statements, which run one after the other. */
  effect: (write: Dialect) => string[];
  /** Where the other engine needs none. */
  onlyOn?: Engine;
};

/** What makes a trigger in a database that does not have it. */
export function createTrigger(trigger: Trigger, engine: Engine): string[] {
  if (trigger.onlyOn && trigger.onlyOn !== engine) return [];
  return engine === 'sqlite' ? [inSqlite(trigger)] : inPostgres(trigger);
}

function inSqlite(trigger: Trigger): string {
  return `${headOf(trigger)}${conditionOf(trigger, SQLITE)} BEGIN\n${lines(trigger.effect(SQLITE))}END`;
}

/** The function has the trigger's name. */
function inPostgres(trigger: Trigger): string[] {
  const { name, timing, event } = trigger;
  const result = timing === 'BEFORE' ? 'NEW' : 'NULL';
  const each = event === 'TRUNCATE' ? 'STATEMENT' : 'ROW';
  return [
    `CREATE FUNCTION "${name}"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN\n` +
      `${lines([...trigger.effect(POSTGRES), `RETURN ${result}`])}END $$`,
    `${headOf(trigger)} FOR EACH ${each}${conditionOf(trigger, POSTGRES)} EXECUTE FUNCTION "${name}"()`,
  ];
}

function headOf({ name, table, timing, event, columns }: Trigger): string {
  const of = columns ? ` OF ${columns.map((column) => `"${column}"`).join(', ')}` : '';
  return `CREATE TRIGGER "${name}" ${timing} ${event}${of} ON "${table}"`;
}

function conditionOf({ condition }: Trigger, dialect: Dialect): string {
  const written = condition?.(dialect);
  return written ? ` WHEN (${written})` : '';
}

function lines(statements: string[]): string {
  return statements.map((statement) => `  ${statement};\n`).join('');
}
