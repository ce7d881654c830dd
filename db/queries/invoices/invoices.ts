import { type ExpressionBuilder, sql } from 'kysely';
import type { InvoiceState } from '#src/wire/invoices/invoices.ts';
import { countRows, updatesAny } from '../../results.ts';
import { plain } from '../../schema/plain-text.ts';
import type { InvoiceRow } from '../../tables/invoices.ts';
import type { PurchaseRow } from '../../tables/purchases.ts';
import type { Queryable, Tables } from '../../tables.ts';
import { withProduct } from '../purchases/purchase-items.ts';
import { openWithdrawal } from '../withdrawals/withdrawals.ts';

export function findInvoice(db: Queryable, purchaseId: string): Promise<InvoiceRow | undefined> {
  return db.selectFrom('invoices').selectAll().where('purchaseId', '=', purchaseId).executeTakeFirst();
}

export type TakerColumns = Pick<InvoiceRow, 'takerKind' | 'takerDocument' | 'takerName' | 'takerAddress'>;
export type AskedInvoice = TakerColumns &
  Pick<InvoiceRow, 'purchaseId' | 'providerReference' | 'requestedAt' | 'dueAt'>;

/** Replaces what no issuer has seen yet, or refused; returns false where the invoice is with the issuer, or done. */
export function upsertInvoice(db: Queryable, asked: AskedInvoice): Promise<boolean> {
  const { purchaseId: _, providerReference: __, requestedAt: ___, ...renewed } = { ...asked, ...wordsOf(asked) };
  return db
    .insertInto('invoices')
    .values({ ...asked, ...renewed, state: 'requested' })
    .onConflict((conflict) =>
      conflict
        .column('purchaseId')
        .doUpdateSet({ ...renewed, state: 'requested', error: null, sentAt: null, nextTryAt: null })
        .where(isUnissued),
    )
    .returning('purchaseId')
    .executeTakeFirst()
    .then((written) => written !== undefined);
}

/** No issuer has it: it was refused, or never sent, or only as a test. */
function isUnissued(row: ExpressionBuilder<Tables, 'invoices'>) {
  return row.or([
    row('invoices.state', 'in', ['requested', 'failed']),
    row.and([row('invoices.state', '=', 'queued'), row('invoices.sentAt', 'is', null)]),
    row.and([row('invoices.state', '=', 'issued'), row('invoices.provider', '=', 'focusnfe_test')]),
  ]);
}

export type InvoiceChange = Partial<
  Omit<InvoiceRow, 'purchaseId' | 'words' | 'providerReference' | 'requestedAt' | 'takerKind'>
>;

/** Returns undefined where the invoice is in none of these states any more. */
export function changeInvoice(
  db: Queryable,
  purchaseId: string,
  from: readonly InvoiceState[],
  change: InvoiceChange,
): Promise<InvoiceRow | undefined> {
  return db
    .updateTable('invoices')
    .set(change)
    .where('purchaseId', '=', purchaseId)
    .where('state', 'in', from)
    .returningAll()
    .executeTakeFirst();
}

/** Returns undefined where it is with the issuer, or done. */
export function changeTaker(db: Queryable, purchaseId: string, taker: TakerColumns): Promise<InvoiceRow | undefined> {
  return db
    .updateTable('invoices')
    .set({ ...taker, ...wordsOf(taker) })
    .where('purchaseId', '=', purchaseId)
    .where(isUnissued)
    .returningAll()
    .executeTakeFirst();
}

export type DueInvoice = InvoiceRow & Pick<PurchaseRow, 'status' | 'completedAt' | 'review' | 'refundRequestedAt'>;

export function listDueInvoices(db: Queryable, now: string, limit: number): Promise<DueInvoice[]> {
  return db
    .selectFrom('invoices')
    .innerJoin('purchases', 'purchases.id', 'invoices.purchaseId')
    .selectAll('invoices')
    .select(['purchases.status', 'purchases.completedAt', 'purchases.review', 'purchases.refundRequestedAt'])
    .where('invoices.state', '=', 'requested')
    .where('invoices.dueAt', '<=', now)
    .orderBy('invoices.dueAt')
    .limit(limit)
    .execute();
}

export async function listGivenUpAmong(db: Queryable, purchaseIds: readonly string[]): Promise<string[]> {
  const rows = await openWithdrawal(db).where('withdrawals.purchaseId', 'in', purchaseIds).execute();
  return rows.map(({ purchaseId }) => purchaseId);
}

export type InvoiceToSend = InvoiceRow &
  Pick<PurchaseRow, 'completedAt'> & { purchaseNumber: number; amountCents: number; product: string };

/** The amount is what the shop keeps of the sale. */
export async function listInvoicesToSend(db: Queryable, now: string, limit: number): Promise<InvoiceToSend[]> {
  const rows = await db
    .selectFrom('invoices')
    .innerJoin('purchases', 'purchases.id', 'invoices.purchaseId')
    .selectAll('invoices')
    .select(['purchases.number as purchaseNumber', 'purchases.completedAt'])
    .select((row) => amountOf(row).as('amountCents'))
    .where('invoices.nextTryAt', '<=', now)
    // What its buyer just gave up is not sent.
    .where((row) =>
      row.or([
        row('invoices.sentAt', 'is not', null),
        row.and([
          row('purchases.refundRequestedAt', 'is', null),
          row('invoices.purchaseId', 'not in', openWithdrawal(db)),
        ]),
      ]),
    )
    .orderBy('invoices.nextTryAt')
    .limit(limit)
    .execute();
  return withProduct(db, rows);
}

