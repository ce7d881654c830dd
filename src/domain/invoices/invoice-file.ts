import { changeInvoice, findInvoice } from '#db/queries/invoices/invoices.ts';
import type { InvoiceRow } from '#db/tables/invoices.ts';
import type { Queryable } from '#db/tables.ts';
import { afterCommit, inTransaction, lockRow } from '#db/transactions.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import {
  INVOICE_FILE_LIMIT_BYTES,
  INVOICE_STATES,
  INVOICE_TEXTS,
  type InvoiceState,
} from '#src/wire/invoices/invoices.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import type { StoredFile } from '../files/stored-file.ts';
import { newId } from '../ids.ts';
import { conflict, notFound, refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';

/** The PDF is kept beside the sold files, to which no address leads; the number comes with `updateInvoice`. */
export async function storeInvoiceFile(
  shop: Shop,
  actor: Actor,
  id: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<void> {
  await expectChangeable(shop, id);
  const storedAs = newId();
  await shop.soldFiles.put(storedAs, onlyPdf(pieces));
  try {
    const former = await inTransaction(shop.db, async (tx) => {
      await lockRow(tx, 'purchases', id);
      const row = await findInvoice(tx, id);
      if (!(await changeInvoice(tx, id, CHANGEABLE, { storedAs }))) throw wrongState();
      await recordChange(tx, shop, actor, { action: 'purchase.upload_invoice', entityId: id });
      return row?.storedAs;
    });
    if (former) await shop.soldFiles.delete(former);
  } catch (error) {
    await shop.soldFiles.delete(storedAs);
    throw error;
  }
}

/** Whoever has the purchase's page gets it, once the invoice is issued. */
export async function openInvoiceFile(shop: Shop, id: string): Promise<StoredFile> {
  const row = await findInvoice(shop.db, id);
  const stored = row?.storedAs && row.state === 'issued' ? await shop.soldFiles.find(row.storedAs) : undefined;
  if (!stored) throw notFound(INVOICE_TEXTS.noFile);
  return { ...stored, name: fileName(row), type: 'application/pdf' };
}

/** The PDF of an invoice that is gone. */
export function forgetFileAfterCommit(tx: Queryable, shop: Shop, { storedAs }: Pick<InvoiceRow, 'storedAs'>): void {
  if (storedAs === null) return;
  const forget = () => {
    shop.soldFiles.delete(storedAs).catch((error: unknown) => {
      shop.log.error({ code: errorCode(error, 'unknown') }, 'the file of an invoice could not be deleted');
    });
  };
  afterCommit(tx, `invoice-file:${storedAs}`, forget, shop.log);
}

const CHANGEABLE: readonly InvoiceState[] = ['requested', 'queued', 'failed', 'issued'];

async function expectChangeable({ db }: Shop, id: string): Promise<void> {
  const row = await findInvoice(db, id);
  if (!row) throw notFound(INVOICE_TEXTS.unknown);
  if (!CHANGEABLE.includes(row.state)) throw wrongState();
}

function wrongState() {
  return conflict('wrong_state', INVOICE_TEXTS.wrongState);
}

function fileName(row: InvoiceRow | undefined): string {
  return `nota-fiscal-${(row?.number ?? '').replace(/[^\w-]+/g, '-') || INVOICE_STATES.issued}.pdf`;
}

async function* onlyPdf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of pieces) {
    if (bytes === 0 && !Buffer.from(piece.subarray(0, 5)).equals(Buffer.from('%PDF-'))) {
      throw refusal('wrong_type', 'wrong_type', INVOICE_TEXTS.notPdf);
    }
    bytes += piece.byteLength;
    if (bytes > INVOICE_FILE_LIMIT_BYTES) throw refusal('too_large', 'too_large', INVOICE_TEXTS.notPdf);
    yield piece;
  }
}
