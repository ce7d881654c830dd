import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import type { Database } from '#db/tables.ts';
import { createDatabase, type PostgresDatabase } from '../support/postgres/postgres-databases.ts';
import { describeSchema, SCHEMA_FILES, WRITE_SCHEMA } from '../support/present-schema.ts';

/** Only one engine needs these, or keeps them otherwise. */
const OF_SQLITE = /HalfPlain$|^(keysAvailable|buyersWaiting)$/;
const TABLES_OF_SQLITE = ['tallies', 'salesByHour', 'customerSearch', 'keySearch', 'productSearch', 'purchaseSearch'];
const TABLES_OF_POSTGRES = [
  'kysely_migration',
  'kysely_migration_lock',
  'auditCounter',
  'databaseIdentity',
  'instances',
  'leadership',
  'salesByHourChanges',
  'salesByHourTotals',
  'sharedLimits',
  'tallyChanges',
  'tallyTotals',
];
/** A B-tree of PostgreSQL holds no text as long as a description, and its key of addresses has more columns. */
const INDEXES_OF_SQLITE = ['couponsByWords', 'customersByEmail'];
/** SQLite has it as one column of an index; PostgreSQL would look into the table for an expression. */
const STATE_IN_SQLITE = '(CASE WHEN revokedAt IS NULL THEN assignedAt END)';

type Schema = { tables: string[]; columns: string[]; keys: string[]; links: string[]; indexes: string[] };

let folder: string;
let created: PostgresDatabase;
let postgres: OpenDatabase;
let sqlite: OpenDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'schema-'));
  created = await createDatabase();
  [postgres, sqlite] = await Promise.all([
    openDatabase(created.url),
    openDatabase(`file:${join(folder, 'store.sqlite')}`),
  ]);
  await Promise.all([migrate(postgres.db), migrate(sqlite.db)]);
});

afterAll(async () => {
  await Promise.all([postgres.close(), sqlite.close()]);
  await created.leave();
  await rm(folder, { recursive: true, force: true });
});

describe('the schema of PostgreSQL has, as that of SQLite,', () => {
  test.each(['tables', 'columns', 'keys', 'links', 'indexes'] as const)('the same %s', async (part) => {
    const [ours, theirs] = await Promise.all([readSqlite(sqlite.db), readPostgres(postgres.db)]);

    expect(theirs[part]).toEqual(ours[part]);
    expect(ours[part].length).toBeGreaterThan(10);
  });

  test('the same steps, which are not taken twice', async () => {
    await migrate(postgres.db);
    const steps = (db: Database) => sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);

    expect((await steps(postgres.db)).rows).toEqual((await steps(sqlite.db)).rows);
  });
});

test.each(['sqlite', 'postgres'] as const)('the present schema of %s stands in its file', async (engine) => {
  const present = await describeSchema({ sqlite, postgres }[engine].db);
  const file = SCHEMA_FILES[engine];

  expect(present, `${file} is not what the migrations make: run ${WRITE_SCHEMA}`).toBe(await readFile(file, 'utf8'));
});

test('several processes that start at once make one schema', async () => {
  const shared = await createDatabase();
  const opened = await Promise.all([1, 2, 3].map(() => openDatabase(shared.url)));
  await Promise.all(opened.map(({ db }) => migrate(db)));

  expect((await readPostgres(opened[0]?.db ?? postgres.db)).tables).toEqual((await readPostgres(postgres.db)).tables);
  await Promise.all(opened.map(({ close }) => close()));
  await shared.leave();
});

describe('an older process meets the schema of a newer one', () => {
  const NEWER = '9999-of-the-next-version';

  test('and opens it while the newer one allows that', async () => {
    await using marked = await markedBy(NEWER, '0001-the-store');

    await expect(migrate(marked.db)).resolves.toBeUndefined();
  });

  test('and is refused with a sentence otherwise', async () => {
    await using marked = await markedBy(NEWER, NEWER);

    await expect(migrate(marked.db)).rejects.toThrow('já foi aberto por uma versão mais nova da loja');
  });
});

async function markedBy(step: string, floor: string) {
  const database = await createDatabase();
  const { db, close } = await openDatabase(database.url);
  await migrate(db);
  await sql`insert into kysely_migration (name, timestamp) values (${step}, '2027-01-01T00:00:00.000Z')`.execute(db);
  await sql`update "schemaFloor" set name = ${floor}`.execute(db);
  return {
    db,
    async [Symbol.asyncDispose]() {
      await close();
      await database.leave();
    },
  };
}

