import { exportCustomer } from '#src/domain/customers/customer-export.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { exportWithFirstItems, exportWithHiddenKeys } from '#src/http/responses/first-item.ts';
import { jsonFile } from '#src/http/responses/responses.ts';
import { ShownCustomerExport } from '#src/wire/customers/shown-customers.ts';

export const GET = endpoint({
  scope: 'customers:read',
  allow: ['readSales', 'export'],
  confirms: true,
  summary: 'Exporta tudo o que a loja sabe de um cliente',
  response: ShownCustomerExport,
  run: async ({ shop, user, showsKeys, params }) => {
    const data = await exportCustomer(shop, user, params['id'] ?? '');
    return jsonFile(`cliente-${data.customer.id}`, exportWithFirstItems(showsKeys ? data : exportWithHiddenKeys(data)));
  },
});
