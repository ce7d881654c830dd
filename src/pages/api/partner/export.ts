import { exportPartner } from '#src/domain/partners/partner-export.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { FILE } from '#src/http/responses/download-response.ts';
import { jsonFile } from '#src/http/responses/responses.ts';

export const GET = endpoint({
  access: 'partner',
  summary: 'Baixa os dados do parceiro',
  response: FILE,
  run: async ({ shop, partner }) => jsonFile('meus-dados-de-parceiro', await exportPartner(shop, partner.email)),
});
