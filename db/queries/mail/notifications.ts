import { sql } from 'kysely';
import type { Queryable } from '../../tables.ts';

/** Do not call it inside a transaction, whose commit would then wait for every other that sends. */
export async function sendNotification(db: Queryable, message: string): Promise<void> {
  await sql`select pg_notify('shop', ${message})`.execute(db);
}
