import { type Expression, type SqlBool, sql } from 'kysely';
import { plain } from '../plain-text.ts';
import type { Queryable } from '../tables.ts';
import type { Finding } from './paging.ts';

/** What can be searched, each with its own words and their index. */
export type Searchable = 'customer' | 'purchase' | 'key';

/**
 * The ids of the rows that contain a text, as a subquery for `where('id', 'in', …)`. Case and accents make no difference.
 * The index knows triples of letters; shorter texts are looked for in one row after another.
 */
export function matching(kind: Searchable, text: string): Expression<string> {
  const words = sql.table(`${kind}Words`);
  const numbers = sql`number in (select rowid from ${indexed(kind, mailboxIn(text) ?? text)})`;
  if (isShort(text)) return sql<string>`(select id from ${words} where ${isIn('words', text)})`;
  if (mailboxIn(text) === null) return sql<string>`(select id from ${words} where ${numbers})`;
  return sql<string>`(select id from ${words} where ${numbers} and ${isIn('words', text)})`;
}

/** Whether there is a search whose finds are looked up, before rows are read. */
export function isLookedUp(text: string, finding: Finding): boolean {
  return text !== '' && (finding === 'sort' || finding === 'pick');
}

/** Whether an id is among those, for `finding`. An expression has no index: to pick, the rows are read in their order. */
export function isAmong(id: string, ids: Expression<string>, finding: Finding): Expression<SqlBool> {
  return finding === 'pick' ? sql<SqlBool>`(${sql.ref(id)} || '') in ${ids}` : sql<SqlBool>`${sql.ref(id)} in ${ids}`;
}

/** Whether one row contains a text: for a walk along an order that soon meets enough that do. */
export function isContaining(id: string, kind: Searchable, text: string): Expression<SqlBool> {
  const words = sql.table(`${kind}Words`);
  return sql<SqlBool>`exists (select 1 from ${words} as asked where asked.id = ${sql.ref(id)} and ${isIn('asked.words', text)})`;
}

export async function countMatches(db: Queryable, kind: Searchable, text: string): Promise<number> {
  // The index has one row for each that it knows: there is no need to look at those themselves.
  const matches = isShort(text) || mailboxIn(text) !== null ? matching(kind, text) : indexed(kind, text);
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${matches}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Whether a text has too few letters for the index. */
export function isShort(text: string): boolean {
  return [...text].length < 3;
}

/** A text as the words are kept; FTS5 would end a phrase at a zero. */
export function searched(text: string): string {
  return plain(text).replaceAll('\0', ' ');
}

function indexed(kind: Searchable, text: string): Expression<string> {
  const index = sql.table(`${kind}Search`);
  return sql<string>`${index} where ${index} match ${phrase(text)}`;
}

/** One phrase for FTS5, whatever is in it. */
function phrase(text: string): string {
  return `"${searched(text).replaceAll('"', '""')}"`;
}

function isIn(words: string, text: string): Expression<SqlBool> {
  return sql<SqlBool>`instr(${sql.ref(words)}, ${searched(text)}) > 0`;
}

/** An address up to its sign: what stands behind it is common to so many that the index would have to read them all. */
function mailboxIn(text: string): string | null {
  const sign = text.indexOf('@');
  return sign >= 3 ? text.slice(0, sign + 1) : null;
}
