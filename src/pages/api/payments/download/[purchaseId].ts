import { openDownload } from '#src/domain/downloads/downloads.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { downloadResponse, readDownloadRequest } from '#src/http/responses/download-response.ts';
import { redirectFailures } from '#src/http/responses/redirect-failures.ts';

export const GET = redirectFailures(
  endpoint({
    access: 'public',
    run: async ({ shop, params: { purchaseId = '' }, request, waitForDrain, abortResponse }) =>
      downloadResponse(
        { request, waitForDrain, abortResponse },
        await openDownload(shop, purchaseId, readDownloadRequest(request)),
      ),
  }),
);

export const HEAD = GET;
