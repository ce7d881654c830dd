import type BetterSqlite3 from 'better-sqlite3';
import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';
import type * as access from './tables/access.ts';
import type * as address from './tables/address.ts';
import type * as affiliates from './tables/affiliates.ts';
import type * as audit from './tables/audit.ts';
import type * as buyers from './tables/buyers.ts';
import type { Plain } from './tables/columns.ts';
import type * as coupons from './tables/coupons.ts';
import type * as customers from './tables/customers.ts';
import type * as hooks from './tables/hooks.ts';
import type * as imports from './tables/imports.ts';
import type * as installation from './tables/installation.ts';
import type * as invoices from './tables/invoices.ts';
import type * as keys from './tables/keys.ts';
import type * as licenses from './tables/licenses.ts';
import type * as lists from './tables/lists.ts';
import type * as mail from './tables/mail.ts';
import type * as notifications from './tables/notifications.ts';
import type * as offers from './tables/offers.ts';
import type * as partners from './tables/partners.ts';
import type * as payments from './tables/payments.ts';
import type * as payouts from './tables/payouts.ts';
import type * as products from './tables/products.ts';
import type * as purchases from './tables/purchases.ts';
import type * as releases from './tables/releases.ts';
import type * as reminders from './tables/reminders.ts';
import type * as reports from './tables/reports.ts';
import type * as reviews from './tables/reviews.ts';
import type * as trials from './tables/trials.ts';
import type * as upkeep from './tables/upkeep.ts';
import type * as views from './tables/views.ts';
import type * as withdrawals from './tables/withdrawals.ts';

