import { sql } from 'kysely';
import type { Queryable } from '../tables.ts';

export function isDatabaseAnswering(db: Queryable): Promise<boolean> {
  return sql`select 1 from categories limit 1`.execute(db).then(
    () => true,
    () => false,
  );
}
