import { listEventsOfCustomer, listKeysOfCustomer } from '#db/queries/customer-records.ts';
import { findCustomer, type ListedCustomer, listCustomersAfter } from '#db/queries/customers.ts';
import { listMailOfCustomer } from '#db/queries/outbox.ts';
import { listPurchasesOfCustomers } from '#db/queries/purchases.ts';
import type { ActivationKeyRow, OutboxRow, PurchaseEventRow, PurchaseRow } from '#db/tables.ts';
import { type CustomerExport, type ExportedPurchase, purchaseLabel } from '#src/wire/customers.ts';
import { formatDayTime } from '#src/wire/dates.ts';
import { formatCents } from '#src/wire/money.ts';
import { type Actor, noteChange } from './audit.ts';
import { summarizeCustomer, unknownCustomer } from './customers.ts';
import { inBatches, type TableExport } from './exports.ts';
import { publicPurchase } from './purchases.ts';
import type { Shop } from './shop.ts';

/** All that the shop keeps about one person, as the LGPD lets everybody ask for. */
export async function exportCustomer(shop: Shop, actor: Actor, id: string): Promise<CustomerExport> {
  const customer = await findCustomer(shop.db, id);
  if (!customer) throw unknownCustomer();
  const [purchases, keys, mails, events] = await Promise.all([
    listPurchasesOfCustomers(shop.db, [id]),
    listKeysOfCustomer(shop.db, id),
    listMailOfCustomer(shop.db, id),
    listEventsOfCustomer(shop.db, id),
  ]);
  await noteChange(shop.db, shop, actor, { action: 'customer.export', entity: 'customer', entityId: id });
  const now = shop.clock.now();
  return {
    exportedAt: now.toISOString(),
    store: shop.settings.storeName,
    customer: summarizeCustomer(customer),
    purchases: purchases.map((purchase) => describePurchase(purchase, { keys, mails, events }, now)),
  };
}

/** The list as a table, with the search of the screen. */
export async function exportCustomers(shop: Shop, actor: Actor, search: string): Promise<TableExport> {
  await noteChange(shop.db, shop, actor, { action: 'customer.export', entity: 'customer', entityId: 'list' });
  return {
    name: 'clientes',
    header: ['Nome', 'E-mail', 'Cadastro', 'Última compra', 'Compras', 'Total gasto'],
    batches: inBatches(
      BATCH,
      (last: ListedCustomer | undefined) => listCustomersAfter(shop.db, search, last, BATCH),
      writeRow,
    ),
  };
}

const BATCH = 500;

type Records = { keys: ActivationKeyRow[]; mails: OutboxRow[]; events: PurchaseEventRow[] };

function describePurchase(purchase: PurchaseRow, { keys, mails, events }: Records, now: Date): ExportedPurchase {
  const isItsOwn = ({ purchaseId }: { purchaseId: string | null }) => purchaseId === purchase.id;
  const key = keys.find(isItsOwn);
  const shown = publicPurchase(purchase);
  return {
    ...shown,
    status: purchaseLabel(shown, now),
    discountAmount: formatCents(purchase.discountCents),
    paidAmount: purchase.paidCents === null ? null : formatCents(purchase.paidCents),
    completedAt: purchase.completedAt,
    refundedAt: purchase.refundedAt,
    downloads: purchase.downloadCount,
    activationKey: key ? { key: key.key, assignedAt: key.assignedAt, revokedAt: key.revokedAt } : null,
    emails: mails.filter(isItsOwn).map(({ kind, state, createdAt, sentAt }) => ({ kind, state, createdAt, sentAt })),
    events: events.filter(isItsOwn).map(({ at, event, source, detail }) => ({ at, event, source, detail })),
  };
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
