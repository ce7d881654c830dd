import { type Compilable, type CompiledQuery, type QueryResult, type RawBuilder, sql } from 'kysely';
import { isSqlite } from './engine.ts';
import type { Queryable } from './tables.ts';

export type Prepared<Values, Row> = {
  execute(db: Queryable, values: Values): Promise<QueryResult<Row>>;
  executeTakeFirst(db: Queryable, values: Values): Promise<Row | undefined>;
  executeTakeFirstOrThrow(db: Queryable, values: Values): Promise<Row>;
};

/** Stand in the statement for the values that each call brings. */
export type Placeholders<Values> = { [Name in keyof Values]: RawBuilder<Values[Name]> };

/**
 * For statements of every order, which Kysely takes longer to build and compile than most of them take to run. `build` runs
 * once for each engine and each set of names.
 */
export function prepared<Values extends Record<string, unknown>, Row>(
  build: (db: Queryable, placeholders: Placeholders<Values>) => Compilable<Row>,
): Prepared<Values, Row> {
  const compiled = new Map<string, CompiledQuery<Row>>();

  const compiledFor = (db: Queryable, values: Values): CompiledQuery<Row> => {
    const key = `${isSqlite(db)} ${Object.keys(values)}`;
    const known = compiled.get(key) ?? build(db, placeholdersOf(values)).compile();
    compiled.set(key, known);
    return known;
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
  };
}

/** Symbols, since no value of a statement is one. */
function placeholdersOf<Values extends Record<string, unknown>>(values: Values): Placeholders<Values> {
  const placeholders = Object.keys(values).map((name) => [name, sql.val(Symbol(name))]);
  return Object.fromEntries(placeholders) as Placeholders<Values>;
}
