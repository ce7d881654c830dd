import { openTrialDownload } from '#src/domain/trials/show-trial.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { downloadResponse, readDownloadRequest } from '#src/http/responses/download-response.ts';
import { FILE } from '#src/http/responses/media.ts';
import { DownloadQuery } from '#src/wire/downloads/download-notices.ts';

export const GET = endpoint({
  access: 'public',
  summary: 'Baixa o produto de um teste',
  response: FILE,
  query: DownloadQuery,
  run: async ({ shop, params: { token = '' }, request, waitForDrain, abortResponse }) =>
    downloadResponse(
      { request, waitForDrain, abortResponse },
      await openTrialDownload(shop, token, readDownloadRequest(request)),
    ),
});

export const HEAD = GET;
