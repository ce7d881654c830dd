import { type Kysely, sql } from 'kysely';
import { joined, searchable } from '../schema/searchable.ts';

export async function up(db: Kysely<never>): Promise<void> {
  const statements = searchable('product', 'products', COLUMNS, joined(COLUMNS));
  for (const statement of statements.split(';;')) await sql.raw(statement).execute(db);
}

const COLUMNS = ['name', 'description'];
