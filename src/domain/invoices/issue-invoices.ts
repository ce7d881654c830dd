import {
  beginSendingQueued,
  changeInvoice,
  claimInvoice,
  type DueInvoice,
  deleteInvoicesIssuedBefore,
  type InvoiceToSend,
  listDueInvoices,
  listGivenUpAmong,
  listInvoicesToSend,
  postponeSending,
} from '#db/queries/invoices/invoices.ts';
import { inTransaction, lockRow } from '#db/transactions.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#src/wire/basics/durations.ts';
import { invoiceDueAt } from '#src/wire/invoices/invoices.ts';
import { readExtraFields } from '#src/wire/invoices/issuer.ts';
import type { TakerAddress } from '#src/wire/invoices/taker.ts';
import type { Shop } from '../shop.ts';
import { recordEvent } from '../timeline/purchase-events.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import { failInvoice, issueInvoice, MOST_ERROR, queueInvoice } from './invoice-changes.ts';
import type { InvoiceToIssue, IssuerAnswer, IssuerLogin } from './invoice-issuer.ts';
import { readIssuerLogin } from './issuer-account.ts';

/** Works off a month's end in small batches, so that orders find the database free and the issuer's limit is kept. */
export async function issueInvoices(shop: Shop, stopping?: AbortSignal): Promise<void> {
  await queueDueInvoices(shop, stopping);
  if (shop.settings.invoiceIssuer === 'focusnfe') await sendInvoices(shop, stopping);
}

/** Those of sales that are not paid, or may be given back, are looked at again a day later. */
async function queueDueInvoices(shop: Shop, stopping?: AbortSignal): Promise<void> {
  let taken = QUEUED_AT_ONCE;
  while (taken === QUEUED_AT_ONCE && !stopping?.aborted) {
    const now = shop.clock.now();
    const due = await listDueInvoices(shop.db, now.toISOString(), QUEUED_AT_ONCE);
    taken = due.length;
    if (taken === 0) return;
    const ids = due.map(({ purchaseId }) => purchaseId);
    await inTransaction(shop.db, async (tx) => {
      for (const id of ids.toSorted()) await lockRow(tx, 'purchases', id);
      const givenUp = await listGivenUpAmong(tx, ids);
      for (const invoice of due) {
        const { purchaseId } = invoice;
        const dueAt = givenUp.includes(purchaseId) ? null : firstDayOf(shop, invoice);
        if (dueAt !== null && dueAt <= now.toISOString()) await queueInvoice(tx, shop, purchaseId);
        else {
          const later = dueAt ?? new Date(now.getTime() + DAY_MS).toISOString();
          await changeInvoice(tx, purchaseId, ['requested'], { dueAt: later });
        }
      }
    });
    await yieldToEventLoop();
  }
}

const QUEUED_AT_ONCE = 50;

/** The days count from the payment, which an order does not know yet; null while it may not leave. */
function firstDayOf({ settings }: Shop, invoice: DueInvoice): string | null {
  const { status, completedAt, review, refundRequestedAt } = invoice;
  if (status !== 'COMPLETED' || completedAt === null || review !== null || refundRequestedAt !== null) return null;
  return invoiceDueAt(completedAt, settings.invoiceAfterDays);
}

async function sendInvoices(shop: Shop, stopping?: AbortSignal): Promise<void> {
  const login = await readIssuerLogin(shop);
  if (!login) return;
  const now = shop.clock.now().toISOString();
  await beginSendingQueued(shop.db, now);
  const due = await listInvoicesToSend(shop.db, now, SENT_AT_ONCE);
  let silences = 0;
  for (const invoice of due) {
    if (stopping?.aborted) return;
    const answer = await sendInvoice(shop, login, invoice);
    silences = answer === 'unclear' ? silences + 1 : 0;
    if (answer === 'blocked' || silences === MOST_SILENCES) {
      const pauseMs = answer === 'blocked' ? BLOCKED_MS : MINUTE_MS;
      await postponeSending(shop.db, new Date(shop.clock.now().getTime() + pauseMs).toISOString());
      return;
    }
    await yieldToEventLoop();
  }
}

/** With a run every 15 seconds, and a question about most of what was sent, it stays below 100 calls a minute. */
const SENT_AT_ONCE = 20;
const MOST_SILENCES = 3;
const BLOCKED_MS = 15 * MINUTE_MS;
const CALL_MS = 2 * MINUTE_MS;

/** The claim is written before the call: whatever happens then, the next try asks before it sends again. */
async function sendInvoice(
  shop: Shop,
  login: IssuerLogin,
  invoice: InvoiceToSend,
): Promise<IssuerAnswer['state'] | 'taken'> {
  const { purchaseId, providerReference, sentAt, tries } = invoice;
  const now = shop.clock.now();
  const isOurs = await inTransaction(shop.db, async (tx) => {
    await lockRow(tx, 'purchases', purchaseId);
    return claimInvoice(tx, invoice, {
      sentAt: sentAt ?? now.toISOString(),
      nextTryAt: new Date(now.getTime() + CALL_MS).toISOString(),
      tries: tries + 1,
    });
  });
  if (!isOurs) return 'taken';
  const known = sentAt === null ? null : await shop.invoiceIssuer.find(login, providerReference);
  const isNew = known === null || known.state === 'unknown';
  const answer = isNew ? await send(shop, login, invoice) : known;
  await settleAnswer(shop, login, invoice, answer, isNew);
  return answer.state;
}

