import { sql } from 'kysely';
import type { PartnerApplicationRow, PartnerMaterialRow, PartnerTermsRow } from '../../tables/partners.ts';
import type { Queryable } from '../../tables.ts';

export function findTerms(db: Queryable): Promise<PartnerTermsRow | undefined> {
  return db.selectFrom('partnerTerms').selectAll().orderBy('version', 'desc').limit(1).executeTakeFirst();
}

export async function insertTerms(db: Queryable, terms: PartnerTermsRow): Promise<void> {
  await db.insertInto('partnerTerms').values(terms).execute();
}

export function listMaterials(db: Queryable): Promise<PartnerMaterialRow[]> {
  return db.selectFrom('partnerMaterials').selectAll().orderBy('createdAt', 'desc').orderBy('id').execute();
}

export async function insertMaterial(db: Queryable, material: PartnerMaterialRow): Promise<void> {
  await db.insertInto('partnerMaterials').values(material).execute();
}

export function deleteMaterial(db: Queryable, id: string): Promise<{ id: string } | undefined> {
  return db.deleteFrom('partnerMaterials').where('id', '=', id).returning('id').executeTakeFirst();
}

export function listWaitingApplications(db: Queryable): Promise<PartnerApplicationRow[]> {
  return db
    .selectFrom('partnerApplications')
    .selectAll()
    .where('state', '=', 'waiting')
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

export async function countWaitingApplications(db: Queryable): Promise<{ count: number; since: string | null }> {
  const { count, since } = await db
    .selectFrom('partnerApplications')
    .select((row) => [row.fn.countAll<number>().as('count'), row.fn.min<string | null>('createdAt').as('since')])
    .where('state', '=', sql.lit('waiting'))
    .executeTakeFirstOrThrow();
  return { count: Number(count), since };
}

export function findApplication(db: Queryable, id: string): Promise<PartnerApplicationRow | undefined> {
  return db.selectFrom('partnerApplications').selectAll().where('id', '=', id).executeTakeFirst();
}

/** One that waits stays; one that was decided begins anew. */
export async function upsertApplication(
  db: Queryable,
  application: Omit<PartnerApplicationRow, 'state' | 'decidedAt'>,
): Promise<void> {
  const waiting = { ...application, state: 'waiting', decidedAt: null } as const;
  await db
    .insertInto('partnerApplications')
    .values(waiting)
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet(waiting).where('partnerApplications.state', '<>', 'waiting'),
    )
    .execute();
}

export function decideApplication(
  db: Queryable,
  id: string,
  state: 'accepted' | 'refused',
  now: string,
): Promise<PartnerApplicationRow | undefined> {
  return db
    .updateTable('partnerApplications')
    .set({ state, decidedAt: now })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returningAll()
    .executeTakeFirst();
}

export function listApplicationsOf(db: Queryable, emails: readonly string[]): Promise<PartnerApplicationRow[]> {
  return db.selectFrom('partnerApplications').selectAll().where('email', 'in', emails).execute();
}

export async function deleteApplicationsOf(db: Queryable, emails: readonly string[]): Promise<void> {
  await db.deleteFrom('partnerApplications').where('email', 'in', emails).execute();
}

export async function deleteDecidedApplications(db: Queryable, before: string): Promise<void> {
  await db.deleteFrom('partnerApplications').where('decidedAt', '<', before).execute();
}
