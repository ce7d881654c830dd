import { removeMaterial } from '#src/domain/partners/program.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const DELETE = endpoint({
  allow: 'writePartners',
  run: ({ shop, user, params: { id = '' } }) => removeMaterial(shop, user, id),
});
