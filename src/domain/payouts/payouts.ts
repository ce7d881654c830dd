import { allRows, type PagePlan } from '#db/queries/lists/paging.ts';
import {
  countPayouts,
  deleteLines,
  endPayout,
  findOldestOpenPayout,
  findPayout,
  type ListedPayout,
  listPayoutLines,
  listPayouts,
  markSalesPaid,
  settleLines,
  sumPayoutsSince,
  updateInvoice,
} from '#db/queries/payouts/payouts.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, lockRow, oneAtATime, takeTurnForPurchases } from '#db/transactions.ts';
import { dayOf, startOf } from '#src/wire/basics/dates.ts';
import { centsToReais } from '#src/wire/basics/money.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import { writeStaticCode } from '#src/wire/payments/br-code.ts';
import {
  type KeepInvoice,
  type Payout,
  type PayoutDetails,
  type PayoutListRequest,
  type PayoutRound,
  type PayoutState,
  type PayPayout,
  salesText,
} from '#src/wire/payouts/payouts.ts';
import { PIX_KEY_TYPES } from '#src/wire/payouts/pix-keys.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { asRead, type Columns, inOneBatch, type TableExport, tableOf } from '../lists/exports.ts';
import { readListPage } from '../lists/list-pages.ts';
import { conflict, notFound } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { PAYOUTS } from '../turns.ts';

export async function listPayoutPage(shop: Shop, request: PayoutListRequest): Promise<Page<Payout>> {
  const filter = { state: request.state };
  const source = {
    total: await countPayouts(shop.db, filter),
    read: async ({ slice }: PagePlan) => drawAll(shop, await listPayouts(shop.db, filter, slice)),
  };
  return readListPage(request, source, (payout) => payout);
}

export async function listAllPayouts(shop: Shop): Promise<Payout[]> {
  return drawAll(shop, await listPayouts(shop.db, { state: null }, allRows('desc')));
}

export async function readPayoutRound({ db }: Shop): Promise<PayoutRound> {
  const oldest = await findOldestOpenPayout(db);
  const sums = oldest ? await sumPayoutsSince(db, startOf(dayOf(new Date(oldest.createdAt))).toISOString()) : [];
  const sumOf = (wanted: PayoutState) => {
    const found = sums.find(({ state }) => state === wanted);
    return { payouts: Number(found?.count ?? 0), amount: centsToReais(Number(found?.cents ?? 0)) };
  };
  return { open: sumOf('open'), paid: sumOf('paid') };
}

export async function readPayout(shop: Shop, id: string): Promise<Payout> {
  return drawPayout(shop, await findOrRefuse(shop.db, id));
}

export async function showPayout(shop: Shop, id: string): Promise<PayoutDetails> {
  const payout = await readPayout(shop, id);
  const lines = await listPayoutLines(shop.db, id);
  return {
    ...payout,
    lines: lines.map(({ saleId, purchaseId, number, createdAt, fromCents, toCents }) => {
      return { saleId, purchaseId, number, date: createdAt, amount: centsToReais(toCents - fromCents) };
    }),
  };
}

/** The owner has paid in the bank's app; nothing undoes it. */
export async function payPayout(
  shop: Shop,
  actor: Actor,
  id: string,
  { note, invoiceUrl }: PayPayout,
): Promise<Payout> {
  await inTransaction(shop.db, async (tx) => {
    // Whoever refunds one of these sales holds its purchase, and then wants the partner's figures.
    await takeTurnForPurchases(tx);
    const lines = await listPayoutLines(tx, id);
    for (const purchaseId of lines.map((line) => line.purchaseId).toSorted())
      await lockRow(tx, 'purchases', purchaseId);
    const paidAt = shop.clock.now().toISOString();
    const kept = { ...(note !== undefined && { note }), ...(invoiceUrl !== undefined && { invoiceUrl }) };
    if (!(await endPayout(tx, id, { state: 'paid', paidAt, ...kept }))) throw await alreadyEnded(tx, id);
    await markSalesPaid(tx, id, paidAt);
    const { affiliateId } = await findOrRefuse(tx, id);
    await recordChange(tx, shop, actor, { action: 'affiliate.pay_payout', entityId: affiliateId });
  });
  return readPayout(shop, id);
}

