import { type Expression, type ExpressionBuilder, type Insertable, type SqlBool, sql } from 'kysely';
import type { AuditKind, AuditSubjectKind } from '#src/wire/audit/audit.ts';
import { countRows } from '../../results.ts';
import type { AuditRow } from '../../tables/audit.ts';
import type { Queryable, Tables } from '../../tables.ts';
import { type Slice, unindexed } from '../lists/paging.ts';
import { type AuditWord, meaningsOf } from './audit-search.ts';

export async function insertAudit(db: Queryable, change: Insertable<Tables['audit']>): Promise<void> {
  await db.insertInto('audit').values(change).execute();
}

export async function isInAudit(db: Queryable, entity: string, entityId: string): Promise<boolean> {
  const found = await db
    .selectFrom('audit')
    .select('id')
    .where('entity', '=', entity)
    .where('entityId', '=', entityId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function hasEntry(db: Queryable, action: string, entityId: string): Promise<boolean> {
  const found = await db
    .selectFrom('audit')
    .select('id')
    .where('entityId', '=', entityId)
    .where('action', '=', action)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export function findLastEntry(db: Queryable, kind: AuditKind, action: string): Promise<{ at: string } | undefined> {
  return db
    .selectFrom('audit')
    .select('at')
    .where('kind', '=', kind)
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Finds what a command noted about all of the shop; `entityId` says of which backup. */
export function findLastBackupEntry(db: Queryable, action: 'backup.create' | 'backup.fail' | 'backup.verify') {
  return db
    .selectFrom('audit')
    .select(['id', 'at', 'entityId'])
    .where('kind', '=', 'backup')
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Null and empty mean no filter; times are UTC, `until` excluded. */
export type AuditFilter = {
  kind: AuditKind | null;
  /** An entry has something of each. */
  words: readonly AuditWord[];
  since: string | null;
  until: string | null;
};

export type ListedAudit = AuditRow & { actorName: string | null; tokenName: string | null };

export async function listAudit(
  db: Queryable,
  filter: AuditFilter,
  { order, limit, offset }: Slice,
): Promise<ListedAudit[]> {
  const { words, since, until } = filter;
  // The index that finds a period has its entries in the order of time.
  const by = words.length === 0 && (since !== null || until !== null) ? 'audit.at' : 'audit.id';
  return withActors(db)
    .where('audit.id', 'in', (rows) =>
      rows
        .selectFrom('audit')
        .select('audit.id')
        .where((row) => row.and(conditions(db, row, filter)))
        .orderBy(by, order)
        .orderBy('audit.id', order)
        .limit(limit)
        .offset(offset),
    )
    .orderBy(by, order)
    .orderBy('audit.id', order)
    .execute();
}

/** Numbers have no gaps, so pages are computed from the last one. */
export async function listWholeAudit(
  db: Queryable,
  last: number,
  { order, limit, offset }: Slice,
): Promise<ListedAudit[]> {
  const isOldestFirst = order === 'asc';
  return withActors(db)
    .where('audit.id', isOldestFirst ? '>' : '<=', isOldestFirst ? offset : last - offset)
    .orderBy('audit.id', order)
    .limit(limit)
    .execute();
}

function withActors(db: Queryable) {
  return db
    .selectFrom('audit')
    .leftJoin('users', 'users.id', 'audit.actorId')
    .leftJoin('apiTokens', 'apiTokens.id', 'audit.actorId')
    .selectAll('audit')
    .select(['users.name as actorName', 'apiTokens.name as tokenName']);
}

export function countAudit(db: Queryable, filter: AuditFilter): Promise<number> {
  return db
    .selectFrom('audit')
    .where((row) => row.and(conditions(db, row, filter)))
    .$call(countRows);
}

/** Rows are never deleted, so the last number is the count. */
export async function countWholeAudit(db: Queryable): Promise<number> {
  const { last } = await db
    .selectFrom('audit')
    .select((row) => row.fn.max<number | null>('id').as('last'))
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

export type AuditSubject = { id: string; kind: AuditSubjectKind; name: string; reference: string };

export async function listAuditSubjects(db: Queryable, ids: readonly string[]): Promise<AuditSubject[]> {
  return db
    .selectFrom('products')
    .select([kind('product'), 'id', 'name', 'name as reference'])
    .where('withdrawnAt', 'is', null)
    .where('id', 'in', ids)
    .unionAll(
      db
        .selectFrom('customers')
        .select((row) => [kind('customer'), 'id', row.fn.coalesce('name', 'email', 'id').as('name'), 'id as reference'])
        .where('erasedAt', 'is', null)
        .where('id', 'in', ids),
    )
    .unionAll(
      db
        .selectFrom('purchases')
        .select([kind('purchase'), 'id', 'id as name', 'id as reference'])
        .where('id', 'in', ids),
    )
    .unionAll(
      db
        .selectFrom('coupons')
        .select([kind('coupon'), 'id', 'code as name', 'code as reference'])
        .where('id', 'in', ids),
    )
    .unionAll(
      db
        .selectFrom('users')
        .select([kind('affiliate'), 'id', 'name', 'email as reference'])
        .where('isAffiliate', '=', 1)
        .where('id', 'in', ids),
    )
    .unionAll(
      db
        .selectFrom('users')
        .select([kind('administrator'), 'id', 'name', 'id as reference'])
        .where('isAdmin', '=', 1)
        .where('isAffiliate', '=', 0)
        .where('id', 'in', ids),
    )
    .unionAll(
      db
        .selectFrom('apiTokens')
        .select([kind('token'), 'id', 'name', 'id as reference'])
        .where('id', 'in', ids),
    )
    .unionAll(
      db
        .selectFrom('activationKeys')
        .select([kind('key'), 'id', 'key as name', 'key as reference'])
        .where('id', 'in', ids),
    )
    .unionAll(
      db
        .selectFrom('affiliateSales')
        .select([kind('purchase'), 'id', 'purchaseId as name', 'purchaseId as reference'])
        .where('id', 'in', ids),
    )
    .execute();
}

function kind(name: AuditSubjectKind) {
  return sql<AuditSubjectKind>`${sql.lit(name)}`.as('kind');
}

function conditions(
  db: Queryable,
  row: ExpressionBuilder<Tables, 'audit'>,
  filter: AuditFilter,
): Expression<SqlBool>[] {
  const { kind, words, since, until } = filter;
  return [
    // A word matches fewer rows than a kind.
    ...(kind ? [row(words.length > 0 ? unindexed(db, 'audit.kind') : 'audit.kind', '=', kind)] : []),
    ...words.map((word) => row.or(meaningsOf(db, row, word))),
    ...(since ? [row('audit.at', '>=', since)] : []),
    ...(until ? [row('audit.at', '<', until)] : []),
  ];
}
