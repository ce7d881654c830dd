import { type Expression, type SqlBool, sql } from 'kysely';
import { plain } from '../plain-text.ts';
import type { Queryable } from '../tables.ts';
import type { SearchStrategy } from './paging.ts';

export type Searchable = 'customer' | 'product' | 'purchase' | 'key';

/** Ids as a subquery. Case and accents do not matter. The index holds triples of letters, so shorter texts scan the rows. */
export function matching(kind: Searchable, text: string): Expression<string> {
  const words = sql.table(`${kind}Words`);
  const numbers = sql`number in (select rowid from ${indexed(kind, mailboxIn(text) ?? text)})`;
  if (isShort(text)) return sql<string>`(select id from ${words} where ${isIn('words', text)})`;
  if (mailboxIn(text) === null) return sql<string>`(select id from ${words} where ${numbers})`;
  return sql<string>`(select id from ${words} where ${numbers} and ${isIn('words', text)})`;
}

export function looksUpMatches(text: string, strategy: SearchStrategy): boolean {
  return text !== '' && (strategy === 'sort-matches' || strategy === 'walk-to-matches');
}

export function isAmong(id: string, ids: Expression<string>, strategy: SearchStrategy): Expression<SqlBool> {
  return strategy === 'walk-to-matches'
    ? sql<SqlBool>`(${sql.ref(id)} || '') in ${ids}`
    : sql<SqlBool>`${sql.ref(id)} in ${ids}`;
}

export function isContaining(id: string, kind: Searchable, text: string): Expression<SqlBool> {
  const words = sql.table(`${kind}Words`);
  return sql<SqlBool>`exists (select 1 from ${words} as tested where tested.id = ${sql.ref(id)} and ${isIn('tested.words', text)})`;
}

export async function countMatches(db: Queryable, kind: Searchable, text: string): Promise<number> {
  // The index alone has the count.
  const matches = isShort(text) || mailboxIn(text) !== null ? matching(kind, text) : indexed(kind, text);
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${matches}`.execute(db);
  return rows[0]?.total ?? 0;
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

/** Escaped for FTS5. */
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
