import { requestInvoice } from '#src/domain/invoices/request-invoice.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { RequestInvoice } from '#src/wire/invoices/invoices.ts';
import { Done } from '#src/wire/purchases/purchases.ts';

export const POST = endpoint({
  access: 'public',
  summary: 'Pede a nota fiscal de uma compra',
  response: Done,
  status: 202,
  body: RequestInvoice,
  run: ({ shop, params: { purchaseId = '' }, body }) => requestInvoice(shop, purchaseId, body),
});
