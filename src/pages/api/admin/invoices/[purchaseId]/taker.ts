import { correctTaker } from '#src/domain/invoices/manage-invoices.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { InvoiceDetails } from '#src/wire/invoices/invoices.ts';
import { Taker } from '#src/wire/invoices/taker.ts';

export const PUT = endpoint({
  scope: 'invoices:write',
  allow: 'invoices',
  summary: 'Corrige os dados de quem pediu a nota',
  response: InvoiceDetails,
  body: Taker,
  run: ({ shop, user, params: { purchaseId = '' }, body }) => correctTaker(shop, user, purchaseId, body),
});
