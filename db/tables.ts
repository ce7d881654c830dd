import type BetterSqlite3 from 'better-sqlite3';
import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';
import type {
  AccountAlertRow,
  AdminEmailChangeRow,
  ApiTokenRow,
  CodeAppRow,
  EncryptedSettingRow,
  IdempotentCallRow,
  InvitationRow,
  KnownDeviceRow,
  PasskeyRow,
  RecoveryCodeRow,
  RefusedSignInsRow,
  SecretRow,
  SessionRow,
  SignInChallengeRow,
  UserOrders,
  UserRow,
} from './tables/access.ts';
import type { CertificateRow, ChallengeRow } from './tables/address.ts';
import type {
  AffiliateFigures,
  AffiliateRow,
  CommissionRow,
  CommissionSettlement,
  PartnerClicksRow,
  PartnerColumns,
} from './tables/affiliates.ts';
import type { AuditRow } from './tables/audit.ts';
import type { BuyerSessionRow, BuyerTokenRow, MovedPurchaseRow, OpeningCodeRow } from './tables/buyers.ts';
import type { Plain } from './tables/columns.ts';
import type { CouponOrders, CouponRow, RedemptionRow } from './tables/coupons.ts';
import type { AddressMark, CustomerFigures, CustomerNoteRow, CustomerRow, MailChoices } from './tables/customers.ts';
import type { HookDeliveryRow, HookRow, ShopEventRow } from './tables/hooks.ts';
import type {
  ImportedCustomerRow,
  ImportedProductRow,
  ImportedSaleRow,
  ImportLineRow,
  ImportProblemRow,
  ImportRow,
  ImportSaleRow,
} from './tables/imports.ts';
import type { InstallationLinkRow, InstallationRow, InstallationStepRow } from './tables/installation.ts';
import type { InvoiceRow } from './tables/invoices.ts';
import type { ActivationKeyRow, StockNoticeRow } from './tables/keys.ts';
import type { MachineRow, SigningKeyRow } from './tables/licenses.ts';
import type { SearchedWords, SearchIndex } from './tables/lists.ts';
import type { MailAccountRow, MailTestRow, OutboxRow } from './tables/mail.ts';
import type {
  DeclinedNotificationRow,
  NotificationRow,
  NotifiedDeviceRow,
  QuietHoursRow,
} from './tables/notifications.ts';
import type { OfferRow } from './tables/offers.ts';
import type {
  PartnerApplicationRow,
  PartnerMaterialRow,
  PartnerSessionRow,
  PartnerTermsRow,
  PartnerTokenRow,
} from './tables/partners.ts';
import type {
  BankAccountRow,
  BankChargeRow,
  BankDifferenceRow,
  BankPaymentRow,
  BankSweepRow,
  BankWindowRow,
  ChosenBankRow,
  RestoreRow,
  SandboxChargeRow,
  WebhookInboxRow,
} from './tables/payments.ts';
import type { PayoutLineRow, PayoutRow } from './tables/payouts.ts';
import type {
  CategoryRow,
  FirstProductColumns,
  KitPartRow,
  ProductFieldColumns,
  ProductFigures,
  ProductHostRow,
  ProductRow,
  ProductSlugRow,
  ProductTermsRow,
  UsualTermsRow,
} from './tables/products.ts';
import type {
  FirstItem,
  LaterItemColumns,
  OpenPurchaseRow,
  PurchaseEventRow,
  PurchaseFigures,
  PurchaseItemRow,
  PurchaseRow,
} from './tables/purchases.ts';
import type {
  AnnouncementRow,
  FileDownloadRow,
  FileTransferRow,
  ReleaseFileRow,
  ReleaseRow,
} from './tables/releases.ts';
import type { ReminderOptOutRow, ReminderRow } from './tables/reminders.ts';
import type { KeptReportsRow, OffersShownRow, ReportPartRow, VisitsRow } from './tables/reports.ts';
import type { ReviewNoticeRow, ReviewRow } from './tables/reviews.ts';
import type { TrialRow } from './tables/trials.ts';
import type {
  BackupRow,
  DatabaseIdentityRow,
  IncidentRow,
  InstanceRow,
  SettingRow,
  SharedLimitRow,
} from './tables/upkeep.ts';
import type { SavedViewRow } from './tables/views.ts';
import type { WithdrawalRow } from './tables/withdrawals.ts';

