import { type Compilable, type CompiledQuery, type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { isSqlite } from './engine.ts';
import type { PreparedCall } from './prepared.ts';
import type { Queryable } from './tables.ts';

type Calls = readonly PreparedCall<unknown>[];
type RowsOf<Given extends Calls> = { [At in keyof Given]: Given[At] extends PreparedCall<infer Row> ? Row[] : never };

/**
 * One message to a server, where each costs a way there and back. Each call returns rows, the later ones none where the first
 * returned none; none of them sees what another wrote, and no two may change the same row. SQLite runs one after the other,
 * so outside of a transaction they belong into `inOneStatement`.
 */
export function writeTogether<const Given extends Calls>(db: Queryable, calls: Given): Promise<RowsOf<Given>> {
  return (isSqlite(db) ? runInTurn(db, calls) : runAtOnce(db, calls)) as Promise<RowsOf<Given>>;
}

async function runInTurn(db: Queryable, [first, ...others]: Calls): Promise<unknown[][]> {
  const rows = [(await first?.run(db)) ?? []];
  const isDue = rows[0]?.length !== 0;
  for (const call of others) rows.push(isDue ? await call.run(db) : []);
  return rows;
}

async function runAtOnce(db: Queryable, calls: Calls): Promise<unknown[][]> {
  const query = compiledFor(db, calls);
  const parameters = query.parameters.map((parameter) => {
    if (typeof parameter !== 'symbol') return parameter;
    const [at = '', name = ''] = parameter.description?.split('.') ?? [];
    return calls[Number(at)]?.values[name];
  });
  const { rows } = await db.executeQuery<Results>({ ...query, parameters });
  return calls.map((_call, at) => rows[0]?.[nameOf(at)] ?? []);
}

type Results = Record<string, unknown[] | null>;
type Compiled = { calls: { id: symbol; names: string[] }[]; query: CompiledQuery<Results> };

const compiled: Compiled[] = [];

function compiledFor(db: Queryable, calls: Calls): Compiled['query'] {
  const wanted = calls.map(({ id, values }) => ({ id, names: Object.keys(values) }));
  const known = compiled.find((one) => areEqual(one.calls, wanted));
  if (known) return known.query;
  const query = inOneMessage(db, calls).compile(db);
  compiled.push({ calls: wanted, query });
  return query;
}

function areEqual(some: Compiled['calls'], others: Compiled['calls']): boolean {
  return (
    some.length === others.length &&
    some.every(({ id, names }, at) => id === others[at]?.id && names.join() === others[at].names.join())
  );
}

/** All are read from in their order, so that their triggers run in it, too. */
function inOneMessage(db: Queryable, calls: Calls): RawBuilder<Results> {
  const isDue = sql<SqlBool>`exists (select 1 from ${sql.id(nameOf(0))})`;
  const parts = calls.map((call, at) => {
    const built = call.build(db, `${at}.`, at === 0 ? sql<SqlBool>`true` : isDue);
    return sql`${sql.id(nameOf(at))} as (${embedded(built)})`;
  });
  const results = calls.map((_call, at) => {
    const name = sql.id(nameOf(at));
    return sql`(select json_agg(${name}) from ${name}) as ${name}`;
  });
  return sql<Results>`with ${sql.join(parts)} select ${sql.join(results)}`;
}

function embedded(built: Compilable<unknown>): Expression<unknown> {
  if (!isExpression(built)) throw new Error('This statement cannot stand inside another.');
  return built;
}

function isExpression(built: object): built is Expression<unknown> {
  return 'toOperationNode' in built;
}

const nameOf = (at: number) => `w${at}`;
