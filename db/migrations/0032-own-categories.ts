import { type Kysely, sql } from 'kysely';

export const oldestReader = '0018-products-by-name';

/** The code writes `plainName`, since no engine knows the accents of every alphabet. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`ALTER TABLE categories ADD COLUMN "plainName" TEXT NOT NULL DEFAULT ''`.execute(db);
  const { rows } = await sql<{
    id: string;
    name: string;
  }>`SELECT id, name FROM categories ORDER BY position, id`.execute(db);
  const taken = new Set<string>();
  for (const { id, name } of rows) {
    const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
    const own = taken.has(plain) ? `${plain} ${id}` : plain;
    taken.add(own);
    await sql`UPDATE categories SET "plainName" = ${own} WHERE id = ${id}`.execute(db);
  }
  await sql`CREATE UNIQUE INDEX "categoriesByPlainName" ON categories ("plainName")`.execute(db);
}