/** What was given back has its price. */
export function amountOf(row: ExpressionBuilder<Tables, 'purchases'>) {
  return row
    .case()
    .when('purchases.status', '=', sql.lit('COMPLETED'))
    .then(row.ref('purchases.keptCents'))
    .else(row.ref('purchases.totalCents'))
    .end()
    .$castTo<number>();
}

/** Returns false where another process was first. */
export function claimInvoice(
  db: Queryable,
  { purchaseId, nextTryAt }: Pick<InvoiceRow, 'purchaseId' | 'nextTryAt'>,
  claimed: Pick<InvoiceRow, 'sentAt' | 'nextTryAt' | 'tries'>,
): Promise<boolean> {
  return db
    .updateTable('invoices')
    .set(claimed)
    .where('purchaseId', '=', purchaseId)
    .where('state', '=', 'queued')
    .where('nextTryAt', '=', nextTryAt)
    .$call(updatesAny);
}

/** Returns what was deleted; undefined where the issuer has it, or may have it. */
export function deleteUnissuedInvoice(db: Queryable, purchaseId: string): Promise<DeletedInvoice | undefined> {
  return db
    .deleteFrom('invoices')
    .where('purchaseId', '=', purchaseId)
    .where(isUnissued)
    .returning('storedAs')
    .executeTakeFirst();
}

/** What was issued stays, as the law wants it. */
export function deleteUnissuedInvoicesOf(db: Queryable, customerId: string): Promise<DeletedInvoice[]> {
  return db
    .deleteFrom('invoices')
    .where('purchaseId', 'in', purchasesOf(db, customerId))
    .where(isUnissued)
    .returning('storedAs')
    .execute();
}

export type DeletedInvoice = Pick<InvoiceRow, 'storedAs'>;

export function listInvoicesOfCustomer(db: Queryable, customerId: string): Promise<InvoiceRow[]> {
  return db
    .selectFrom('invoices')
    .selectAll()
    .where('purchaseId', 'in', purchasesOf(db, customerId))
    .orderBy('requestedAt')
    .execute();
}

function purchasesOf(db: Queryable, customerId: string) {
  return db.selectFrom('purchases').select('purchases.id').where('purchases.customerId', '=', customerId);
}

/** The customer's last one says to whom the next is made out. */
export function findLastTaker(db: Queryable, customerId: string): Promise<TakerColumns | undefined> {
  return db
    .selectFrom('invoices')
    .select(['takerKind', 'takerDocument', 'takerName', 'takerAddress'])
    .where('purchaseId', 'in', purchasesOf(db, customerId))
    .orderBy('requestedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Those that were queued while nobody issued them by a call. */
export async function beginSendingQueued(db: Queryable, nextTryAt: string): Promise<void> {
  await db
    .updateTable('invoices')
    .set({ nextTryAt })
    .where('state', '=', 'queued')
    .where('nextTryAt', 'is', null)
    .execute();
}

/** All wait, because none would be taken. */
export async function postponeSending(db: Queryable, until: string): Promise<void> {
  await db.updateTable('invoices').set({ nextTryAt: until }).where('nextTryAt', '<', until).execute();
}

/** The issuer's account is another one. */
export async function hastenSending(db: Queryable, now: string): Promise<void> {
  await db.updateTable('invoices').set({ nextTryAt: now, error: null }).where('nextTryAt', '>', now).execute();
}

/** Says why nothing is sent now. */
export async function findSendingTrouble(db: Queryable): Promise<string | null> {
  const row = await db
    .selectFrom('invoices')
    .select('error')
    .where('state', '=', 'queued')
    .where('error', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row?.error ?? null;
}

/** Tests have no fiscal value, so that the real ones are still to come. */
export async function requeueTestInvoices(db: Queryable, nextTryAt: string): Promise<void> {
  await db
    .updateTable('invoices')
    .set({
      state: 'queued',
      provider: null,
      number: null,
      url: null,
      issuedAt: null,
      sentAt: null,
      tries: 0,
      nextTryAt,
    })
    .where('provider', '=', 'focusnfe_test')
    .execute();
}

export function deleteInvoicesIssuedBefore(db: Queryable, before: string, limit: number): Promise<DeletedInvoice[]> {
  return db
    .deleteFrom('invoices')
    .where('purchaseId', 'in', (old) =>
      old
        .selectFrom('invoices as old')
        .select('old.purchaseId')
        .where('old.state', 'in', ['issued', 'cancel_needed', 'cancelled'])
        .where('old.issuedAt', '<', before)
        .limit(limit),
    )
    .returning('storedAs')
    .execute();
}

export function countInvoicesIn(db: Queryable, state: InvoiceState): Promise<number> {
  return db.selectFrom('invoices').where('state', '=', state).$call(countRows);
}

function wordsOf({ takerName }: Pick<InvoiceRow, 'takerName'>): { words: string } {
  return { words: plain(takerName) };
}
