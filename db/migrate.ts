import { sql, type Transaction } from 'kysely';
import { type Migration, type MigrationResult, Migrator } from 'kysely/migration';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import { MAIL_KINDS } from '#src/wire/mail/mail-kinds.ts';
import { isSqlite } from './engine.ts';
import * as theStore from './migrations/0001-the-store.ts';
import * as theBackOffice from './migrations/0002-the-back-office.ts';
import * as couponsAndCommissions from './migrations/0003-coupons-and-commissions.ts';
import * as theBanks from './migrations/0004-the-banks.ts';
import * as fairShares from './migrations/0006-fair-shares.ts';
import * as unpaidOrdersAndMail from './migrations/0007-unpaid-orders-and-mail.ts';
import * as bankAccounts from './migrations/0008-bank-accounts.ts';
import * as theReconciliation from './migrations/0009-the-reconciliation.ts';
import * as publicationAndLicense from './migrations/0010-publication-and-license.ts';
import * as pricesAndPurchases from './migrations/0011-prices-and-purchases.ts';
import * as deliveriesWithoutBody from './migrations/0012-deliveries-without-body.ts';
import * as productSearch from './migrations/0013-product-search.ts';
import * as cheaperOrders from './migrations/0014-cheaper-orders.ts';
import * as redemptionsHoldCoupons from './migrations/0015-redemptions-hold-coupons.ts';
import * as productFigures from './migrations/0017-product-figures.ts';
import * as productsByName from './migrations/0018-products-by-name.ts';
import * as purchaseItems from './migrations/0019-purchase-items.ts';
import * as releases from './migrations/0020-releases.ts';
import * as mailAndBuyers from './migrations/0021-mail-and-buyers.ts';
import * as machines from './migrations/0022-machines.ts';
import * as withdrawals from './migrations/0023-withdrawals.ts';
import * as announcements from './migrations/0024-announcements.ts';
import * as productPages from './migrations/0025-product-pages.ts';
import * as settings from './migrations/0026-settings.ts';
import * as reminders from './migrations/0027-reminders.ts';
import * as origins from './migrations/0028-origins.ts';
import * as savedViews from './migrations/0029-saved-views.ts';
import * as lowKeys from './migrations/0030-low-keys.ts';
import * as ownAccount from './migrations/0031-own-account.ts';
import * as ownCategories from './migrations/0032-own-categories.ts';
import * as quickDesk from './migrations/0033-quick-desk.ts';
import * as reportParts from './migrations/0034-report-parts.ts';
import * as movedPurchases from './migrations/0035-moved-purchases.ts';
import * as downloadHours from './migrations/0036-download-hours.ts';
import * as firstMajor from './migrations/0037-first-major.ts';
import * as idsGivenOnce from './migrations/0038-ids-given-once.ts';
import * as transferLeases from './migrations/0039-transfer-leases.ts';
import * as adminEmailChanges from './migrations/0040-admin-email-changes.ts';
import * as openingCodes from './migrations/0041-opening-codes.ts';
import * as shelfTexts from './migrations/0042-shelf-texts.ts';
import * as payers from './migrations/0043-payers.ts';
import * as offlinePlaces from './migrations/0044-offline-places.ts';
import * as lateFiles from './migrations/0045-late-files.ts';
import * as mailKinds from './migrations/0046-mail-kinds.ts';
import * as itemTerms from './migrations/0047-item-terms.ts';
import * as encryptedSettings from './migrations/0048-encrypted-settings.ts';
import * as mailLanes from './migrations/0049-mail-lanes.ts';
import * as installation from './migrations/0050-installation.ts';
import * as chosenBanks from './migrations/0051-chosen-banks.ts';
import * as incidents from './migrations/0052-incidents.ts';
import * as backups from './migrations/0053-backups.ts';
import * as certificates from './migrations/0054-certificates.ts';
import * as restoreOutcomes from './migrations/0055-restore-outcomes.ts';
import * as schemaFloor from './migrations/0057-schema-floor.ts';
import * as cheaperSales from './migrations/0058-cheaper-sales.ts';
import * as failovers from './migrations/0059-failovers.ts';
import * as leadership from './migrations/0060-leadership.ts';
import * as declaredTriggers from './migrations/0061-declared-triggers.ts';
import * as severalLicenses from './migrations/0062-several-licenses.ts';
import * as kits from './migrations/0063-kits.ts';
import * as reviews from './migrations/0064-reviews.ts';
import * as trials from './migrations/0065-trials.ts';
import * as couponScopes from './migrations/0066-coupon-scopes.ts';
import * as upgrades from './migrations/0067-upgrades.ts';
import * as offers from './migrations/0068-offers.ts';
import * as renewals from './migrations/0069-renewals.ts';
import * as completedKits from './migrations/0070-completed-kits.ts';
import * as offersShown from './migrations/0071-offers-shown.ts';
import * as apiTokens from './migrations/0072-api-tokens.ts';
import * as hooks from './migrations/0073-hooks.ts';
import * as partners from './migrations/0074-partners.ts';
import * as invoices from './migrations/0075-invoices.ts';
import * as notifications from './migrations/0076-notifications.ts';
import * as toldEvents from './migrations/0077-told-events.ts';
import * as imports from './migrations/0078-imports.ts';
import * as team from './migrations/0079-team.ts';
import * as secondFactors from './migrations/0080-second-factors.ts';
import * as oldCalls from './migrations/0081-old-calls.ts';
import * as auditSeals from './migrations/0083-audit-seals.ts';
import * as freeHistory from './migrations/0085-free-history.ts';
import * as storedOrders from './migrations/0086-stored-orders.ts';
import * as plainWords from './migrations/0087-plain-words.ts';
import * as otherIndexes from './migrations/0088-other-indexes.ts';
import * as postgresBaseline from './migrations/postgres-baseline.ts';
import { migrateServer } from './schema/migrate-server.ts';
import { hasTable, listTakenSteps, type MigrationPlan, planMigration, type Steps } from './schema/migration-plan.ts';
import { clearUnfinishedStart } from './schema/unfinished-start.ts';
import type { Database, Tables } from './tables.ts';
import { makeTriggers } from './triggers/make-triggers.ts';

