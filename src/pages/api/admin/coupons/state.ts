import { changeEach } from '#src/domain/chosen-rows.ts';
import { editCoupon } from '#src/domain/coupons.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { ChosenState } from '#src/wire/chosen-rows.ts';

export const POST = endpoint({
  access: 'admin',
  body: ChosenState,
  run: ({ shop, user, body: { ids, isActive } }) => changeEach(ids, (id) => editCoupon(shop, user, id, { isActive })),
});
