import { sql } from 'kysely';
import type { Database } from '#db/tables.ts';

/** Returns which of these words a place still holds, in any spelling that the shop keeps. */
export function tracesIn(words: string[], texts: string[], place: string): string[] {
  return words
    .filter((word) => spellings(word).some((spelling) => texts.some((text) => text.toLowerCase().includes(spelling))))
    .map((word) => `${word} in ${place}`);
}

/** Reads every row of every table of PostgreSQL, what the search keeps among them. */
export async function tracesInRows(words: string[], database: Database): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select tablename as table from pg_tables where schemaname = 'public'`.execute(database);
  const found = await Promise.all(
    rows.map(async ({ table }) => {
      const texts = sql<{ text: string }>`
        select coalesce(string_agg(each::text, ' '), '') as text from ${sql.table(table)} as each`;
      return tracesIn(words, [(await texts.execute(database)).rows[0]?.text ?? ''], table);
    }),
  );
  return found.flat();
}

/** A word in lower case, and the middle of its base64 at each of the three places where it may begin. */
function spellings(word: string): string[] {
  const encoded = [0, 1, 2].map((at) =>
    Buffer.from(' '.repeat(at) + word)
      .toString('base64')
      .slice(4, -4)
      .toLowerCase(),
  );
  return [word, ...encoded.filter((middle) => middle.length >= 8)];
}
