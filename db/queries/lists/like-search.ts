import { type Expression, type SqlBool, sql } from 'kysely';
import { plain } from '../../schema/plain-text.ts';

/** Scans every row; use it for short lists alone. */
export function contains(column: string, text: string): Expression<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} like ${`%${plain(text).replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;
}
