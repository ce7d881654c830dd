import { openLinkedDownload } from '#src/domain/licenses/updates.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { downloadResponse, FILE, readDownloadRequest } from '#src/http/responses/download-response.ts';
import { PluginFileQuery } from '#src/wire/licenses/plugin-calls.ts';

export const GET = endpoint({
  access: 'public',
  summary: 'Baixa o arquivo de uma versão pelo link do plugin',
  response: FILE,
  query: PluginFileQuery,
  async run({ shop, params: { id = '' }, url, ...call }) {
    const part = (name: string) => url.searchParams.get(name) ?? '';
    const link = { fileId: id, keyId: part('key'), until: part('until'), seal: part('seal') };
    const download = await openLinkedDownload(shop, link, readDownloadRequest(call.request));
    return downloadResponse(call, download);
  },
});

export const HEAD = GET;
