import { openTrialDownload } from '#src/domain/trials/show-trial.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { downloadResponse, FILE, readDownloadRequest } from '#src/http/responses/download-response.ts';
import { DownloadQuery } from '#src/wire/downloads/download-notices.ts';

export const GET = endpoint({
  access: 'public',
  summary: 'Baixa o produto de um teste',
  response: FILE,
  query: DownloadQuery,
  run: async ({ shop, params: { token = '' }, ...call }) =>
    downloadResponse(call, await openTrialDownload(shop, token, readDownloadRequest(call.request))),
});

export const HEAD = GET;