async function readSqlite(db: Database): Promise<Schema> {
  const tables = await texts(
    sql`select name from sqlite_master where type = 'table' and name not like 'sqlite~_%' escape '~'
      and name not like '%Search~_%' escape '~' and name not like 'kysely%'`,
    db,
  );
  const schema: Schema = { tables: [], columns: [], keys: [], links: [], indexes: [] };
  for (const table of tables.filter((name) => !TABLES_OF_SQLITE.includes(name))) {
    schema.tables.push(table);
    schema.columns.push(
      ...(await texts(
        // A primary key is never null, though SQLite's own list says so only with STRICT tables' other columns.
        sql`select ${table} || '.' || name || ' ' || lower(type) ||
          iif("notnull" or pk, ' not null', '') || iif(hidden > 0, ' generated', '') ||
          coalesce(' default ' || dflt_value, '') as name
          from pragma_table_xinfo(${table})`,
        db,
      )),
    );
    schema.keys.push(
      ...(await texts(
        sql`select ${table} || ' (' || (select group_concat(name, ', ') from
            (select name from pragma_table_info(${table}) where pk > 0 order by pk)) || ')' as name
          union all
          select ${table} || ' (' || (select group_concat(name, ', ') from pragma_index_info(list.name)) || ')'
          from pragma_index_list(${table}) as list where origin = 'u'`,
        db,
      )),
    );
    schema.links.push(
      ...(await texts(
        sql`select ${table} || '.' || "from" || ' -> ' || "table" || '.' || "to" || ' ' || lower(on_delete) as name
          from pragma_foreign_key_list(${table})`,
        db,
      )),
    );
  }
  schema.indexes = await texts(sql`select sql as name from sqlite_master where type = 'index' and sql is not null`, db);
  return sorted(schema);
}

async function readPostgres(db: Database): Promise<Schema> {
  const inSchema = sql`connamespace = current_schema()::regnamespace`;
  return sorted({
    tables: await texts(
      sql`select table_name as name from information_schema.tables
        where table_schema = current_schema() and table_type = 'BASE TABLE'`,
      db,
    ),
    columns: await texts(
      sql`select table_name || '.' || column_name || ' ' || case data_type when 'bigint' then 'integer' else data_type end ||
        case is_nullable when 'NO' then ' not null' else '' end ||
        case is_generated when 'ALWAYS' then ' generated' else '' end ||
        coalesce(' default ' || replace(column_default, '::text', ''), '') as name
        from information_schema.columns join information_schema.tables using (table_schema, table_name)
        where table_schema = current_schema() and table_type = 'BASE TABLE'`,
      db,
    ),
    keys: await texts(
      sql`select relname || ' (' || (select string_agg(attname, ', ' order by position)
          from unnest(conkey) with ordinality as columns (number, position)
          join pg_attribute on attrelid = conrelid and attnum = number) || ')' as name
        from pg_constraint join pg_class on pg_class.oid = conrelid where contype in ('p', 'u') and ${inSchema}`,
      db,
    ),
    links: await texts(
      sql`select owner.relname || '.' || mine.attname || ' -> ' || target.relname || '.' || theirs.attname || ' ' ||
          case confdeltype when 'c' then 'cascade' when 'n' then 'set null' when 'r' then 'restrict' else 'no action' end as name
        from pg_constraint
        join pg_class as owner on owner.oid = conrelid join pg_class as target on target.oid = confrelid
        join pg_attribute as mine on mine.attrelid = conrelid and mine.attnum = conkey[1]
        join pg_attribute as theirs on theirs.attrelid = confrelid and theirs.attnum = confkey[1]
        where contype = 'f' and ${inSchema}`,
      db,
    ),
    indexes: await texts(
      sql`select indexdef as name from pg_indexes where schemaname = current_schema()
        and not exists (select 1 from pg_constraint where conname = indexname) and indexdef not like '% USING gin %'`,
      db,
    ),
  });
}

async function texts(statement: ReturnType<typeof sql>, db: Database): Promise<string[]> {
  const { rows } = await statement.execute(db);
  return (rows as { name: string | null }[]).flatMap(({ name }) => name ?? []);
}

function sorted({ tables, columns, keys, links, indexes }: Schema): Schema {
  const isShared = (entry: string) => !TABLES_OF_POSTGRES.includes(/^\w+/.exec(entry)?.[0] ?? '');
  return {
    tables: tables.filter(isShared).toSorted(),
    columns: columns
      .filter(isShared)
      .filter((entry) => !OF_SQLITE.test(/\.(\w+)/.exec(entry)?.[1] ?? ''))
      .toSorted(),
    keys: keys.filter(isShared).toSorted(),
    links: links.filter(isShared).toSorted(),
    indexes: indexes
      .map(normalIndex)
      .filter((entry) => !/ ON (\w+)/.exec(entry)?.[1]?.match(new RegExp(`^(${TABLES_OF_POSTGRES.join('|')})$`)))
      .filter((entry) => !INDEXES_OF_SQLITE.some((name) => entry.startsWith(`${name} `)))
      .toSorted(),
  };
}

/** Name, table, columns and whether it is partial; how each engine writes a condition differs. */
function normalIndex(definition: string): string {
  const flat = definition.replaceAll('"', '').replace(/\s+/g, ' ').replace(STATE_IN_SQLITE, 'assignedAt, revokedAt');
  const [, unique = '', name = '', table = '', rest = ''] =
    /^CREATE (UNIQUE )?INDEX (\w+) ON (?:\w+\.)?(\w+)(?: USING btree)? (.*)$/.exec(flat) ?? [];
  const [columns = '', condition] = rest.split(' WHERE ');
  const kept = columns.replace(/ NULLS (FIRST|LAST)/g, '').replace(/ ASC\b/g, '');
  return `${unique}${name} ON ${table} ${kept}${condition ? ' in part' : ''}`;
}
