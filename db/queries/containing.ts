import { type Expression, type SqlBool, sql } from 'kysely';

/** Whether a column without case and accents contains a text. Looks at one row after another: for short lists alone. */
export function contains(column: string, text: string): Expression<SqlBool> {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return sql<SqlBool>`${sql.ref(column)} like ${`%${plain.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;
}
