import { type Expression, type ExpressionBuilder, type Insertable, type SqlBool, sql } from 'kysely';
import type { AuditKind, AuditSubjectKind } from '#src/wire/audit/audit.ts';
import { isSqlite } from '../../engine.ts';
import { countRows, findsAny } from '../../results.ts';
import type { AuditRow } from '../../tables/audit.ts';
import type { Queryable, Tables } from '../../tables.ts';
import { inTransaction, isTransaction, writeLast } from '../../transactions.ts';
import { type Slice, unindexed } from '../lists/paging.ts';
import { type AuditWord, isMeant } from './audit-search.ts';
import { sealOf, trailKeyOf } from './seals.ts';

/**
 * The last that its transaction writes, since on PostgreSQL all entries take their numbers from one row. The role is the
 * actor's of now. A command names only columns that every version has, since the store may be an older one.
 */
export async function insertAudit(db: Queryable, change: NewAuditEntry): Promise<void> {
  const entry = change.actorId === 'command' ? change : { ...change, actorRole: await findRole(db, change.actorId) };
  if (isTransaction(db)) writeLast(db, () => writeEntry(db, entry));
  else await writeEntry(db, entry);
}

async function writeEntry(db: Queryable, entry: NewAuditEntry): Promise<void> {
  const key = trailKeyOf(db);
  if (!key) {
    await db.insertInto('audit').values(entry).execute();
    return;
  }
  await inTransaction(db, async (tx) => {
    const row = { ...UNSAID, ...entry, id: await takeNextNumber(tx) };
    const seal = sealOf(key, row, await findLastSeal(tx));
    await tx
      .insertInto('audit')
      .values({ ...row, seal })
      .execute();
  });
}

const UNSAID = { count: null, changes: null, actorRole: null, actorSession: null };

async function findRole(db: Queryable, userId: string): Promise<AuditRow['actorRole']> {
  return (await db.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirst())?.role ?? null;
}

/** On PostgreSQL each waits here until the one before is committed, or undone; SQLite has one writer. */
export async function takeNextNumber(tx: Queryable): Promise<number> {
  const { rows } = await (isSqlite(tx)
    ? sql<{ next: number }>`select coalesce(max(id), 0) + 1 as next from audit`
    : sql<{ next: number }>`select last + 1 as next from "auditCounter" for update`
  ).execute(tx);
  return rows[0]?.next ?? 1;
}

/** Empty where there is none. */
async function findLastSeal(tx: Queryable): Promise<string> {
  const last = tx.selectFrom('audit').select('seal').where('seal', 'is not', null).orderBy('id', 'desc').limit(1);
  return (await last.executeTakeFirst())?.seal ?? '';
}

export function findSeal(db: Queryable, id: number): Promise<{ seal: string | null } | undefined> {
  return db.selectFrom('audit').select('seal').where('id', '=', id).executeTakeFirst();
}

export function listAuditAfter(db: Queryable, id: number, limit: number): Promise<AuditRow[]> {
  return db.selectFrom('audit').selectAll().where('id', '>', id).orderBy('id').limit(limit).execute();
}

/** Triggers let each row have its first one alone. */
export async function updateSeals(db: Queryable, seals: readonly { id: number; seal: string }[]): Promise<void> {
  const rows = seals.map(({ id, seal }) => sql`(cast(${id} as bigint), cast(${seal} as text))`);
  await sql`with sealed (id, seal) as (values ${sql.join(rows)})
    update audit set seal = sealed.seal from sealed where sealed.id = audit.id`.execute(db);
}

/** As triggers counted it: a row that is gone is still in here. */
export async function countNotedAudit(db: Queryable): Promise<number> {
  const { total } = await db
    .selectFrom('tallies')
    .select((row) => row.fn.coalesce(row.fn.sum<number>('value'), sql.lit(0)).as('total'))
    .where('name', 'like', 'audit:%')
    .executeTakeFirstOrThrow();
  return Number(total);
}

type NewAuditEntry = Omit<Insertable<Tables['audit']>, 'actorRole'>;

export function isInAudit(db: Queryable, entity: string, entityId: string): Promise<boolean> {
  return db.selectFrom('audit').where('entity', '=', entity).where('entityId', '=', entityId).$call(findsAny);
}

export function hasEntry(db: Queryable, action: string, entityId: string): Promise<boolean> {
  return db.selectFrom('audit').where('entityId', '=', entityId).where('action', '=', action).$call(findsAny);
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
    .unionAll([
      db
        .selectFrom('customers')
        .select((row) => [kind('customer'), 'id', row.fn.coalesce('name', 'email', 'id').as('name'), 'id as reference'])
        .where('erasedAt', 'is', null)
        .where('id', 'in', ids),
      db
        .selectFrom('purchases')
        .select([kind('purchase'), 'id', 'id as name', 'id as reference'])
        .where('id', 'in', ids),
      db
        .selectFrom('coupons')
        .select([kind('coupon'), 'id', 'code as name', 'code as reference'])
        .where('id', 'in', ids),
      db
        .selectFrom('users')
        .select([kind('affiliate'), 'id', 'name', 'email as reference'])
        .where('isAffiliate', '=', 1)
        .where('id', 'in', ids),
      db
        .selectFrom('users')
        .select([kind('administrator'), 'id', 'name', 'id as reference'])
        // Also who has left.
        .where('isAffiliate', '=', 0)
        .where((row) =>
          row.not(
            row.exists(row.selectFrom('affiliates').select('userId').whereRef('affiliates.userId', '=', 'users.id')),
          ),
        )
        .where('id', 'in', ids),
      db
        .selectFrom('apiTokens')
        .select([kind('token'), 'id', 'name', 'id as reference'])
        .where('id', 'in', ids),
      db
        .selectFrom('activationKeys')
        .select([kind('key'), 'id', 'key as name', 'key as reference'])
        .where('id', 'in', ids),
      db
        .selectFrom('affiliateSales')
        .select([kind('purchase'), 'id', 'purchaseId as name', 'purchaseId as reference'])
        .where('id', 'in', ids),
    ])
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
    ...words.map((word) => isMeant(db, row, word)),
    ...(since ? [row('audit.at', '>=', since)] : []),
    ...(until ? [row('audit.at', '<', until)] : []),
  ];
}

/** When a person got the password of now; undefined where that was before the trail. */
export function findLastPasswordChange(db: Queryable, userId: string): Promise<{ at: string } | undefined> {
  return db
    .selectFrom('audit')
    .select('at')
    .where('kind', '=', 'access')
    .where('entityId', '=', userId)
    .where('action', 'in', ['access.change_password', 'access.reset_password', 'access.set_password'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
