import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable, Tables } from '../../tables.ts';
import { isShort, matching } from '../lists/full-text-search.ts';
import { contains } from '../lists/like-search.ts';

/** A word that was searched for, with all that it may mean. */
export type AuditWord = {
  text: string;
  /** These actors have no row of their own. */
  actors: readonly string[];
  /** These say what happened, in the words of the screen. */
  entries: readonly { action: string; entityId: string | null }[];
  fields: readonly string[];
  purchaseNumber: number | null;
};

/** What is said in the words of the screen has no index; all else is looked up by one for each meaning. */
export function isMeant(db: Queryable, row: ExpressionBuilder<Tables, 'audit'>, word: AuditWord): Expression<SqlBool> {
  const meanings = meaningsOf(db, row, word);
  const [first, ...others] = meanings.map((meaning) => db.selectFrom('audit').select('audit.id').where(meaning));
  if (!first || word.entries.length + word.fields.length > 0) return row.or(meanings);
  return row(
    'audit.id',
    'in',
    others.reduce((all, found) => all.union(found), first),
  );
}

/** Names are read as they are now, so that an erased one finds nothing. */
function meaningsOf(
  db: Queryable,
  row: ExpressionBuilder<Tables, 'audit'>,
  { text, actors, entries, fields, purchaseNumber }: AuditWord,
): Expression<SqlBool>[] {
  const isActor = (ids: Expression<string>) => sql<SqlBool>`audit."actorId" in ${ids}`;
  const isSubject = (ids: Expression<string>) => sql<SqlBool>`audit."entityId" in ${ids}`;
  const people = sql<string>`(select id from users where ${contains('users.words', text)})`;
  const tokens = sql<string>`(select id from "apiTokens" where ${contains('apiTokens.words', text)})`;
  const coupons = sql<string>`(select id from coupons where ${contains('coupons.words', text)})`;
  return [
    row.and([row('audit.entityId', '>=', text), row('audit.entityId', '<', `${text}\uffff`)]),
    isActor(people),
    isActor(tokens),
    isSubject(tokens),
    isSubject(people),
    isSubject(coupons),
    ...(isShort(text) ? [] : LOOKED_UP.map((kind) => isSubject(matching(db, kind, text)))),
    ...(purchaseNumber === null
      ? []
      : [isSubject(sql<string>`(select id from purchases where number = ${purchaseNumber})`)]),
    ...(actors.length > 0 ? [row('audit.actorId', 'in', actors)] : []),
    ...entries.map(({ action, entityId }) =>
      row.and([row('audit.action', '=', action), ...(entityId === null ? [] : [row('audit.entityId', '=', entityId)])]),
    ),
    ...fields.map((field) => sql<SqlBool>`audit.fields like ${`%"${field}"%`}`),
  ];
}

const LOOKED_UP = ['product', 'customer', 'purchase', 'key'] as const;
