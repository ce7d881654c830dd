import { listAllInvoices, listInvoicePage } from '#src/domain/invoices/invoice-list.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { respondWithList } from '#src/http/responses/list-response.ts';
import { INVOICE_LIST, ListedInvoice } from '#src/wire/invoices/invoices.ts';
import { listOf } from '#src/wire/lists/lists.ts';

export const GET = endpoint({
  scope: 'invoices:write',
  allow: 'invoices',
  summary: 'Lista as notas fiscais',
  response: listOf(ListedInvoice),
  query: INVOICE_LIST,
  run: (call) => respondWithList(call, INVOICE_LIST, { page: listInvoicePage, whole: listAllInvoices }),
});
