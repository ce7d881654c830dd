import { Client } from 'pg';

export type MadeRows = {
  /** Returns false where only a new database will do. */
  putBack(): Promise<boolean>;
  close(): Promise<void>;
};

/** Remembers the rows of a database that was made just now; null for a user who may not switch its triggers off. */
export async function rememberRows(url: string): Promise<MadeRows | null> {
  const client = new Client(url);
  // It may be dropped meanwhile.
  client.on('error', () => undefined);
  await client.connect();
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = current_user and rolsuper');
  if (!rowCount) {
    await client.end();
    return null;
  }
  await client.query(REMEMBER);
  await client.query(FORGET_COUNTS);
  const { rows } = await client.query<MadeTable>(LIST_TABLES);
  const made = new Map(rows.map((table) => [table.name, table]));
  const readSchema = async () => (await client.query<{ schema: string }>(READ_SCHEMA)).rows[0]?.schema;
  const madeSchema = await readSchema();
  const readNow = async () => (await client.query<{ now: string }>(READ_NOW)).rows[0]?.now ?? '';
  let madeUntil = await readNow();
  return {
    async putBack() {
      const { rows: written } = await client.query<WrittenTable>({ name: 'written', text: LIST_WRITTEN });
      const tables: MadeTable[] = [];
      if (written.some(isOfRewrites) && (await readSchema()) !== madeSchema) return false;
      for (const { schema, name, writes } of written.filter((one) => !isOfRewrites(one))) {
        const table = schema === 'public' ? made.get(name) : undefined;
        if (!table || writes > MOST_WRITES) return false;
        tables.push(table);
      }
      const statements = tables.flatMap((table) => statementsOf(table, madeUntil));
      await client.query([BEGIN, ...statements, PUT_BACK_SEQUENCES, END].join(';\n'));
      await client.query(FORGET_COUNTS);
      madeUntil = await readNow();
      return true;
    },
    close: () => client.end(),
  };
}

type MadeTable = { name: string; columns: string; key: string | null; isEmpty: boolean };
type WrittenTable = { schema: string; name: string; writes: number };

const MOST_WRITES = 20_000;

/** Where an erasure writes each table anew, these have other rows meanwhile; all else that changes a schema writes into further ones. */
const OF_REWRITES = ['pg_class', 'pg_attribute', 'pg_type', 'pg_index', 'pg_depend'];

function isOfRewrites({ schema, name }: WrittenTable): boolean {
  return schema === 'pg_catalog' && OF_REWRITES.includes(name);
}

/** All of those tables but where a table's rows lie, and how many they are. */
const READ_SCHEMA = `
select md5(string_agg(line, E'\\n' order by line)) as schema from (
  select concat_ws(' ', oid, relname, relkind, relowner, relacl, reloptions, relpersistence, relrowsecurity, relreplident)
    as line from pg_class where relnamespace = 'public'::regnamespace
  union all
  select concat_ws(' ', attrelid, to_jsonb(pg_attribute) - 'attmissingval' - 'atthasmissing') from pg_attribute
    join pg_class on pg_class.oid = attrelid where relnamespace = 'public'::regnamespace
  union all
  select to_jsonb(pg_index)::text from pg_index
    join pg_class on pg_class.oid = indrelid where relnamespace = 'public'::regnamespace
  union all
  select concat_ws(' ', oid, typname, typowner, typacl) from pg_type where typnamespace = 'public'::regnamespace
) as lines`;

/** Theirs are no names of the store's, by which somebody might find them. */
const REMEMBER = `
do $$ declare made record; isEmpty boolean; begin
  for made in select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
    execute format('select not exists (select 1 from public.%I)', made.name) into isEmpty;
    if not isEmpty then
      execute format('create temp table %I as table public.%I', 'made:' || made.name, made.name);
    end if;
  end loop;
end $$;
create temp table "made sequences" as
  select seqrelid as oid, pg_sequence_last_value(seqrelid) as last, seqstart as start from pg_sequence;
select pg_stat_force_next_flush()`;

const FORGET_COUNTS = 'select pg_stat_reset()';
/** Later transactions have greater numbers, which their rows tell. */
const READ_NOW = 'select pg_current_xact_id()::xid::text as now';

const LIST_TABLES = `
select relname as name, to_regclass('pg_temp.' || quote_ident('made:' || relname)) is null as "isEmpty",
  (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
    where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
  (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_index join pg_attribute on attrelid = indrelid
    where indrelid = pg_class.oid and indisprimary and attnum = any (indkey)) as key
from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;

/** Whoever changes the schema writes into the tables of the catalog; what is set for the database alone lies in the server's. */
const LIST_WRITTEN = `
select nspname as schema, relname as name, writes::int from pg_class
join pg_namespace on pg_namespace.oid = relnamespace,
lateral (select pg_stat_get_tuples_inserted(pg_class.oid) + pg_stat_get_tuples_updated(pg_class.oid)
  + pg_stat_get_tuples_deleted(pg_class.oid) as writes)
where relkind = 'r' and not relisshared and writes > 0
union all
select 'pg_catalog', 'pg_database', 1 from pg_database where datname = current_database() and (datacl is not null
  or datconnlimit <> -1 or exists (select 1 from pg_db_role_setting where setdatabase = pg_database.oid))`;

const BEGIN = 'begin; set local session_replication_role = replica';
const END = 'commit; select pg_stat_force_next_flush()';

function statementsOf({ name, columns, key, isEmpty }: MadeTable, madeUntil: string): string[] {
  const table = `public."${name}"`;
  if (isEmpty) return [`delete from ${table}`];
  const insert = `insert into ${table} (${columns}) overriding system value select ${columns} from pg_temp."made:${name}"`;
  if (!key) return [`delete from ${table}`, insert];
  return [
    `delete from ${table} where xmin::text::bigint > ${madeUntil}`,
    `${insert} where (${key}) not in (select ${key} from ${table})`,
  ];
}

const PUT_BACK_SEQUENCES = `select setval(oid, coalesce(last, start), last is not null) from "made sequences"
  where pg_sequence_last_value(oid) is distinct from last`;
