import { takeDownload } from '#src/domain/downloads.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { beginsDownload, downloadAnswer } from '#src/http/file-answer.ts';
import { pageInstead } from '#src/http/page-instead.ts';

export const GET = pageInstead(
  endpoint({
    access: 'public',
    run: async ({ shop, params: { purchaseId = '' }, request, untilTaken }) =>
      downloadAnswer({ request, untilTaken }, await takeDownload(shop, purchaseId, beginsDownload(request))),
  }),
  ({ purchaseId = '' }) => `/purchase/success/${encodeURIComponent(purchaseId)}`,
);

export const HEAD = GET;
