import {
  changeInvoice,
  deleteUnissuedInvoice,
  findInvoice,
  type InvoiceChange,
} from '#db/queries/invoices/invoices.ts';
import { findPurchase } from '#db/queries/purchases/purchases.ts';
import type { InvoiceRow } from '#db/tables/invoices.ts';
import type { Queryable } from '#db/tables.ts';
import type { InvoiceProvider } from '#src/wire/invoices/invoices.ts';
import type { EventSource } from '#src/wire/sales/sale-events.ts';
import { publishAfterCommit } from '../events.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { announceSale } from '../purchases/announce-sale.ts';
import type { Shop } from '../shop.ts';
import { recordEvent } from '../timeline/purchase-events.ts';
import { forgetFileAfterCommit } from './invoice-file.ts';

/** Wakes who queues and sends. */
export const INVOICES_DUE = 'invoices';

/** The withdrawal week is over, and other systems hear of it too. */
export async function queueInvoice(tx: Queryable, shop: Shop, purchaseId: string): Promise<void> {
  const queued = await changeInvoice(tx, purchaseId, ['requested'], { state: 'queued' });
  if (!queued) return;
  await recordEvent(tx, shop, purchaseId, 'invoice_queued', 'worker');
  const { takerKind: kind, takerDocument: document, takerName: name, takerAddress } = queued;
  const taker = { kind, document, name, address: takerAddress && JSON.parse(takerAddress) };
  await announceSale(tx, shop, 'invoice.requested', purchaseId, { person: { taker } });
  publishAfterCommit(tx, shop, INVOICES_DUE);
}

export type Issued = { number: string; url: string | null; provider: InvoiceProvider; storedAs?: string };

/** The buyer gets the mail. One that comes after its refund has to be canceled. */
export async function issueInvoice(
  tx: Queryable,
  shop: Shop,
  purchaseId: string,
  { number, url, provider, storedAs }: Issued,
  source: EventSource,
): Promise<InvoiceRow | undefined> {
  const isRefunded = (await findPurchase(tx, purchaseId))?.status === 'REFUNDED';
  const isTest = provider === 'focusnfe_test';
  const now = shop.clock.now().toISOString();
  const change: InvoiceChange = { number, url, provider, ...(storedAs && { storedAs }), issuedAt: now };
  const settled = { ...change, error: null, nextTryAt: null } as const;
  const from = ['requested', 'queued', 'failed'] as const;
  const state = isRefunded && !isTest ? 'cancel_needed' : 'issued';
  const row = await changeInvoice(tx, purchaseId, from, { ...settled, state });
  if (!row) return undefined;
  await recordEvent(tx, shop, purchaseId, isTest ? 'invoice_tested' : 'invoice_issued', source, number);
  if (state === 'cancel_needed') await recordEvent(tx, shop, purchaseId, 'invoice_cancel_needed', 'worker');
  else if (!isTest) await queueMail(tx, shop, { kind: 'invoice', purchaseId });
  return row;
}

/** Only the owner sends it again; one whose sale was given back is dropped. */
export async function failInvoice(
  tx: Queryable,
  shop: Shop,
  purchaseId: string,
  error: string,
  source: EventSource,
): Promise<InvoiceRow | undefined> {
  const change = { state: 'failed', error: error.slice(0, MOST_ERROR), nextTryAt: null } as const;
  const row = await changeInvoice(tx, purchaseId, ['requested', 'queued'], change);
  if (!row) return undefined;
  await recordEvent(tx, shop, purchaseId, 'invoice_refused', source);
  const isRefunded = (await findPurchase(tx, purchaseId))?.status === 'REFUNDED';
  if (isRefunded) await dropInvoice(tx, shop, purchaseId, source);
  else await announceSale(tx, shop, 'invoice.failed', purchaseId, { which: shop.clock.now().toISOString() });
  return row;
}

export const MOST_ERROR = 600;

/** Call it in the transaction of a refund. The answer that an issuer still owes settles the rest. */
export async function dropInvoice(tx: Queryable, shop: Shop, purchaseId: string, source: EventSource): Promise<void> {
  const dropped = await deleteUnissuedInvoice(tx, purchaseId);
  if (dropped) {
    forgetFileAfterCommit(tx, shop, dropped);
    await recordEvent(tx, shop, purchaseId, 'invoice_dropped', source);
    return;
  }
  if ((await findInvoice(tx, purchaseId))?.state !== 'issued') return;
  await changeInvoice(tx, purchaseId, ['issued'], { state: 'cancel_needed' });
  await recordEvent(tx, shop, purchaseId, 'invoice_cancel_needed', source);
}
