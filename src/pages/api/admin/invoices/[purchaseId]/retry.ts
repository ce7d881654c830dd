import { retryInvoice } from '#src/domain/invoices/manage-invoices.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { InvoiceDetails } from '#src/wire/invoices/invoices.ts';

export const POST = endpoint({
  scope: 'invoices:write',
  allow: 'invoices',
  summary: 'Envia a nota de novo ao emissor',
  response: InvoiceDetails,
  run: ({ shop, user, params: { purchaseId = '' } }) => retryInvoice(shop, user, purchaseId),
});
