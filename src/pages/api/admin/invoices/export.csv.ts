import { exportInvoices } from '#src/domain/invoices/invoice-list.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { CSV, respondWithTable } from '#src/http/responses/csv-response.ts';
import { INVOICE_LIST } from '#src/wire/invoices/invoices.ts';

export const GET = endpoint({
  scope: 'invoices:write',
  allow: ['invoices', 'export'],
  confirms: true,
  summary: 'Exporta as notas fiscais em CSV',
  response: CSV,
  query: INVOICE_LIST,
  run: (call) => respondWithTable(call, INVOICE_LIST, exportInvoices),
});
