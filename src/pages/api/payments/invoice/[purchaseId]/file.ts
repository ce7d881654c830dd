import { openInvoiceFile } from '#src/domain/invoices/invoice-file.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { downloadResponse, FILE } from '#src/http/responses/download-response.ts';

export const GET = endpoint({
  access: 'public',
  summary: 'Baixa a nota fiscal de uma compra',
  response: FILE,
  run: async ({ shop, params: { purchaseId = '' }, ...call }) =>
    downloadResponse(call, { kind: 'file', file: await openInvoiceFile(shop, purchaseId) }),
});

export const HEAD = GET;
