import { exportBuyer } from '#src/domain/buyers/personal-data.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { exportWithFirstItems } from '#src/http/responses/first-item.ts';
import { jsonFile } from '#src/http/responses/responses.ts';
import { ShownCustomerExport } from '#src/wire/customers/shown-customers.ts';

export const GET = endpoint({
  access: 'buyer',
  summary: 'Exporta os dados do cliente',
  response: ShownCustomerExport,
  run: async ({ shop, buyer }) => jsonFile('meus-dados', exportWithFirstItems(await exportBuyer(shop, buyer))),
});
