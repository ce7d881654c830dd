import { editCoupon } from '#src/domain/coupons/coupons.ts';
import { changeEach } from '#src/domain/lists/chosen-rows.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { ChosenResult, ChosenState } from '#src/wire/lists/chosen-rows.ts';

export const POST = endpoint({
  scope: 'coupons:write',
  allow: 'coupons',
  summary: 'Ativa ou desativa vários cupons',
  response: ChosenResult,
  body: ChosenState,
  run: ({ shop, user, body: { ids, isActive } }) => changeEach(ids, (id) => editCoupon(shop, user, id, { isActive })),
});
