import { takeDownload } from '#src/domain/downloads.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { beginsDownload, downloadAnswer } from '#src/http/file-answer.ts';

export const GET = endpoint({
  access: 'public',
  run: async ({ shop, params: { purchaseId = '' }, request, untilTaken }) =>
    downloadAnswer({ request, untilTaken }, await takeDownload(shop, purchaseId, beginsDownload(request))),
});

export const HEAD = GET;
