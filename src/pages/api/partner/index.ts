import { showPartner } from '#src/domain/partners/partner-area.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { Partner } from '#src/wire/partners/partners.ts';

export const GET = endpoint({
  access: 'partner',
  summary: 'Mostra a conta do parceiro',
  response: Partner,
  run: ({ shop, partner }) => showPartner(shop, partner),
});
