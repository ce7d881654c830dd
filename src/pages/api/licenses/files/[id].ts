import { openLinkedDownload } from '#src/domain/licenses/updates.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { downloadResponse, readDownloadRequest } from '#src/http/responses/download-response.ts';

export const GET = endpoint({
  access: 'public',
  async run({ shop, params: { id = '' }, url, request, waitForDrain, abortResponse }) {
    const part = (name: string) => url.searchParams.get(name) ?? '';
    const link = { fileId: id, keyId: part('key'), until: part('until'), seal: part('seal') };
    const download = await openLinkedDownload(shop, link, readDownloadRequest(request));
    return downloadResponse({ request, waitForDrain, abortResponse }, download);
  },
});

export const HEAD = GET;
