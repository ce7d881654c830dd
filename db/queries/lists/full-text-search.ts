import { type Expression, type SqlBool, sql } from 'kysely';
import { isSqlite } from '../../engine.ts';
import { plain } from '../../schema/plain-text.ts';
import type { Queryable } from '../../tables.ts';
import { contains } from './like-search.ts';
import type { SearchStrategy } from './paging.ts';

export const SEARCHABLE = ['customer', 'product', 'purchase', 'key'] as const;

export type Searchable = (typeof SEARCHABLE)[number];

/** The index holds triples of letters, so shorter texts scan every row, and longer ones only the rows not indexed yet. */
export function matching(db: Queryable, kind: Searchable, text: string): Expression<string> {
  const words = sql.table(`${kind}Words`);
  const mailbox = mailboxIn(text);
  if (!isSqlite(db)) {
    const isFound = contains('words', searched(mailbox ?? text));
    const isWhole = mailbox === null ? sql`` : sql`and strpos(words, ${searched(text)}) > 0`;
    return sql<string>`(select id from ${words} where ${isFound} ${isWhole})`;
  }
  if (isShort(text)) return sql<string>`(select id from ${words} where ${isIn('words', text)})`;
  const numbers = sql`number in (select rowid from ${indexed(kind, mailbox ?? text)})`;
  const found = mailbox === null ? numbers : sql`${numbers} and ${isIn('words', text)}`;
  return sql<string>`(select id from ${words} where ${found}
    union all select id from ${words} where ${isUnindexed(kind)} and ${isIn('words', text)})`;
}

/** PostgreSQL keeps its index with each write. */
export async function indexNewWords(db: Queryable, kind: Searchable, limit: number): Promise<number> {
  if (!isSqlite(db)) return 0;
  const { numAffectedRows = 0n } = await sql`insert into ${sql.table(`${kind}Search`)} (rowid, words)
    select number, words from ${sql.table(`${kind}Words`)} where ${isUnindexed(kind)} order by number limit ${limit}`.execute(
    db,
  );
  return Number(numAffectedRows);
}

export function looksUpMatches(text: string, strategy: SearchStrategy): boolean {
  return text !== '' && (strategy === 'sort-matches' || strategy === 'walk-to-matches');
}

export function isAmong(id: string, ids: Expression<string>, strategy: SearchStrategy): Expression<SqlBool> {
  return strategy === 'walk-to-matches'
    ? sql<SqlBool>`(${sql.ref(id)} || '') in ${ids}`
    : sql<SqlBool>`${sql.ref(id)} in ${ids}`;
}

export function isContaining(db: Queryable, id: string, kind: Searchable, text: string): Expression<SqlBool> {
  const words = sql.table(`${kind}Words`);
  const isFound = isSqlite(db) ? isIn('tested.words', text) : contains('tested.words', searched(text));
  return sql<SqlBool>`exists (select 1 from ${words} as tested where tested.id = ${sql.ref(id)} and ${isFound})`;
}

export async function countMatches(db: Queryable, kind: Searchable, text: string): Promise<number> {
  const isFoundByIndex = isSqlite(db) && !isShort(text) && mailboxIn(text) === null;
  const total = isFoundByIndex
    ? countedByIndex(kind, text)
    : counted(sql<string>`${matching(db, kind, text)} as matches`);
  const { rows } = await sql<{ total: number }>`select ${total} as total`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Ends at the first, since what all have is found everywhere. */
export async function hasMatch(db: Queryable, kind: Searchable, text: string): Promise<boolean> {
  const words = sql.table(`${kind}Words`);
  const isFoundByIndex = isSqlite(db) && !isShort(text) && mailboxIn(text) === null;
  const parts = isFoundByIndex
    ? [indexed(kind, text), sql<string>`${words} where ${isUnindexed(kind)} and ${isIn('words', text)}`]
    : [sql<string>`${matching(db, kind, text)} as matches`];
  for (const part of parts) {
    const { rows } = await sql`select 1 from ${part} limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}

function countedByIndex(kind: Searchable, text: string): Expression<number> {
  const words = sql.table(`${kind}Words`);
  return sql<number>`${counted(indexed(kind, text))}
    + ${counted(sql<string>`${words} where ${isUnindexed(kind)} and ${isIn('words', text)}`)}`;
}

function counted(rows: Expression<string>): Expression<number> {
  return sql<number>`(select count(*) from ${rows})`;
}

export function isShort(text: string): boolean {
  return [...text].length < 3;
}

export function searched(text: string): string {
  return plain(text).replaceAll('\0', ' ');
}

function indexed(kind: Searchable, text: string): Expression<string> {
  const index = sql.table(`${kind}Search`);
  return sql<string>`${index} where ${index} match ${phrase(text)}`;
}

/** Rows are numbered and indexed in one order, and FTS5 keeps a row of this table for each that it has. */
function isUnindexed(kind: Searchable): Expression<SqlBool> {
  return sql<SqlBool>`number > (select coalesce(max(id), 0) from ${sql.table(`${kind}Search_docsize`)})`;
}

function phrase(text: string): string {
  return `"${searched(text).replaceAll('"', '""')}"`;
}

function isIn(words: string, text: string): Expression<SqlBool> {
  return sql<SqlBool>`instr(${sql.ref(words)}, ${searched(text)}) > 0`;
}

/** The part before `@`, because every index entry matches a common domain. */
function mailboxIn(text: string): string | null {
  const sign = text.indexOf('@');
  return sign >= 3 ? text.slice(0, sign + 1) : null;
}
