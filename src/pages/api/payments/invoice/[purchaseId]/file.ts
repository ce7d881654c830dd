import { openInvoiceFile } from '#src/domain/invoices/invoice-file.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { downloadResponse } from '#src/http/responses/download-response.ts';
import { FILE } from '#src/http/responses/media.ts';

export const GET = endpoint({
  access: 'public',
  summary: 'Baixa a nota fiscal de uma compra',
  response: FILE,
  run: async ({ shop, params: { purchaseId = '' }, request, waitForDrain, abortResponse }) =>
    downloadResponse(
      { request, waitForDrain, abortResponse },
      { kind: 'file', file: await openInvoiceFile(shop, purchaseId) },
    ),
});

export const HEAD = GET;
