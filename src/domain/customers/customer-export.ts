import { listNotesOfCustomer } from '#db/queries/customers/customer-notes.ts';
import { listEventsOfCustomer, listKeysOfCustomer } from '#db/queries/customers/customer-records.ts';
import { findCustomer, type ListedCustomer, listCustomersAfter } from '#db/queries/customers/customers.ts';
import { listInvoicesOfCustomer } from '#db/queries/invoices/invoices.ts';
import { listStockNoticesOf } from '#db/queries/keys/stock-notices.ts';
import { listMachinesOfKeys } from '#db/queries/licenses/machines.ts';
import { listMailOfCustomer } from '#db/queries/mail/outbox.ts';
import { listPurchasesOfCustomers } from '#db/queries/purchases/purchases.ts';
import { listRemindersOfCustomer } from '#db/queries/reminders/reminders.ts';
import { listReviewsOfCustomer } from '#db/queries/reviews/reviews.ts';
import { listTrialsOfMailboxes, type Trial } from '#db/queries/trials/trials.ts';
import { listWithdrawalsOfCustomer } from '#db/queries/withdrawals/withdrawals.ts';
import type { InvoiceRow } from '#db/tables/invoices.ts';
import type { ActivationKeyRow } from '#db/tables/keys.ts';
import type { MachineRow } from '#db/tables/licenses.ts';
import type { OutboxRow } from '#db/tables/mail.ts';
import type { PurchaseEventRow, PurchaseRow } from '#db/tables/purchases.ts';
import type { ReminderRow } from '#db/tables/reminders.ts';
import type { WithdrawalRow } from '#db/tables/withdrawals.ts';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import { formatCents } from '#src/wire/basics/money.ts';
import type {
  CustomerExport,
  ExportedInvoice,
  ExportedPurchase,
  ExportedReminder,
  ExportedReview,
  ExportedTrial,
  ExportedWithdrawal,
} from '#src/wire/customers/customer-export.ts';
import type { CustomerListRequest } from '#src/wire/customers/customers.ts';
import { formatTaxDocument, type TakerAddress } from '#src/wire/invoices/taker.ts';
import { customerStatusLabel } from '#src/wire/purchases/purchase-status.ts';
import { type Actor, recordChange, recordExport } from '../audit/audit.ts';
import { toMachineDto } from '../licenses/machine-places.ts';
import { asRead, type Columns, inBatches, type TableExport, tableOf } from '../lists/exports.ts';
import { addressHash } from '../mail/address-hash.ts';
import { exportPartner } from '../partners/partner-export.ts';
import { downloadsOf, type WithItems, withItems } from '../purchases/purchase-items.ts';
import { originWithClickIds } from '../purchases/purchase-origins.ts';
import { toPurchaseDto } from '../purchases/purchases.ts';
import { unknownCustomer } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { summarizeCustomer } from './customers.ts';

export async function exportCustomer(shop: Shop, actor: Actor, id: string): Promise<CustomerExport> {
  const customer = await findCustomer(shop.db, id);
  if (!customer) throw unknownCustomer();
  const [purchases, keys, mails, events, withdrawals, notices, reminders, notes, trials, reviews, invoices] =
    await Promise.all([
      listPurchasesOfCustomers(shop.db, [id]).then((rows) => withItems(shop.db, rows)),
      listKeysOfCustomer(shop.db, id),
      listMailOfCustomer(shop.db, id),
      listEventsOfCustomer(shop.db, id),
      listWithdrawalsOfCustomer(shop.db, id),
      customer.email ? listStockNoticesOf(shop.db, [customer.email]) : [],
      listRemindersOfCustomer(shop.db, id),
      listNotesOfCustomer(shop.db, id),
      customer.email ? listTrialsOfMailboxes(shop.db, [addressHash(shop, customer.email)]) : [],
      listReviewsOfCustomer(shop.db, id),
      listInvoicesOfCustomer(shop.db, id),
    ]);
  const keyIds = keys.map(({ id: keyId }) => keyId);
  const machines = await listMachinesOfKeys(shop.db, keyIds, shop.clock.now().toISOString());
  await recordChange(shop.db, shop, actor, { action: 'customer.export', entityId: id });
  const now = shop.clock.now();
  return {
    exportedAt: now.toISOString(),
    store: shop.settings.storeName,
    customer: summarizeCustomer(customer),
    emails: mails.filter(({ purchaseId }) => purchaseId === null).map(describeMail),
    purchases: describePurchases(purchases, { keys, machines, mails, events }, now),
    withdrawals: withdrawals.map(describeWithdrawal),
    stockNotices: notices.map(({ name, createdAt }) => ({ product: name, requestedAt: createdAt })),
    trials: trials.map(describeTrial),
    reminders: reminders.map(describeReminder),
    notes: notes.map(({ text, createdAt }) => ({ text, createdAt })),
    reviews: reviews.map(describeReview),
    invoices: invoices.map(describeInvoice),
    partner: customer.email ? await exportPartner(shop, customer.email) : null,
  };
}

