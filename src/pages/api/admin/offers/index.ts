import { createOffer, showOffers } from '#src/domain/offers/offers.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { arrayOf } from '#src/wire/lists/lists.ts';
import { OfferFields } from '#src/wire/offers/offer-fields.ts';
import { Offer } from '#src/wire/offers/offers.ts';

export const GET = endpoint({
  scope: 'products:read',
  allow: 'readProducts',
  summary: 'Lista as ofertas do checkout',
  response: arrayOf(Offer),
  run: ({ shop }) => showOffers(shop),
});

export const POST = endpoint({
  scope: 'products:write',
  allow: 'writeProducts',
  summary: 'Cria uma oferta do checkout',
  response: Offer,
  status: 201,
  body: OfferFields,
  run: ({ shop, user, body }) => createOffer(shop, user, body),
});