/** Money is integer centavos, times are ISO 8601 UTC text, booleans are 1 or 0. */
export type Tables = {
  categories: WithDefault<products.CategoryRow, 'shelfText'>;
  products: WithFigures<
    WithDefault<
      products.ProductRow,
      Exclude<keyof products.ProductFieldColumns, products.FirstProductColumns> | 'areKeysPlenty' | 'termsVersion'
    >,
    Plain<'nameOrder'>
  >;
  productSlugs: products.ProductSlugRow;
  productHosts: products.ProductHostRow;
  kitParts: products.KitPartRow;
  productTerms: products.ProductTermsRow;
  productFigures: TriggerMaintained<products.ProductFigures>;
  /** The same for whoever reads all of them. */
  allProductFigures: TriggerMaintained<products.ProductFigures>;
  customers: WithFigures<
    customers.CustomerRow & customers.MailChoices & customers.AddressMark,
    customers.CustomerFigures
  >;
  users: WithFigures<WithDefault<access.UserRow, 'role'>, access.UserOrders>;
  sessions: WithDefault<access.SessionRow, 'gates' | 'confirmedAt' | 'isFactorMissing'>;
  passkeys: access.PasskeyRow;
  codeApps: WithDefault<access.CodeAppRow, 'lastStep'>;
  recoveryCodes: access.RecoveryCodeRow;
  signInChallenges: access.SignInChallengeRow;
  knownDevices: access.KnownDeviceRow;
  accountAlerts: access.AccountAlertRow;
  affiliates: WithFigures<
    WithDefault<affiliates.AffiliateRow & affiliates.PartnerColumns, keyof affiliates.PartnerColumns>,
    affiliates.AffiliateFigures
  >;
  coupons: WithFigures<
    WithDefault<coupons.CouponRow, 'productIds' | 'perCustomer' | 'onlyOwnersOf'>,
    coupons.CouponOrders
  >;
  purchases: WithFigures<
    WithDefault<purchases.PurchaseRow, 'number' | 'returnedCents' | 'affiliateId' | 'attribution' | 'attributedAt'>,
    purchases.PurchaseFigures
  > &
    WriteOnly<purchases.FirstItem>;
  visitsByHour: reports.VisitsRow;
  purchaseItems: WithDefault<purchases.PurchaseItemRow, purchases.LaterItemColumns>;
  openPurchases: purchases.OpenPurchaseRow;
  redemptions: coupons.RedemptionRow;
  activationKeys: WithDefault<keys.ActivationKeyRow, 'replacedByItemId' | 'uses'>;
  releases: releases.ReleaseRow;
  releaseFiles: WithDefault<releases.ReleaseFileRow, 'downloads' | 'awaitsPublication'>;
  fileTransfers: releases.FileTransferRow;
  fileDownloads: releases.FileDownloadRow;
  machines: licenses.MachineRow;
  signingKeys: licenses.SigningKeyRow;
  withdrawals: WithDefault<withdrawals.WithdrawalRow, 'tries'>;
  invoices: WithDefault<invoices.InvoiceRow, 'tries'>;
  imports: WithDefault<imports.ImportRow, 'position' | 'kept' | 'announces'>;
  importLines: imports.ImportLineRow;
  importSales: imports.ImportSaleRow;
  importProblems: imports.ImportProblemRow;
  importedSales: imports.ImportedSaleRow;
  importedCustomers: imports.ImportedCustomerRow;
  importedProducts: imports.ImportedProductRow;
  stockNotices: keys.StockNoticeRow;
  offers: WithDefault<offers.OfferRow, 'shownCount'>;
  trials: trials.TrialRow;
  announcements: WithDefault<releases.AnnouncementRow, 'platform' | 'lastCustomerId'>;
  reminders: reminders.ReminderRow;
  reminderOptOuts: reminders.ReminderOptOutRow;
  reviews: reviews.ReviewRow;
  reviewNotices: reviews.ReviewNoticeRow;
  settings: upkeep.SettingRow;
  encryptedSettings: access.EncryptedSettingRow;
  installation: installation.InstallationRow;
  installationLinks: installation.InstallationLinkRow;
  installationSteps: installation.InstallationStepRow;
  backups: upkeep.BackupRow;
  certificates: address.CertificateRow;
  challenges: address.ChallengeRow;
  usualTerms: products.UsualTermsRow;
  mailTests: mail.MailTestRow;
  adminEmailChanges: access.AdminEmailChangeRow;
  apiTokens: access.ApiTokenRow;
  invitations: access.InvitationRow;
  idempotentCalls: access.IdempotentCallRow;
  affiliateSales: WithDefault<
    affiliates.CommissionRow & affiliates.CommissionSettlement,
    keyof affiliates.CommissionSettlement
  >;
  partnerClicks: affiliates.PartnerClicksRow;
  payouts: WithDefault<payouts.PayoutRow, 'note' | 'invoiceUrl'>;
  payoutLines: payouts.PayoutLineRow;
  partnerTokens: partners.PartnerTokenRow;
  partnerSessions: partners.PartnerSessionRow;
  partnerTerms: partners.PartnerTermsRow;
  partnerMaterials: partners.PartnerMaterialRow;
  partnerApplications: partners.PartnerApplicationRow;
  purchaseEvents: Numbered<purchases.PurchaseEventRow>;
  mailKinds: { kind: string };
  outbox: WithDefault<Numbered<mail.OutboxRow>, 'platform' | 'isNotice'>;
  mailAccounts: mail.MailAccountRow;
  buyerTokens: WithDefault<buyers.BuyerTokenRow, 'tries'>;
  buyerSessions: buyers.BuyerSessionRow;
  movedPurchases: buyers.MovedPurchaseRow;
  openingCodes: WithDefault<buyers.OpeningCodeRow, 'tries'>;
  webhookInbox: Numbered<payments.WebhookInboxRow>;
  hooks: hooks.HookRow;
  shopEvents: hooks.ShopEventRow;
  hookDeliveries: Numbered<hooks.HookDeliveryRow>;
  audit: WithFigures<
    WithDefault<Numbered<audit.AuditRow>, 'changes' | 'actorRole' | 'actorSession' | 'seal'>,
    { kind: string }
  >;
  savedViews: views.SavedViewRow;
  notifiedDevices: WithDefault<notifications.NotifiedDeviceRow, 'failures'>;
  notifications: notifications.NotificationRow;
  declinedNotifications: notifications.DeclinedNotificationRow;
  quietHours: notifications.QuietHoursRow;
  customerNotes: customers.CustomerNoteRow;
  refusedSignIns: access.RefusedSignInsRow;
  secrets: access.SecretRow;
  sandboxCharges: payments.SandboxChargeRow;
  bankAccounts: payments.BankAccountRow;
  chosenBanks: payments.ChosenBankRow;
  bankCharges: payments.BankChargeRow;
  bankPayments: payments.BankPaymentRow;
  bankSweeps: Numbered<payments.BankSweepRow>;
  bankWindows: Numbered<payments.BankWindowRow>;
  restores: Numbered<WithDefault<payments.RestoreRow, 'failover'>>;
  bankDifferences: Numbered<payments.BankDifferenceRow>;
  instances: WithDefault<upkeep.InstanceRow, 'beats' | 'newestStep' | 'hasWorker'>;
  incidents: WithDefault<upkeep.IncidentRow, 'isTold'>;
  sharedLimits: upkeep.SharedLimitRow;
  databaseIdentity: upkeep.DatabaseIdentityRow;
  tallies: TriggerMaintained<{ name: string; value: number }>;
  salesByHour: TriggerMaintained<{ hour: string; sales: number; salesCents: number }>;
  reportParts: reports.ReportPartRow;
  keptReports: reports.KeptReportsRow;
  offersShown: reports.OffersShownRow;
  changedHours: TriggerMaintained<{ id: number; hour: string }>;
  customerWords: TriggerMaintained<lists.SearchedWords>;
  customerSearch: TriggerMaintained<lists.SearchIndex>;
  productWords: TriggerMaintained<lists.SearchedWords>;
  productSearch: TriggerMaintained<lists.SearchIndex>;
  purchaseWords: TriggerMaintained<lists.SearchedWords>;
  purchaseSearch: TriggerMaintained<lists.SearchIndex>;
  keyWords: TriggerMaintained<lists.SearchedWords>;
  keySearch: TriggerMaintained<lists.SearchIndex>;
};

/** Triggers write it, so it is read-only. */
type TriggerMaintained<Figures> = { [Name in keyof Figures]: ColumnType<Figures[Name], never, never> };
type WithFigures<Row, Figures> = Row & TriggerMaintained<Figures>;
type WriteOnly<Row> = { [Name in keyof Row]: ColumnType<unknown, Row[Name], never> };

export type Database = Kysely<Tables>;
export type SqliteHandle = BetterSqlite3.Database;
export type Queryable = Database | Transaction<Tables>;

type Numbered<Row extends { id: number }> = Omit<Row, 'id'> & { id: Generated<number> };

type WithDefault<Row, Column extends keyof Row> = Omit<Row, Column> & { [Name in Column]: Generated<Row[Name]> };
