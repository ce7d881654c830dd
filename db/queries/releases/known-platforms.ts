import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { MACHINE_SIGNS } from '#src/wire/licenses/machine-platforms.ts';
import type { Platform } from '#src/wire/products/platforms.ts';
import type { Tables } from '../../tables.ts';

/** A published version got the file later. */
export type LatePlatform = {
  releaseId: string;
  /** A computer that takes the file may say any of these. */
  platforms: readonly Platform[];
};

type OfCustomer = ExpressionBuilder<Tables, 'customers'>;

/**
 * Takes whoever has a machine of the platform, or whose last download of an item was for it; and everybody of whom
 * neither tells a platform. Downloads of this version say less, since the file was not there.
 */
export function mayUse(customer: OfCustomer, { releaseId, platforms }: LatePlatform) {
  const { or, not, exists } = customer;
  const downloads = () => downloadsOf(customer).where('releaseFiles.platform', '<>', 'any');
  const last = downloads()
    .where('releaseFiles.releaseId', '<>', releaseId)
    .where('releaseFiles.platform', 'in', platforms)
    .where(({ selectFrom }) =>
      not(
        exists(
          selectFrom('fileDownloads as later')
            .innerJoin('releaseFiles as laterFile', 'laterFile.id', 'later.fileId')
            .select('later.hour')
            .whereRef('later.itemId', '=', 'fileDownloads.itemId')
            .whereRef('later.hour', '>', 'fileDownloads.hour')
            .where('laterFile.releaseId', '<>', releaseId)
            .where('laterFile.platform', '<>', 'any'),
        ),
      ),
    );
  return or([
    exists(machinesOf(customer).where(saidPlatform, 'in', platforms)),
    exists(last),
    not(or([exists(machinesOf(customer).where(saidPlatform, 'is not', null)), exists(downloads())])),
  ]);
}

function machinesOf({ selectFrom }: OfCustomer) {
  return selectFrom('machines')
    .innerJoin('activationKeys', 'activationKeys.id', 'machines.keyId')
    .innerJoin('purchaseItems', 'purchaseItems.id', 'activationKeys.itemId')
    .innerJoin('purchases', 'purchases.id', 'purchaseItems.purchaseId')
    .select('machines.id')
    .whereRef('purchases.customerId', '=', 'customers.id')
    .where('machines.releasedAt', 'is', null);
}

function downloadsOf({ selectFrom }: OfCustomer) {
  return selectFrom('fileDownloads')
    .innerJoin('releaseFiles', 'releaseFiles.id', 'fileDownloads.fileId')
    .innerJoin('purchaseItems', 'purchaseItems.id', 'fileDownloads.itemId')
    .innerJoin('purchases', 'purchases.id', 'purchaseItems.purchaseId')
    .select('fileDownloads.fileId')
    .whereRef('purchases.customerId', '=', 'customers.id');
}

/** The words are read as `platformOfMachine` reads them. */
const saidPlatform: RawBuilder<Platform | null> = sql`case ${sql.join(
  MACHINE_SIGNS.map(
    ([platform, lists]) => sql`when ${sql.join(lists.map(hasOneOf), sql` and `)} then ${sql.lit(platform)}`,
  ),
  sql` `,
)} end`;

function hasOneOf(words: readonly string[]): RawBuilder<SqlBool> {
  const found = words.map((word) => sql`lower(machines.platform) like ${sql.lit(`%${word}%`)}`);
  return sql`(${sql.join(found, sql` or `)})`;
}
