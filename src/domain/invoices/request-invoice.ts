import { findInvoice, findLastTaker, type TakerColumns, upsertInvoice } from '#db/queries/invoices/invoices.ts';
import { findPurchase } from '#db/queries/purchases/purchases.ts';
import type { InvoiceRow } from '#db/tables/invoices.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, lockRow } from '#db/transactions.ts';
import { dayText } from '#src/wire/basics/dates.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { importedFrom } from '#src/wire/imports/sources.ts';
import {
  INVOICE_REQUEST_DAYS,
  INVOICE_TEXTS,
  type Invoice,
  invoiceDueAt,
  promisedDayOf,
  type RequestInvoice,
} from '#src/wire/invoices/invoices.ts';
import { invoiceModeOf } from '#src/wire/invoices/issuer.ts';
import { maskTaxDocument, type Taker, takerKindOf } from '#src/wire/invoices/taker.ts';
import type { Done } from '#src/wire/purchases/purchases.ts';
import { publishAfterCommit } from '../events.ts';
import { fingerprint } from '../ids.ts';
import { takeOrRefuse } from '../rate-limits.ts';
import { conflict, invalid, refusal, unknownPurchase } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { recordEvent } from '../timeline/purchase-events.ts';
import { INVOICES_DUE } from './invoice-changes.ts';

/** The owner may ask for the address, which few issuers want. */
export async function requestInvoice(shop: Shop, purchaseId: string, typed: RequestInvoice): Promise<Done> {
  const known = await findPurchase(shop.db, purchaseId);
  if (!known) throw unknownPurchase();
  await takeOrRefuse(shop, 'invoiceRequests', purchaseId, { sentence: INVOICE_TEXTS.tooMany });
  if (known.customerEmail !== typed.email) throw refusal('forbidden', 'other_address', INVOICE_TEXTS.otherAddress);
  if (wantsAddress(shop) && !typed.address) throw invalid('address', 'Informe o endereço da nota fiscal.');
  const dueAt = await inTransaction(shop.db, async (tx) => {
    await lockRow(tx, 'purchases', purchaseId);
    const purchase = await expectRequestable(tx, shop, purchaseId);
    const asked = { ...askedOf(shop, purchase), ...takerColumns(typed) };
    if (!(await upsertInvoice(tx, asked))) throw conflict('already_issued', INVOICE_TEXTS.atIssuer);
    await recordEvent(tx, shop, purchaseId, 'invoice_requested', 'buyer');
    publishAfterCommit(tx, shop, INVOICES_DUE);
    return asked.dueAt;
  });
  const day = dayText(promisedDayOf(dueAt)).slice(0, 5);
  return { success: true, message: `Pedido anotado. A nota chega por e-mail até ${day}.` };
}

/** Returns null where none can be asked for; an order that is still to be paid shows the form afterwards. */
export async function showInvoice(shop: Shop, purchase: PurchaseRow): Promise<Invoice | null> {
  if (purchase.status === 'FAILED' || purchase.status === 'REFUNDED' || importedFrom(purchase) !== null) return null;
  const row = await findInvoice(shop.db, purchase.id);
  if (row) return describeInvoice(shop, row);
  const isOffered = modeOf(shop) !== 'off' && purchase.customerEmail !== null && !isTooLate(shop, purchase);
  return isOffered ? { state: 'possible', wantsAddress: wantsAddress(shop) } : null;
}

function describeInvoice(shop: Shop, row: InvoiceRow): Invoice | null {
  const { state, takerKind, takerDocument, takerAddress, number, url, storedAs, provider } = row;
  if (state === 'cancelled' || state === 'cancel_needed') return null;
  if (state === 'issued' && provider !== 'focusnfe_test') {
    return { state: 'issued', number: number ?? '', url, hasFile: storedAs !== null };
  }
  return {
    state: 'requested',
    takerKind,
    document: maskTaxDocument(takerDocument),
    promisedDay: promisedDayOf(row.dueAt),
    isOpen: state === 'requested' || state === 'failed',
    wantsAddress: wantsAddress(shop),
    lacksAddress: wantsAddress(shop) && takerAddress === null,
  };
}

type OrderedTaker = { customerName: string; document?: string | null | undefined };

/** Refuses an order of the checkout without a document where every sale gets an invoice. One of a single click has the last one's. */
export async function keepTakerOfOrder(
  tx: Queryable,
  shop: Shop,
  purchase: PurchaseRow,
  { customerName, document, isOneClick }: OrderedTaker & { isOneClick: boolean },
): Promise<void> {
  if (modeOf(shop) !== 'every_sale') return;
  if (!document && !isOneClick) throw invalid('document', INVOICE_TEXTS.everySale);
  const taker = document
    ? takerColumns({ document, name: customerName, address: null })
    : await findLastTaker(tx, purchase.customerId);
  if (taker) await upsertInvoice(tx, { ...askedOf(shop, purchase), ...taker });
}

export function takerColumns({ document, name, address }: Taker): TakerColumns {
  return {
    takerKind: takerKindOf(document),
    takerDocument: document,
    takerName: name,
    takerAddress: address ? JSON.stringify(address) : null,
  };
}

export function wantsAddress({ settings }: Pick<Shop, 'settings'>): boolean {
  return settings.invoiceAddress === 'on';
}

export function modeOf({ settings }: Pick<Shop, 'settings'>) {
  return invoiceModeOf(settings);
}

async function expectRequestable(tx: Queryable, shop: Shop, purchaseId: string): Promise<PurchaseRow> {
  const purchase = await findPurchase(tx, purchaseId);
  if (purchase?.status !== 'COMPLETED') throw conflict('not_completed', INVOICE_TEXTS.notCompleted);
  if (importedFrom(purchase) !== null) throw conflict('imported', INVOICE_TEXTS.imported);
  const row = await findInvoice(tx, purchaseId);
  if (row && describeInvoice(shop, row)?.state !== 'requested') {
    throw conflict('already_issued', INVOICE_TEXTS.alreadyIssued);
  }
  if (!row && modeOf(shop) === 'off') throw conflict('not_offered', INVOICE_TEXTS.off);
  if (!row && isTooLate(shop, purchase)) throw conflict('too_late', INVOICE_TEXTS.tooLate);
  return purchase;
}

function isTooLate({ clock }: Pick<Shop, 'clock'>, { completedAt }: PurchaseRow): boolean {
  if (completedAt === null) return false;
  return clock.now().getTime() > Date.parse(completedAt) + INVOICE_REQUEST_DAYS * DAY_MS;
}

/** The same purchase always has the same reference, also after a backup came back. */
function askedOf({ clock, settings }: Shop, { id, completedAt, createdAt }: PurchaseRow) {
  const requestedAt = clock.now().toISOString();
  const plannedAt = invoiceDueAt(completedAt ?? createdAt, settings.invoiceAfterDays);
  const dueAt = plannedAt > requestedAt ? plannedAt : requestedAt;
  const providerReference = fingerprint(`invoice ${id}`).slice(0, 32);
  return { purchaseId: id, providerReference, requestedAt, dueAt };
}