/** Never change a released migration; add one below. */
const migrations: Steps = {
  '0001-the-store': theStore,
  '0002-the-back-office': theBackOffice,
  '0003-coupons-and-commissions': couponsAndCommissions,
  '0004-the-banks': theBanks,
  '0006-fair-shares': fairShares,
  '0007-unpaid-orders-and-mail': unpaidOrdersAndMail,
  '0008-bank-accounts': bankAccounts,
  '0009-the-reconciliation': theReconciliation,
  '0010-publication-and-license': publicationAndLicense,
  '0011-prices-and-purchases': pricesAndPurchases,
  '0012-deliveries-without-body': deliveriesWithoutBody,
  '0013-product-search': productSearch,
  '0014-cheaper-orders': cheaperOrders,
  '0015-redemptions-hold-coupons': redemptionsHoldCoupons,
  '0017-product-figures': productFigures,
  '0018-products-by-name': productsByName,
  '0019-purchase-items': purchaseItems,
  '0020-releases': releases,
  '0021-mail-and-buyers': mailAndBuyers,
  '0022-machines': machines,
  '0023-withdrawals': withdrawals,
  '0024-announcements': announcements,
  '0025-product-pages': productPages,
  '0026-settings': settings,
  '0027-reminders': reminders,
  '0028-origins': origins,
  '0029-saved-views': savedViews,
  '0030-low-keys': lowKeys,
  '0031-own-account': ownAccount,
  '0032-own-categories': ownCategories,
  '0033-quick-desk': quickDesk,
  '0034-report-parts': reportParts,
  '0035-moved-purchases': movedPurchases,
  '0036-download-hours': downloadHours,
  '0037-first-major': firstMajor,
  '0038-ids-given-once': idsGivenOnce,
  '0039-transfer-leases': transferLeases,
  '0040-admin-email-changes': adminEmailChanges,
  '0041-opening-codes': openingCodes,
  '0042-shelf-texts': shelfTexts,
  '0043-payers': payers,
  '0044-offline-places': offlinePlaces,
  '0045-late-files': lateFiles,
  '0046-mail-kinds': mailKinds,
  '0047-item-terms': itemTerms,
  '0048-encrypted-settings': encryptedSettings,
  '0049-mail-lanes': mailLanes,
  '0050-installation': installation,
  '0051-chosen-banks': chosenBanks,
  '0052-incidents': incidents,
  '0053-backups': backups,
  '0054-certificates': certificates,
  '0055-restore-outcomes': restoreOutcomes,
  '0057-schema-floor': schemaFloor,
  '0058-cheaper-sales': cheaperSales,
  '0059-failovers': failovers,
  '0060-leadership': leadership,
  '0061-declared-triggers': declaredTriggers,
  '0062-several-licenses': severalLicenses,
  '0063-kits': kits,
  '0064-reviews': reviews,
  '0065-trials': trials,
  '0066-coupon-scopes': couponScopes,
  '0067-upgrades': upgrades,
  '0068-offers': offers,
  '0069-renewals': renewals,
  '0070-completed-kits': completedKits,
  '0071-offers-shown': offersShown,
  '0072-api-tokens': apiTokens,
  '0073-hooks': hooks,
  '0074-partners': partners,
  '0075-invoices': invoices,
  '0076-notifications': notifications,
  '0077-told-events': toldEvents,
  '0078-imports': imports,
  '0079-team': team,
  '0080-second-factors': secondFactors,
  '0081-old-calls': oldCalls,
  '0083-audit-seals': auditSeals,
  '0085-free-history': freeHistory,
  '0086-stored-orders': storedOrders,
  '0087-plain-words': plainWords,
  '0088-other-indexes': otherIndexes,
};

/** Runs all pending migrations in one transaction, so that an interrupted start changes nothing. */
export async function migrate(db: Database): Promise<void> {
  try {
    await (isSqlite(db) ? migrateFile(db) : migrateServer(db, postgresMigrations(), takeServerSteps));
  } catch (error) {
    if (isNewer(error)) throw settingsError(NEWER, error);
    throw error;
  }
}