/** Its sales are released again, for the next payout. */
export async function cancelPayout(shop: Shop, actor: Actor, id: string): Promise<Payout> {
  await inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, PAYOUTS);
    const cancelledAt = shop.clock.now().toISOString();
    const payout = await endPayout(tx, id, { state: 'cancelled', cancelledAt });
    if (!payout) throw await alreadyEnded(tx, id);
    await settleLines(tx, id, 'fromCents');
    await deleteLines(tx, id);
    await recordChange(tx, shop, actor, { action: 'affiliate.cancel_payout', entityId: payout.affiliateId });
  });
  return readPayout(shop, id);
}

export async function keepInvoice(shop: Shop, actor: Actor, id: string, { invoiceUrl }: KeepInvoice): Promise<Payout> {
  await inTransaction(shop.db, async (tx) => {
    const { affiliateId } = await findOrRefuse(tx, id);
    await updateInvoice(tx, id, invoiceUrl);
    await recordChange(tx, shop, actor, { action: 'affiliate.keep_invoice', entityId: affiliateId });
  });
  return readPayout(shop, id);
}

/** What is open, for the batch of a bank. */
export async function exportOpenPayouts(shop: Shop, actor: Actor): Promise<TableExport> {
  await recordChange(shop.db, shop, actor, { action: 'affiliate.export_payouts', entityId: 'all' });
  const read = () => listPayouts(shop.db, { state: 'open' }, allRows('asc'));
  return tableOf('pagamentos-de-parceiros', COLUMNS, inOneBatch(read, asRead));
}

const COLUMNS: Columns<ListedPayout> = {
  Favorecido: ({ affiliateName }) => affiliateName,
  'Tipo da chave': ({ pixKeyType }) => PIX_KEY_TYPES[pixKeyType],
  // A spreadsheet would take the plus of a phone for a formula.
  'Chave Pix': ({ pixKey }) => pixKey.replace(/^\+/, ''),
  Valor: ({ amountCents }) => (amountCents / 100).toFixed(2).replace('.', ','),
  Identificador: ({ number }) => referenceOf(number),
  Descrição: ({ saleCount }) => `Comissão de ${salesText(saleCount)}`,
};

async function findOrRefuse(db: Queryable, id: string): Promise<ListedPayout> {
  const payout = await findPayout(db, id);
  if (!payout) throw notFound('Pagamento não encontrado.');
  return payout;
}

async function alreadyEnded(tx: Queryable, id: string) {
  const { state } = await findOrRefuse(tx, id);
  return state === 'paid'
    ? conflict('already_paid', 'Este pagamento já está marcado como pago.')
    : conflict('already_cancelled', 'Este pagamento foi cancelado. Feche os pagamentos de novo.');
}

function drawAll(shop: Shop, rows: ListedPayout[]): Promise<Payout[]> {
  return Promise.all(rows.map((row) => drawPayout(shop, row)));
}

async function drawPayout(shop: Shop, row: ListedPayout): Promise<Payout> {
  const reference = referenceOf(row.number);
  const pixCopyPaste = writeStaticCode({
    pixKey: row.pixKey,
    merchantName: row.affiliateName,
    merchantCity: 'BRASIL',
    amountCents: row.amountCents,
    transactionId: reference,
  });
  return {
    id: row.id,
    reference,
    affiliate: { id: row.affiliateId, name: row.affiliateName },
    amount: centsToReais(row.amountCents),
    pixKeyType: row.pixKeyType,
    pixKey: row.pixKey,
    pixCopyPaste,
    qrCodeBase64: row.state === 'open' ? await shop.drawQrCode(pixCopyPaste) : null,
    sales: row.saleCount,
    state: row.state,
    createdAt: row.createdAt,
    paidAt: row.paidAt,
    note: row.note,
    invoiceUrl: row.invoiceUrl,
  };
}

export function referenceOf(number: number): string {
  return `PAG${String(number).padStart(4, '0')}`;
}
