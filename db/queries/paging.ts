import { type Expression, type SqlBool, sql } from 'kysely';
import type { Queryable } from '../tables.ts';

/** Which rows of a list make a page: `offset` rows are passed over. */
export type Slice = { limit: number; offset: number };

export function sliceOf({ page, pageSize }: { page: number; pageSize: number }): Slice {
  return { limit: pageSize, offset: (page - 1) * pageSize };
}

type Order = 'asc' | 'desc';

/**
 * The same page, walked to from the nearer end of a list whose length is known: the last page is as near as the first. Turns
 * the order round where that is the end; whoever shows the rows puts them in theirs.
 */
export function fromNearerEnd(order: Order, { limit, offset }: Slice, total: number): Slice & { order: Order } {
  if (offset <= total / 2) return { order, limit, offset };
  const rest = Math.max(0, Math.min(limit, total - offset));
  return { order: order === 'asc' ? 'desc' : 'asc', limit: rest, offset: Math.max(0, total - offset - rest) };
}

/**
 * The rows of one page are found in two steps, in one statement: the ids by an index that ends with `id`, then the rows of
 * those ids alone. So a page far down walks over index entries and not over rows:
 *
 *   db.selectFrom('purchases').selectAll()
 *     .where('id', 'in', (row) => row.selectFrom('purchases').select('id')
 *       .orderBy('createdAt', order).orderBy('id', order).limit(limit).offset(offset))
 *     .orderBy('createdAt', order).orderBy('id', order)
 *
 * The total comes from `sumTallies` where no search narrows the list, and from `countMatches` where one does.
 */
export async function sumTallies(db: Queryable, names: string[]): Promise<number> {
  const { total } = await db
    .selectFrom('tallies')
    .select((row) => row.fn.coalesce(row.fn.sum<number>('value'), sql.lit(0)).as('total'))
    .where('name', 'in', names)
    .executeTakeFirstOrThrow();
  return total;
}

/** What can be searched, each with its own index. */
export type Searchable = 'customer' | 'purchase' | 'key';

/**
 * The ids of the rows that contain a text, as a subquery for `where('id', 'in', …)`. Case and accents make no difference.
 * The index knows triples of letters; shorter texts are looked for one row after another.
 */
export function matching(kind: Searchable, text: string): Expression<string> {
  const words = sql.table(`${kind}Words`);
  const index = sql.table(`${kind}Search`);
  if ([...text].length < 3) {
    return sql<string>`(select id from ${words} where words glob ${spelled(text)})`;
  }
  const mailbox = mailboxIn(text);
  if (mailbox !== null) {
    return sql<string>`(select id from ${words}
      where number in (select rowid from ${index} where ${index} match ${phrase(mailbox)}) and words glob ${spelled(text)})`;
  }
  return sql<string>`(select id from ${words} where number in (select rowid from ${index} where ${index} match ${phrase(text)}))`;
}

/** True for the rows whose id is among those that contain the text. */
export function isMatching(column: string, kind: Searchable, text: string): Expression<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} in ${matching(kind, text)}`;
}

export async function countMatches(db: Queryable, kind: Searchable, text: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${counted(kind, text)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** The index has one row for each that it knows: there is no need to look at those themselves. */
function counted(kind: Searchable, text: string): Expression<string> {
  if ([...text].length < 3 || mailboxIn(text) !== null) return matching(kind, text);
  const index = sql.table(`${kind}Search`);
  return sql<string>`${index} where ${index} match ${phrase(text)}`;
}

/** One phrase for FTS5, whatever is in it. */
function phrase(text: string): string {
  return `"${text.replaceAll('"', '""').replaceAll('\0', ' ')}"`;
}

/** An address up to its sign: what stands behind it is common to so many that the index would have to read them all. */
function mailboxIn(text: string): string | null {
  const sign = text.indexOf('@');
  return sign >= 3 ? text.slice(0, sign + 1) : null;
}

/** For GLOB: whatever contains the text, in any spelling. */
function spelled(text: string): string {
  return `*${[...text].map(anySpelling).join('')}*`;
}

/** One character for GLOB, in either case and with any accent. */
function anySpelling(character: string): string {
  if (character === '^') return character;
  const plain = character.normalize('NFD').charAt(0).toLowerCase();
  const spellings = new Set([character, plain, plain.toUpperCase(), ...(ACCENTED[plain] ?? '')]);
  return `[${[...spellings].join('')}]`;
}

const ACCENTED: Record<string, string> = {
  a: 'áàâãäÁÀÂÃÄ',
  e: 'éèêëÉÈÊË',
  i: 'íìîïÍÌÎÏ',
  o: 'óòôõöÓÒÔÕÖ',
  u: 'úùûüÚÙÛÜ',
  c: 'çÇ',
  n: 'ñÑ',
};
