import { exportBuyer } from '#src/domain/buyers/personal-data.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { exportWithFirstItems } from '#src/http/responses/first-item.ts';
import { jsonFile } from '#src/http/responses/responses.ts';

export const GET = endpoint({
  access: 'buyer',
  run: async ({ shop, buyer }) => jsonFile('meus-dados', exportWithFirstItems(await exportBuyer(shop, buyer))),
});
