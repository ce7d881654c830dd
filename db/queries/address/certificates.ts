import type { CertificateRow } from '../../tables/address.ts';
import type { Queryable } from '../../tables.ts';

export function findCertificate(db: Queryable, domain: string): Promise<CertificateRow | undefined> {
  return db.selectFrom('certificates').selectAll().where('domain', '=', domain).executeTakeFirst();
}

/** Lists those that were stored and have not ended. */
export function listStoredCertificates(db: Queryable, now: string): Promise<CertificateRow[]> {
  return db.selectFrom('certificates').selectAll().where('endsAt', '>', now).orderBy('domain').execute();
}

/** Changes nothing where the domain is known. */
export async function insertCertificate(db: Queryable, domain: string): Promise<void> {
  const nothing = { startsAt: null, endsAt: null, storedAt: null, failedAt: null, problem: null };
  await db
    .insertInto('certificates')
    .values({ domain, ...nothing, isRehearsed: 0, failures: 0, retryAt: null, heldUntil: null })
    .onConflict((conflict) => conflict.column('domain').doNothing())
    .execute();
}

export async function updateCertificate(
  db: Queryable,
  domain: string,
  changes: Partial<Omit<CertificateRow, 'domain'>>,
): Promise<void> {
  await db.updateTable('certificates').set(changes).where('domain', '=', domain).execute();
}
