import {
  type Compilable,
  type CompiledQuery,
  type Expression,
  type Insertable,
  type QueryResult,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { isSqlite } from './engine.ts';
import type { Queryable, Tables } from './tables.ts';

export type Prepared<Values, Row> = {
  execute(db: Queryable, values: Values): Promise<QueryResult<Row>>;
  executeTakeFirst(db: Queryable, values: Values): Promise<Row | undefined>;
  executeTakeFirstOrThrow(db: Queryable, values: Values): Promise<Row>;
  /** Runs later, with others in one statement where the engine can. */
  with(values: Values): PreparedCall<Row>;
};

export type PreparedCall<Row> = {
  id: symbol;
  values: Record<string, unknown>;
  /** The names of its placeholders begin with `prefix`. */
  build(db: Queryable, prefix: string, isDue: Expression<SqlBool>): Compilable<Row>;
  run(db: Queryable): Promise<Row[]>;
};

/** They stand in the statement for the values that each call brings. */
export type Placeholders<Values> = { [Name in keyof Values]: RawBuilder<Values[Name]> };

/**
 * Kysely takes longer to build and compile most statements of an order than they take to run. `build` runs once for
 * each engine and each set of names. `isDue` is the condition of what only follows another write; alone it is true.
 */
export function prepared<Values extends Record<string, unknown>, Row>(
  build: (db: Queryable, placeholders: Placeholders<Values>, isDue: Expression<SqlBool>) => Compilable<Row>,
): Prepared<Values, Row> {
  const id = Symbol('prepared');
  const compiled = { sqlite: [] as Compiled<Row>[], postgres: [] as Compiled<Row>[] };

  const compiledFor = (db: Queryable, values: Values): CompiledQuery<Row> => {
    const ofEngine = isSqlite(db) ? compiled.sqlite : compiled.postgres;
    const names = Object.keys(values);
    const known = ofEngine.find((one) => areEqual(one.names, names));
    if (known) return known.query;
    const query = build(db, placeholdersOf(names), ALWAYS).compile();
    ofEngine.push({ names, query });
    return query;
  };

  const execute = (db: Queryable, values: Values): Promise<QueryResult<Row>> => {
    const query = compiledFor(db, values);
    const parameters = query.parameters.map((parameter) =>
      typeof parameter === 'symbol' ? values[parameter.description ?? ''] : parameter,
    );
    return db.executeQuery({ ...query, parameters });
  };

  return {
    execute,
    async executeTakeFirst(db, values) {
      const { rows } = await execute(db, values);
      return rows[0];
    },
    async executeTakeFirstOrThrow(db, values) {
      const { rows } = await execute(db, values);
      const [row] = rows;
      if (!row) throw new Error('The statement returned no row.');
      return row;
    },
    with: (values) => ({
      id,
      values,
      build: (db, prefix, isDue) => build(db, placeholdersOf(Object.keys(values), prefix), isDue),
      run: async (db) => (await execute(db, values)).rows,
    }),
  };
}

/**
 * Many rows, all with the same columns, of text, numbers and null, in one statement. SQLite takes them as one text: it keeps a
 * copy of each page that a statement changes until its end, which for a purchase alone are a hundred.
 */
export async function insertRows<Table extends keyof Tables>(
  tx: Queryable,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  if (!isSqlite(tx)) return void (await tx.insertInto(table).values(rows).execute());
  const columns = Object.keys(first) as (keyof Insertable<Tables[Table]>)[];
  const varying = columns.filter((column) => rows.some((row) => row[column] !== first[column]));
  const texts = rows.map((row) => varying.map((column) => wellFormed(row[column])));
  const cells = columns.map((column) => {
    const at = varying.indexOf(column);
    return at < 0 ? sql.val(first[column]) : sql`value ->> ${sql.lit(at)}`;
  });
  const names = columns.map((column) => sql.ref(String(column)));
  await sql`insert into ${sql.table(table)} (${sql.join(names)})
    select ${sql.join(cells)} from jsonb_each(${JSON.stringify(texts)})`.execute(tx);
}

/** As text is bound: SQLite's JSON would store half of a pair as bytes that are no text. */
function wellFormed(value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}

const ALWAYS = sql<SqlBool>`true`;

type Compiled<Row> = { names: string[]; query: CompiledQuery<Row> };

function areEqual(some: string[], others: string[]): boolean {
  return some.length === others.length && some.every((name, index) => name === others[index]);
}

/** The placeholders are symbols, since no value of a statement is one. */
function placeholdersOf<Values>(names: string[], prefix = ''): Placeholders<Values> {
  const placeholders = names.map((name) => [name, sql.val(Symbol(prefix + name))]);
  return Object.fromEntries(placeholders) as Placeholders<Values>;
}
