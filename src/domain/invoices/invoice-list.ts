import {
  countInvoices,
  findListedInvoice,
  type InvoiceFilter,
  type InvoiceInList,
  listInvoices,
} from '#db/queries/invoices/invoice-list.ts';
import { allRows, type PagePlan } from '#db/queries/lists/paging.ts';
import { listPurchaseEvents } from '#db/queries/purchases/purchase-events.ts';
import { formatDay } from '#src/wire/basics/dates.ts';
import { formatCents } from '#src/wire/basics/money.ts';
import { boundsOf } from '#src/wire/basics/periods.ts';
import {
  explainFailure,
  INVOICE_STATES,
  INVOICE_TEXTS,
  type InvoiceDetails,
  type InvoiceListRequest,
  type ListedInvoice,
  promisedDayOf,
} from '#src/wire/invoices/invoices.ts';
import {
  addressText,
  formatTaxDocument,
  maskTaxDocument,
  TAKER_KINDS,
  type TakerAddress,
} from '#src/wire/invoices/taker.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import { type Actor, recordExport } from '../audit/audit.ts';
import { asRead, type Columns, inOneBatch, type TableExport, tableOf } from '../lists/exports.ts';
import { readListPage } from '../lists/list-pages.ts';
import { notFound } from '../refusals.ts';
import type { Shop } from '../shop.ts';

export async function listInvoicePage({ db }: Shop, request: InvoiceListRequest): Promise<Page<ListedInvoice>> {
  const filter = filterOf(request);
  const source = {
    total: await countInvoices(db, filter),
    read: ({ slice }: PagePlan) => listInvoices(db, filter, request.sort, slice),
  };
  return readListPage(request, source, toListedInvoice);
}

export async function listAllInvoices({ db }: Shop): Promise<ListedInvoice[]> {
  const every = { q: '', state: null, since: null, until: null };
  return (await listInvoices(db, every, 'dueAt', allRows('desc'))).map(toListedInvoice);
}

export async function showInvoiceDetails({ db, settings }: Shop, id: string): Promise<InvoiceDetails> {
  const row = await findListedInvoice(db, id);
  if (!row) throw notFound(INVOICE_TEXTS.unknown);
  const events = await listPurchaseEvents(db, id, MOST_EVENTS);
  return {
    ...toListedInvoice(row),
    customerEmail: row.customerEmail ?? '',
    serviceCode: settings.invoiceServiceCode,
    timeline: events
      .filter(({ event }) => event.startsWith('invoice_'))
      .map(({ at, event, source, detail }) => ({ at, event, source, detail })),
  };
}

const MOST_EVENTS = 500;

/** The file is the accountant's, who needs the documents whole. */
export async function exportInvoices(
  shop: Shop,
  actor: Actor,
  request: InvoiceListRequest,
  chosen: readonly string[] | null,
): Promise<TableExport> {
  const { q, state, from, to } = request;
  await recordExport(shop, actor, 'purchase.export', { q, state, from, to, ids: chosen }, 'invoices');
  const filter = { ...filterOf(request), ids: chosen };
  const read = () => listInvoices(shop.db, filter, 'dueAt', allRows('asc'));
  return tableOf('notas-fiscais', EXPORTED, inOneBatch(read, asRead));
}

function toListedInvoice(row: InvoiceInList): ListedInvoice {
  const { purchaseId, purchaseNumber, product, state, takerKind, takerName, number, url } = row;
  return {
    id: purchaseId,
    purchaseNumber,
    productName: product,
    state,
    takerKind,
    document: maskTaxDocument(row.takerDocument),
    takerName,
    takerAddress: addressOf(row),
    amount: formatCents(row.amountCents),
    number,
    url,
    hasFile: row.storedAs !== null,
    isTest: row.provider === 'focusnfe_test',
    error: row.error,
    requestedAt: row.requestedAt,
    dueAt: row.dueAt,
    promisedDay: promisedDayOf(row.dueAt),
    sentAt: row.sentAt,
    issuedAt: row.issuedAt,
  };
}

function addressOf({ takerAddress }: Pick<InvoiceInList, 'takerAddress'>): TakerAddress | null {
  return takerAddress === null ? null : (JSON.parse(takerAddress) as TakerAddress);
}

function filterOf({ q, state, from, to }: InvoiceListRequest): InvoiceFilter {
  return { q, state, ...boundsOf({ from, to }) };
}

const EXPORTED: Columns<InvoiceInList> = {
  Pedido: ({ purchaseNumber }) => `#${purchaseNumber}`,
  Situação: ({ state }) => INVOICE_STATES[state],
  Tipo: ({ takerKind }) => TAKER_KINDS[takerKind],
  'CPF ou CNPJ': ({ takerDocument }) => formatTaxDocument(takerDocument),
  Nome: ({ takerName }) => takerName,
  Endereço: (row) => {
    const address = addressOf(row);
    return address ? addressText(address) : '';
  },
  'E-mail': ({ customerEmail }) => customerEmail ?? '',
  Produto: ({ product }) => product,
  Valor: ({ amountCents }) => formatCents(amountCents),
  'Pedida em': ({ requestedAt }) => formatDay(requestedAt),
  'Sai em': ({ dueAt }) => formatDay(dueAt),
  'Emitida em': ({ issuedAt }) => (issuedAt ? formatDay(issuedAt) : ''),
  Número: ({ number }) => number ?? '',
  Link: ({ url }) => url ?? '',
  Erro: ({ error }) => (error ? explainFailure(error).text : ''),
};
