import type { Kysely } from 'kysely';
import { isSqlite } from '../engine.ts';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';
export const locks = ['purchases', 'activationKeys', 'audit'];
/** SQLite tells by the words' lengths whether they have accents. */
export const triggers = '18b4dad2ec3fa466';

/**
 * Sales of other platforms are summed as the shop's own are. Most keys are assigned after a while, so that their list walks all
 * keys and passes over the others, whose state the index tells. The trail is searched by who did it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await runStatements(db, isSqlite(db) ? INDEXES : INDEXES.replaceAll(STATE, '"assignedAt", "revokedAt"'));
}

/** An expression, since SQLite would read the free keys by these as well if it had their columns. */
const STATE = '(CASE WHEN "revokedAt" IS NULL THEN "assignedAt" END)';
const IS_FREE = '"assignedAt" IS NULL AND "revokedAt" IS NULL';
const IS_REVOKED = '"revokedAt" IS NOT NULL';

/** Of two indexes that look alike to SQLite it takes the newer one, which must be that of the state. */
const INDEXES = `
CREATE INDEX "auditByActor" ON audit ("actorId", id);;
DROP INDEX "purchasesImported";;
DROP INDEX "activationKeysAssigned";;
DROP INDEX "activationKeysAssignedByKey";;
DROP INDEX "activationKeysAssignedOfProduct";;
${[
  ['', 'Creation', '"createdAt", id'],
  ['ByKey', 'Key', 'key, id'],
  ['OfProduct', 'Product', '"productId", "createdAt", id'],
]
  .map(
    ([list, by, columns]) => `
DROP INDEX "activationKeysBy${by}";;
CREATE INDEX "activationKeysBy${by}" ON "activationKeys" (${columns}, ${STATE});;
DROP INDEX "activationKeysAvailable${list}";;
CREATE INDEX "activationKeysAvailable${list}" ON "activationKeys" (${columns}) WHERE ${IS_FREE};;
DROP INDEX "activationKeysRevoked${list}";;
CREATE INDEX "activationKeysRevoked${list}" ON "activationKeys" (${columns}) WHERE ${IS_REVOKED}`,
  )
  .join(';;')}`;
