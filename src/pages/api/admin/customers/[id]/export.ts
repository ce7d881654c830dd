import { exportCustomer } from '#src/domain/customers/customer-export.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { exportWithFirstItems } from '#src/http/responses/first-item.ts';
import { jsonFile } from '#src/http/responses/responses.ts';

export const GET = endpoint({
  access: 'admin',
  run: async ({ shop, user, params }) => {
    const data = await exportCustomer(shop, user, params['id'] ?? '');
    return jsonFile(`cliente-${data.customer.id}`, exportWithFirstItems(data));
  },
});