async function send(shop: Shop, login: IssuerLogin, invoice: InvoiceToSend): Promise<IssuerAnswer> {
  const { sellerDocument, invoiceCity, invoiceServiceCode } = shop.settings;
  if (!sellerDocument || !invoiceCity || !invoiceServiceCode) return { state: 'blocked', error: SETTINGS_MISSING };
  return shop.invoiceIssuer.send(login, toIssue(shop, invoice));
}

const SETTINGS_MISSING =
  'configuracoes: Faltam o CPF ou CNPJ de quem vende, o município ou o código do serviço, nas configurações da loja.';

function toIssue({ clock, settings }: Shop, invoice: InvoiceToSend): InvoiceToIssue {
  const { providerReference, amountCents, completedAt, requestedAt, product, purchaseNumber } = invoice;
  return {
    reference: providerReference,
    now: clock.now(),
    soldAt: new Date(completedAt ?? requestedAt),
    sellerDocument: settings.sellerDocument.replace(/[\s./-]/g, '').toUpperCase(),
    amountCents,
    description: settings.invoiceDescription.replace('{produto}', product).replace('{pedido}', `#${purchaseNumber}`),
    taker: {
      kind: invoice.takerKind,
      document: invoice.takerDocument,
      name: invoice.takerName,
      address: invoice.takerAddress === null ? null : (JSON.parse(invoice.takerAddress) as TakerAddress),
    },
    service: {
      cityCode: settings.invoiceCity,
      serviceCode: settings.invoiceServiceCode,
      municipalRegistration: settings.invoiceRegistration,
      simples: settings.invoiceSimples,
      specialRegime: settings.invoiceRegime,
      issTaxation: settings.invoiceIss,
      issRetention: settings.invoiceRetention,
      furtherFields: readExtraFields(settings.invoiceFields) ?? {},
    },
  };
}

async function settleAnswer(
  shop: Shop,
  { environment }: IssuerLogin,
  { purchaseId, tries }: InvoiceToSend,
  answer: IssuerAnswer,
  isNew: boolean,
): Promise<void> {
  const waitFor = (ms: number) => ({ nextTryAt: new Date(shop.clock.now().getTime() + ms).toISOString() });
  if (answer.state === 'unclear' || answer.state === 'blocked' || answer.state === 'refused') {
    const code = 'reason' in answer ? answer.reason : (answer.error.split(':', 1)[0] ?? '');
    shop.log.warn({ purchase: purchaseId.slice(0, 6), code }, 'an invoice was not issued');
  }
  await inTransaction(shop.db, async (tx) => {
    await lockRow(tx, 'purchases', purchaseId);
    switch (answer.state) {
      case 'issued': {
        const provider = environment === 'test' ? 'focusnfe_test' : 'focusnfe';
        await issueInvoice(tx, shop, purchaseId, { ...answer, provider }, 'worker');
        break;
      }
      case 'refused':
        await failInvoice(tx, shop, purchaseId, answer.error, 'worker');
        break;
      case 'processing':
        if (isNew) await recordEvent(tx, shop, purchaseId, 'invoice_sent', 'worker');
        await changeInvoice(tx, purchaseId, ['queued'], { error: null, ...waitFor(pauseOf(tries, 10 * SECOND_MS)) });
        break;
      case 'blocked':
        // None has been handed over, so that a refund or the owner still decides.
        await changeInvoice(tx, purchaseId, ['queued'], {
          error: answer.error.slice(0, MOST_ERROR),
          ...(isNew && { sentAt: null }),
          ...waitFor(BLOCKED_MS),
        });
        break;
      case 'unclear':
      case 'unknown':
        await changeInvoice(tx, purchaseId, ['queued'], waitFor(pauseOf(tries, MINUTE_MS)));
    }
  });
}

/** It doubles with each try, up to an hour. */
function pauseOf(tries: number, firstMs: number): number {
  return Math.min(HOUR_MS, firstMs * 2 ** Math.min(tries, 12));
}

/** The law wants invoices for some years, and then they go, with their files. */
export async function forgetOldInvoices(shop: Shop): Promise<void> {
  const keptMs = shop.settings.invoiceKeptYears * 365.25 * DAY_MS;
  const before = new Date(shop.clock.now().getTime() - keptMs).toISOString();
  const gone = await deleteInvoicesIssuedBefore(shop.db, before, FORGOTTEN_AT_ONCE);
  for (const { storedAs } of gone) if (storedAs) await shop.soldFiles.delete(storedAs);
}

const FORGOTTEN_AT_ONCE = 100;
