import { changeEach } from '#src/domain/lists/chosen-rows.ts';
import { resendSaleReceipt } from '#src/domain/sales/sale-actions.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { ChosenRows } from '#src/wire/lists/chosen-rows.ts';

export const POST = endpoint({
  allow: 'resend',
  body: ChosenRows,
  run: ({ shop, user, body: { ids } }) => changeEach(ids, (id) => resendSaleReceipt(shop, user, id)),
});