/** Money is integer centavos, times are ISO 8601 UTC text, booleans are 1 or 0. */
export type Tables = {
  categories: WithDefault<CategoryRow, 'shelfText'>;
  products: WithFigures<
    WithDefault<ProductRow, Exclude<keyof ProductFieldColumns, FirstProductColumns> | 'areKeysPlenty' | 'termsVersion'>,
    Plain<'nameOrder'>
  >;
  productSlugs: ProductSlugRow;
  productHosts: ProductHostRow;
  kitParts: KitPartRow;
  productTerms: ProductTermsRow;
  productFigures: TriggerMaintained<ProductFigures>;
  /** The same for whoever reads all of them. */
  allProductFigures: TriggerMaintained<ProductFigures>;
  customers: WithFigures<CustomerRow & MailChoices & AddressMark, CustomerFigures>;
  users: WithFigures<WithDefault<UserRow, 'role'>, UserOrders>;
  sessions: WithDefault<SessionRow, 'gates' | 'confirmedAt' | 'isFactorMissing'>;
  passkeys: PasskeyRow;
  codeApps: WithDefault<CodeAppRow, 'lastStep'>;
  recoveryCodes: RecoveryCodeRow;
  signInChallenges: SignInChallengeRow;
  knownDevices: KnownDeviceRow;
  accountAlerts: AccountAlertRow;
  affiliates: WithFigures<WithDefault<AffiliateRow & PartnerColumns, keyof PartnerColumns>, AffiliateFigures>;
  coupons: WithFigures<WithDefault<CouponRow, 'productIds' | 'perCustomer' | 'onlyOwnersOf'>, CouponOrders>;
  purchases: WithFigures<
    WithDefault<PurchaseRow, 'number' | 'returnedCents' | 'affiliateId' | 'attribution' | 'attributedAt'>,
    PurchaseFigures
  > &
    WriteOnly<FirstItem>;
  visitsByHour: VisitsRow;
  purchaseItems: WithDefault<PurchaseItemRow, LaterItemColumns>;
  openPurchases: OpenPurchaseRow;
  redemptions: RedemptionRow;
  activationKeys: WithDefault<ActivationKeyRow, 'replacedByItemId' | 'uses'>;
  releases: ReleaseRow;
  releaseFiles: WithDefault<ReleaseFileRow, 'downloads' | 'awaitsPublication'>;
  fileTransfers: FileTransferRow;
  fileDownloads: FileDownloadRow;
  machines: MachineRow;
  signingKeys: SigningKeyRow;
  withdrawals: WithDefault<WithdrawalRow, 'tries'>;
  invoices: WithDefault<InvoiceRow, 'tries'>;
  imports: WithDefault<ImportRow, 'position' | 'kept' | 'announces'>;
  importLines: ImportLineRow;
  importSales: ImportSaleRow;
  importProblems: ImportProblemRow;
  importedSales: ImportedSaleRow;
  importedCustomers: ImportedCustomerRow;
  importedProducts: ImportedProductRow;
  stockNotices: StockNoticeRow;
  offers: WithDefault<OfferRow, 'shownCount'>;
  trials: TrialRow;
  announcements: WithDefault<AnnouncementRow, 'platform' | 'lastCustomerId'>;
  reminders: ReminderRow;
  reminderOptOuts: ReminderOptOutRow;
  reviews: ReviewRow;
  reviewNotices: ReviewNoticeRow;
  settings: SettingRow;
  encryptedSettings: EncryptedSettingRow;
  installation: InstallationRow;
  installationLinks: InstallationLinkRow;
  installationSteps: InstallationStepRow;
  backups: BackupRow;
  certificates: CertificateRow;
  challenges: ChallengeRow;
  usualTerms: UsualTermsRow;
  mailTests: MailTestRow;
  adminEmailChanges: AdminEmailChangeRow;
  apiTokens: ApiTokenRow;
  invitations: InvitationRow;
  idempotentCalls: IdempotentCallRow;
  affiliateSales: WithDefault<CommissionRow & CommissionSettlement, keyof CommissionSettlement>;
  partnerClicks: PartnerClicksRow;
  payouts: WithDefault<PayoutRow, 'note' | 'invoiceUrl'>;
  payoutLines: PayoutLineRow;
  partnerTokens: PartnerTokenRow;
  partnerSessions: PartnerSessionRow;
  partnerTerms: PartnerTermsRow;
  partnerMaterials: PartnerMaterialRow;
  partnerApplications: PartnerApplicationRow;
  purchaseEvents: Numbered<PurchaseEventRow>;
  mailKinds: { kind: string };
  outbox: WithDefault<Numbered<OutboxRow>, 'platform' | 'isNotice'>;
  mailAccounts: MailAccountRow;
  buyerTokens: WithDefault<BuyerTokenRow, 'tries'>;
  buyerSessions: BuyerSessionRow;
  movedPurchases: MovedPurchaseRow;
  openingCodes: WithDefault<OpeningCodeRow, 'tries'>;
  webhookInbox: Numbered<WebhookInboxRow>;
  hooks: HookRow;
  shopEvents: ShopEventRow;
  hookDeliveries: Numbered<HookDeliveryRow>;
  audit: WithFigures<
    WithDefault<Numbered<AuditRow>, 'changes' | 'actorRole' | 'actorSession' | 'seal'>,
    { kind: string }
  >;
  savedViews: SavedViewRow;
  notifiedDevices: WithDefault<NotifiedDeviceRow, 'failures'>;
  notifications: NotificationRow;
  declinedNotifications: DeclinedNotificationRow;
  quietHours: QuietHoursRow;
  customerNotes: CustomerNoteRow;
  refusedSignIns: RefusedSignInsRow;
  secrets: SecretRow;
  sandboxCharges: SandboxChargeRow;
  bankAccounts: BankAccountRow;
  chosenBanks: ChosenBankRow;
  bankCharges: BankChargeRow;
  bankPayments: BankPaymentRow;
  bankSweeps: Numbered<BankSweepRow>;
  bankWindows: Numbered<BankWindowRow>;
  restores: Numbered<WithDefault<RestoreRow, 'failover'>>;
  bankDifferences: Numbered<BankDifferenceRow>;
  instances: WithDefault<InstanceRow, 'beats' | 'newestStep' | 'hasWorker'>;
  incidents: WithDefault<IncidentRow, 'isTold'>;
  sharedLimits: SharedLimitRow;
  databaseIdentity: DatabaseIdentityRow;
  tallies: TriggerMaintained<{ name: string; value: number }>;
  salesByHour: TriggerMaintained<{ hour: string; sales: number; salesCents: number }>;
  reportParts: ReportPartRow;
  keptReports: KeptReportsRow;
  offersShown: OffersShownRow;
  changedHours: TriggerMaintained<{ id: number; hour: string }>;
  customerWords: TriggerMaintained<SearchedWords>;
  customerSearch: TriggerMaintained<SearchIndex>;
  productWords: TriggerMaintained<SearchedWords>;
  productSearch: TriggerMaintained<SearchIndex>;
  purchaseWords: TriggerMaintained<SearchedWords>;
  purchaseSearch: TriggerMaintained<SearchIndex>;
  keyWords: TriggerMaintained<SearchedWords>;
  keySearch: TriggerMaintained<SearchIndex>;
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
