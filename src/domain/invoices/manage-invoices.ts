import { changeInvoice, changeTaker, findInvoice } from '#db/queries/invoices/invoices.ts';
import type { InvoiceRow } from '#db/tables/invoices.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, lockRow } from '#db/transactions.ts';
import { INVOICE_STATES, INVOICE_TEXTS, type InvoiceDetails, type UpdateInvoice } from '#src/wire/invoices/invoices.ts';
import { formatTaxDocument, type Taker } from '#src/wire/invoices/taker.ts';
import { type Actor, type Change, recordChange } from '../audit/audit.ts';
import { publishAfterCommit } from '../events.ts';
import { conflict, invalid, notFound } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { recordEvent } from '../timeline/purchase-events.ts';
import { failInvoice, INVOICES_DUE, issueInvoice } from './invoice-changes.ts';
import { showInvoiceDetails } from './invoice-list.ts';
import { takerColumns } from './request-invoice.ts';

/** The owner, or another program, says what became of it. */
export async function updateInvoice(
  shop: Shop,
  actor: Actor,
  id: string,
  { state, number = '', url, fileAddress, error = '' }: UpdateInvoice,
): Promise<InvoiceDetails> {
  return change(shop, actor, id, 'purchase.update_invoice', async (tx, row) => {
    switch (state) {
      case 'issued': {
        expectNotAtIssuer(shop, row);
        const place = url || fileAddress || null;
        if (number === '') throw invalid('number', INVOICE_TEXTS.noNumber);
        if (place === null && row.storedAs === null) throw invalid('url', INVOICE_TEXTS.noPlace);
        const provider = shop.settings.invoiceIssuer === 'api' ? 'api' : 'manual';
        return issueInvoice(tx, shop, id, { number, url: place, provider }, 'admin');
      }
      case 'failed':
        expectNotAtIssuer(shop, row);
        return failInvoice(tx, shop, id, error, 'admin');
      case 'cancelled': {
        const canceled = await changeInvoice(tx, id, ['issued', 'cancel_needed'], { state: 'cancelled' });
        if (canceled) await recordEvent(tx, shop, id, 'invoice_cancelled', 'admin');
        return canceled;
      }
    }
  });
}

/** It goes to the issuer again, or waits for the owner as it did. */
export function retryInvoice(shop: Shop, actor: Actor, id: string): Promise<InvoiceDetails> {
  return change(shop, actor, id, 'purchase.retry_invoice', async (tx) => {
    const nextTryAt = shop.settings.invoiceIssuer === 'focusnfe' ? shop.clock.now().toISOString() : null;
    const again = { state: 'queued', error: null, sentAt: null, tries: 0, nextTryAt } as const;
    const row = await changeInvoice(tx, id, ['failed'], again);
    if (!row) return undefined;
    await recordEvent(tx, shop, id, 'invoice_retried', 'admin');
    publishAfterCommit(tx, shop, INVOICES_DUE);
    return row;
  });
}

export function correctTaker(shop: Shop, actor: Actor, id: string, taker: Taker): Promise<InvoiceDetails> {
  return change(shop, actor, id, 'purchase.correct_taker', (tx) => changeTaker(tx, id, takerColumns(taker)));
}

/** The screen shows it masked, and the trail notes who looked. */
export async function revealDocument(shop: Shop, actor: Actor, id: string): Promise<{ document: string }> {
  const row = await findInvoice(shop.db, id);
  if (!row) throw notFound(INVOICE_TEXTS.unknown);
  await recordChange(shop.db, shop, actor, { action: 'purchase.reveal_document', entityId: id });
  return { document: formatTaxDocument(row.takerDocument) };
}

/** `make` returns undefined where the invoice is in another state. */
async function change(
  shop: Shop,
  actor: Actor,
  id: string,
  action: Change['action'],
  make: (tx: Queryable, row: InvoiceRow) => Promise<InvoiceRow | undefined>,
): Promise<InvoiceDetails> {
  await inTransaction(shop.db, async (tx) => {
    await lockRow(tx, 'purchases', id);
    const row = await findInvoice(tx, id);
    if (!row) throw notFound(INVOICE_TEXTS.unknown);
    const changed = await make(tx, row);
    if (!changed) throw conflict('wrong_state', INVOICE_TEXTS.wrongState);
    await recordChange(tx, shop, actor, {
      action,
      entityId: id,
      changes: { invoiceState: [INVOICE_STATES[row.state], INVOICE_STATES[changed.state]] },
    });
    publishAfterCommit(tx, shop, 'sales');
  });
  return showInvoiceDetails(shop, id);
}

/** A second one would be issued beside the one that it has. */
function expectNotAtIssuer({ settings }: Shop, { state, sentAt }: InvoiceRow): void {
  if (state === 'queued' && sentAt !== null && settings.invoiceIssuer === 'focusnfe') {
    throw conflict('at_issuer', INVOICE_TEXTS.atIssuer);
  }
}
