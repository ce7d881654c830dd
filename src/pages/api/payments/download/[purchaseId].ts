import { openDownload } from '#src/domain/downloads/downloads.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { downloadResponse, readDownloadRequest } from '#src/http/responses/download-response.ts';
import { FILE } from '#src/http/responses/media.ts';
import { redirectFailures } from '#src/http/responses/redirect-failures.ts';
import { DownloadQuery } from '#src/wire/downloads/download-notices.ts';

export const GET = redirectFailures(
  endpoint({
    access: 'public',
    summary: 'Baixa um produto comprado',
    response: FILE,
    query: DownloadQuery,
    run: async ({ shop, params: { purchaseId = '' }, request, waitForDrain, abortResponse }) =>
      downloadResponse(
        { request, waitForDrain, abortResponse },
        await openDownload(shop, purchaseId, readDownloadRequest(request)),
      ),
  }),
);

export const HEAD = GET;
