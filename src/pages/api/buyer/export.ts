import { exportBuyer } from '#src/domain/buyers/personal-data.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { exportWithFirstItems } from '#src/http/first-item.ts';
import { jsonFile } from '#src/http/responses.ts';

export const GET = endpoint({
  access: 'buyer',
  run: async ({ shop, buyer }) => jsonFile('meus-dados', exportWithFirstItems(await exportBuyer(shop, buyer))),
});
