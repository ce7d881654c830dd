import { openDownload } from '#src/domain/downloads/downloads.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { downloadResponse, FILE, readDownloadRequest } from '#src/http/responses/download-response.ts';
import { redirectFailures } from '#src/http/responses/redirect-failures.ts';
import { DownloadQuery } from '#src/wire/downloads/download-notices.ts';

export const GET = redirectFailures(
  endpoint({
    access: 'public',
    summary: 'Baixa um produto comprado',
    response: FILE,
    query: DownloadQuery,
    run: async ({ shop, params: { purchaseId = '' }, ...call }) =>
      downloadResponse(call, await openDownload(shop, purchaseId, readDownloadRequest(call.request))),
  }),
);

export const HEAD = GET;