export async function exportCustomers(
  shop: Shop,
  actor: Actor,
  { q }: CustomerListRequest,
  chosen: readonly string[] | null = null,
): Promise<TableExport> {
  await recordExport(shop, actor, 'customer.export', { q, ids: chosen }, 'list');
  const read = (last: ListedCustomer | undefined) => listCustomersAfter(shop.db, q, last, BATCH, chosen);
  return tableOf('clientes', COLUMNS, inBatches(BATCH, read, asRead));
}

const BATCH = 500;

const COLUMNS: Columns<ListedCustomer> = {
  Nome: ({ name }) => name ?? '',
  'E-mail': ({ email }) => email ?? '',
  Cadastro: ({ createdAt }) => formatDayTime(createdAt),
  'Última compra': ({ lastPurchaseAt }) => (lastPurchaseAt ? formatDayTime(lastPurchaseAt) : ''),
  Compras: ({ purchaseCount }) => String(purchaseCount),
  'Total gasto': ({ totalSpentCents }) => formatCents(totalSpentCents),
};

type Records = { keys: ActivationKeyRow[]; machines: MachineRow[]; mails: OutboxRow[]; events: PurchaseEventRow[] };

type Purchase = PurchaseRow & WithItems;

function describePurchases(
  purchases: Purchase[],
  { keys, machines, mails, events }: Records,
  now: Date,
): ExportedPurchase[] {
  const keyOf = new Map(keys.map((key) => [key.itemId, key]));
  const mailsOf = Map.groupBy(mails, ({ purchaseId }) => purchaseId);
  const eventsOf = Map.groupBy(events, ({ purchaseId }) => purchaseId);
  return purchases.map((purchase) => {
    const own = { mails: mailsOf.get(purchase.id) ?? [], events: eventsOf.get(purchase.id) ?? [] };
    const ownKeys = purchase.items.flatMap((item) => keyOf.get(item.id) ?? []);
    return describePurchase(purchase, { keys: ownKeys, machines, ...own }, now);
  });
}

function describeInvoice(row: InvoiceRow): ExportedInvoice {
  const { purchaseId, state, takerName: name, number, url, requestedAt, issuedAt } = row;
  const document = formatTaxDocument(row.takerDocument);
  const address = row.takerAddress === null ? null : (JSON.parse(row.takerAddress) as TakerAddress);
  return { purchaseId, state, document, name, address, number, url, requestedAt, issuedAt };
}

function describeWithdrawal(row: WithdrawalRow): ExportedWithdrawal {
  const { purchaseId, protocol, state, reason, refusal, requestedAt, decidedAt } = row;
  return { purchaseId, protocol, state, reason, refusal, requestedAt, decidedAt };
}

function describeTrial({
  productName,
  key,
  confirmedAt,
  endsAt,
  machineName,
  activatedAt,
  itemId,
}: Trial): ExportedTrial {
  return { product: productName, key, confirmedAt, endsAt, machineName, activatedAt, isBought: itemId !== null };
}

function describeReminder({
  purchaseId,
  step,
  state,
  reason,
  dueAt,
  sentAt,
  clickedAt,
}: ReminderRow): ExportedReminder {
  return { purchaseId, step, state, reason, dueAt, sentAt, clickedAt };
}

function describeReview(row: Awaited<ReturnType<typeof listReviewsOfCustomer>>[number]): ExportedReview {
  const { productName, rating, title, body, editor, system, state, hiddenReason, writtenAt, answer, answeredAt } = row;
  const showsName = row.showsName === 1;
  return {
    product: productName,
    rating,
    title,
    body,
    showsName,
    editor,
    system,
    state,
    hiddenReason,
    writtenAt,
    answer,
    answeredAt,
  };
}

function describePurchase(purchase: Purchase, { keys, machines, mails, events }: Records, now: Date): ExportedPurchase {
  const shown = toPurchaseDto(purchase);
  const activationKeys = keys.map(({ id, key, assignedAt, revokedAt }) => {
    const own = machines.filter(({ keyId }) => keyId === id).map((machine) => toMachineDto(machine, now));
    return { key, assignedAt, revokedAt, machines: own };
  });
  return {
    ...shown,
    status: customerStatusLabel(shown, now),
    discountAmount: formatCents(purchase.discountCents),
    paidAmount: purchase.paidCents === null ? null : formatCents(purchase.paidCents),
    completedAt: purchase.completedAt,
    refundedAt: purchase.refundedAt,
    downloads: downloadsOf(purchase),
    whatsapp: purchase.whatsapp,
    recoveredFrom: purchase.recoveredFrom,
    origin: originWithClickIds(purchase),
    activationKeys,
    emails: mails.map(describeMail),
    events: events.map(({ at, event, source, detail }) => ({ at, event, source, detail })),
  };
}

function describeMail({ kind, state, createdAt, sentAt }: OutboxRow) {
  return { kind, state, createdAt, sentAt };
}
