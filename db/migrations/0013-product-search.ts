import { type Kysely, sql } from 'kysely';
import { joined, searchable } from '../searchable.ts';

/** Products are searched by the same kind of index as customers, sales and keys. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = searchable('product', 'products', COLUMNS, joined(COLUMNS));
  for (const statement of statements.split(';;')) await sql.raw(statement).execute(db);
}

const COLUMNS = ['name', 'description'];
