import { showInvoiceDetails } from '#src/domain/invoices/invoice-list.ts';
import { updateInvoice } from '#src/domain/invoices/manage-invoices.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { InvoiceDetails, UpdateInvoice } from '#src/wire/invoices/invoices.ts';

export const GET = endpoint({
  scope: 'invoices:write',
  allow: 'invoices',
  summary: 'Mostra uma nota fiscal',
  response: InvoiceDetails,
  run: ({ shop, params: { purchaseId = '' } }) => showInvoiceDetails(shop, purchaseId),
});

export const PUT = endpoint({
  scope: 'invoices:write',
  allow: 'invoices',
  summary: 'Diz o que foi feito de uma nota',
  response: InvoiceDetails,
  body: UpdateInvoice,
  run: ({ shop, user, params: { purchaseId = '' }, body }) => updateInvoice(shop, user, purchaseId, body),
});
