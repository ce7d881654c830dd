import { changeEach } from '#src/domain/chosen-rows.ts';
import { resendSaleReceipt } from '#src/domain/sale-actions.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { ChosenRows } from '#src/wire/chosen-rows.ts';

export const POST = endpoint({
  access: 'admin',
  body: ChosenRows,
  run: ({ shop, user, body: { ids } }) => changeEach(ids, (id) => resendSaleReceipt(shop, user, id)),
});
