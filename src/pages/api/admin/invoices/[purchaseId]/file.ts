import { storeInvoiceFile } from '#src/domain/invoices/invoice-file.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { readUploadedFile } from '#src/http/forms/multipart.ts';
import { Success } from '#src/wire/api/success.ts';

export const POST = endpoint({
  scope: 'invoices:write',
  allow: 'invoices',
  summary: 'Guarda o PDF de uma nota',
  response: Success,
  status: 201,
  run: ({ shop, user, params: { purchaseId = '' }, request }) =>
    storeInvoiceFile(shop, user, purchaseId, readUploadedFile(request)),
});
