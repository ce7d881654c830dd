import { editOffer, removeOffer } from '#src/domain/offers/offers.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { Success } from '#src/wire/api/success.ts';
import { OfferChange } from '#src/wire/offers/offer-fields.ts';
import { Offer } from '#src/wire/offers/offers.ts';

export const PUT = endpoint({
  scope: 'products:write',
  allow: 'writeProducts',
  summary: 'Muda uma oferta do checkout',
  response: Offer,
  body: OfferChange,
  run: ({ shop, user, params: { id = '' }, body }) => editOffer(shop, user, id, body),
});

export const DELETE = endpoint({
  scope: 'products:write',
  allow: 'writeProducts',
  summary: 'Exclui uma oferta do checkout',
  response: Success,
  run: ({ shop, user, params: { id = '' } }) => removeOffer(shop, user, id),
});
