import { editAffiliate } from '#src/domain/affiliates/affiliates.ts';
import { changeEach } from '#src/domain/lists/chosen-rows.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { ChosenState } from '#src/wire/lists/chosen-rows.ts';

export const POST = endpoint({
  allow: 'writePartners',
  body: ChosenState,
  run: ({ shop, user, body: { ids, isActive } }) =>
    changeEach(ids, (id) => editAffiliate(shop, user, id, { isActive })),
});
