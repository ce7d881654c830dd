import { deleteAffiliate, editAffiliate } from '#src/domain/affiliates/affiliates.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { AffiliateChange } from '#src/wire/affiliates/affiliate-form.ts';

export const PUT = endpoint({
  allow: 'writePartners',
  body: AffiliateChange,
  run: ({ shop, user, params: { id = '' }, body }) => editAffiliate(shop, user, id, body),
});

export const DELETE = endpoint({
  allow: 'writePartners',
  run: ({ shop, user, params: { id = '' } }) => deleteAffiliate(shop, user, id),
});
