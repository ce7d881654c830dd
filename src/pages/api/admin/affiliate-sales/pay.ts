import { markCommissionPaid } from '#src/domain/affiliates/commission-list.ts';
import { changeEach } from '#src/domain/lists/chosen-rows.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { ChosenRows } from '#src/wire/lists/chosen-rows.ts';

export const POST = endpoint({
  allow: 'pay',
  confirms: true,
  body: ChosenRows,
  run: ({ shop, user, body: { ids } }) => changeEach(ids, (id) => markCommissionPaid(shop, user, id)),
});
