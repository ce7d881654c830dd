import { listNotesOfCustomer } from '#db/queries/customers/customer-notes.ts';
import { listEventsOfCustomer, listKeysOfCustomer } from '#db/queries/customers/customer-records.ts';
import { findCustomer, type ListedCustomer, listCustomersAfter } from '#db/queries/customers/customers.ts';
import { listStockNoticesOf } from '#db/queries/keys/stock-notices.ts';
import { listMachinesOfKeys } from '#db/queries/licenses/machines.ts';
import { listMailOfCustomer } from '#db/queries/mail/outbox.ts';
import { listPurchasesOfCustomers } from '#db/queries/purchases/purchases.ts';
import { listRemindersOfCustomer } from '#db/queries/reminders/reminders.ts';
import { listWithdrawalsOfCustomer } from '#db/queries/withdrawals/withdrawals.ts';
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
  CustomerListRequest,
  ExportedPurchase,
  ExportedReminder,
  ExportedWithdrawal,
} from '#src/wire/customers/customers.ts';
import { customerStatusLabel } from '#src/wire/purchases/purchase-status.ts';
import { type Actor, recordChange, recordExport } from '../audit/audit.ts';
import { toMachineDto } from '../licenses/machine-places.ts';
import { inBatches, type TableExport } from '../lists/exports.ts';
import { downloadsOf, type WithItems, withItems } from '../purchases/purchase-items.ts';
import { originWithClickIds } from '../purchases/purchase-origins.ts';
import { toPurchaseDto } from '../purchases/purchases.ts';
import { unknownCustomer } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { summarizeCustomer } from './customers.ts';

export async function exportCustomer(shop: Shop, actor: Actor, id: string): Promise<CustomerExport> {
  const customer = await findCustomer(shop.db, id);
  if (!customer) throw unknownCustomer();
  const [purchases, keys, mails, events, withdrawals, notices, reminders, notes] = await Promise.all([
    listPurchasesOfCustomers(shop.db, [id]).then((rows) => withItems(shop.db, rows)),
    listKeysOfCustomer(shop.db, id),
    listMailOfCustomer(shop.db, id),
    listEventsOfCustomer(shop.db, id),
    listWithdrawalsOfCustomer(shop.db, id),
    customer.email ? listStockNoticesOf(shop.db, [customer.email]) : [],
    listRemindersOfCustomer(shop.db, id),
    listNotesOfCustomer(shop.db, id),
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
    reminders: reminders.map(describeReminder),
    notes: notes.map(({ text, createdAt }) => ({ text, createdAt })),
  };
}

export async function exportCustomers(
  shop: Shop,
  actor: Actor,
  { q }: CustomerListRequest,
  chosen: readonly string[] | null = null,
): Promise<TableExport> {
  await recordExport(shop, actor, 'customer.export', { q, ids: chosen }, 'list');
  return {
    name: 'clientes',
    header: ['Nome', 'E-mail', 'Cadastro', 'Última compra', 'Compras', 'Total gasto'],
    batches: inBatches(
      BATCH,
      (last: ListedCustomer | undefined) => listCustomersAfter(shop.db, q, last, BATCH, chosen),
      writeRow,
    ),
  };
}

const BATCH = 500;

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

function describeWithdrawal(row: WithdrawalRow): ExportedWithdrawal {
  const { purchaseId, protocol, state, reason, refusal, requestedAt, decidedAt } = row;
  return { purchaseId, protocol, state, reason, refusal, requestedAt, decidedAt };
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

function writeRow(customer: ListedCustomer): string[] {
  return [
    customer.name ?? '',
    customer.email ?? '',
    formatDayTime(customer.createdAt),
    customer.lastPurchaseAt ? formatDayTime(customer.lastPurchaseAt) : '',
    String(customer.purchaseCount),
    formatCents(customer.totalSpentCents),
  ];
}