/** What `migrate` would do now. */
export function planOwnMigration(db: Database): Promise<MigrationPlan> {
  return planMigration(db, isSqlite(db) ? migrations : postgresMigrations());
}

/** The newest step that this code knows. */
export function newestMigration(): string {
  return Object.keys(migrations).toSorted().at(-1) ?? '';
}

async function migrateFile(db: Database): Promise<void> {
  try {
    await inOneStep(db, takeFileSteps);
  } catch (error) {
    if (!isHalfDone(error)) throw error;
    await inOneStep(db, async (tx) => {
      if (!(await clearUnfinishedStart(tx))) throw settingsError(HALF_DONE, error);
      await takeFileSteps(tx);
    });
  }
}

async function takeFileSteps(tx: Transaction<Tables>): Promise<void> {
  if (await isReadByOlderCode(tx)) return;
  if (!(await takeSteps(tx, migrations))) return;
  await noteSchemaFloor(tx);
  await assertLinks(tx);
}

type TakeFileSteps = (tx: Transaction<Tables>) => Promise<void>;

/** SQLite ignores the foreign key switch inside a transaction, and rebuilding a table needs it off. */
function inOneStep(db: Database, take: TakeFileSteps): Promise<void> {
  return db.connection().execute(async (connection) => {
    await sql`pragma foreign_keys = off`.execute(connection);
    try {
      await connection.transaction().execute(take);
    } finally {
      await sql`pragma foreign_keys = on`.execute(connection);
    }
  });
}

async function takeServerSteps(tx: Transaction<Tables>, steps: Steps): Promise<void> {
  if (await isReadByOlderCode(tx)) return;
  if (await takeSteps(tx, steps)) await noteSchemaFloor(tx);
}

function postgresMigrations(): Steps {
  const [baseline = '', ...covered] = Object.keys(migrations).filter((name) => name <= LAST_IN_BASELINE);
  const nothing: Migration = { up: async () => {} };
  return {
    ...migrations,
    ...Object.fromEntries(covered.map((name) => [name, nothing])),
    [baseline]: postgresBaseline,
  };
}

const LAST_IN_BASELINE = '0015-redemptions-hold-coupons';

/** The version before may start again on the schema of the next, during a rolling update or after one that went back. */
async function isReadByOlderCode(tx: Transaction<Tables>): Promise<boolean> {
  if (!(await hasTable(tx, 'schemaFloor'))) return false;
  const [floor] = (await sql<{ name: string }>`select name from "schemaFloor"`.execute(tx)).rows;
  const [newest] = (await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(tx)).rows;
  return (
    floor !== undefined && newest !== undefined && newest.name > newestMigration() && floor.name <= newestMigration()
  );
}

async function noteSchemaFloor(tx: Transaction<Tables>): Promise<void> {
  const floors = Object.entries(migrations).map(([name, step]) => step.oldestReader ?? name);
  await sql`delete from "schemaFloor"`.execute(tx);
  await sql`insert into "schemaFloor" (name) values (${floors.toSorted().at(-1)})`.execute(tx);
}

/** Returns false when nothing was pending. */
async function takeSteps(tx: Transaction<Tables>, steps: Steps): Promise<boolean> {
  const results = await takePending(tx, steps);
  // A step before the last one may lack a column that the triggers of today read.
  if (results.some(({ migrationName }) => steps[migrationName]?.triggers)) await makeTriggers(tx);
  await addMailKinds(tx);
  return results.length > 0;
}

async function takePending(tx: Transaction<Tables>, steps: Steps): Promise<MigrationResult[]> {
  // Kysely would read every column of every table at each start, to find its own two.
  const taken = await listTakenSteps(tx);
  if (taken.length === Object.keys(steps).length && taken.every((name) => name in steps)) return [];
  const migrator = new Migrator({ db: tx, provider: { getMigrations: async () => steps } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw error;
  return results;
}

/** Those of this code; a newer version may have added others. */
async function addMailKinds(tx: Transaction<Tables>): Promise<void> {
  const kinds = Object.keys(MAIL_KINDS).map((kind) => ({ kind }));
  await tx
    .insertInto('mailKinds')
    .values(kinds)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function assertLinks(tx: Transaction<Tables>): Promise<void> {
  const { rows } = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(tx);
  const [loose] = rows;
  if (loose) throw new Error(`The new schema has ${rows.length} rows in ${loose.table} without their ${loose.parent}.`);
}

function isHalfDone(error: unknown): boolean {
  return error instanceof Error && /already exists|duplicate column name/.test(error.message);
}

function isNewer(error: unknown): boolean {
  return error instanceof Error && /previously executed migration \S+ is missing/.test(error.message);
}

const HALF_DONE =
  'Uma versão anterior da loja foi interrompida enquanto atualizava este banco de dados, e ele ficou pela metade. ' +
  'Nada foi alterado agora. Restaure o último backup com npm run restore e abra a loja de novo.';
const NEWER =
  'Este banco de dados já foi aberto por uma versão mais nova da loja. Abra-o com ela, ou restaure um backup desta versão.';
