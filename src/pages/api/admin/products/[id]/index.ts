import { editProduct, removeProduct, showProduct } from '#src/domain/products/products.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { expectMatch } from '#src/http/responses/etag.ts';
import { Success } from '#src/wire/api/success.ts';
import { ProductDetails, UpdateProduct } from '#src/wire/products/products.ts';

export const PUT = endpoint({
  scope: 'products:write',
  allow: 'writeProducts',
  summary: 'Muda um produto',
  response: ProductDetails,
  gate: 'products',
  readsIfMatch: true,
  body: UpdateProduct,
  run: async ({ shop, user, params: { id = '' }, body, request }) => {
    if (!request.headers.has('if-match')) return editProduct(shop, user, id, body);
    const shown = await showProduct(shop, id);
    expectMatch(request, shown);
    // Who changed it since then is found by the time of its last change.
    return editProduct(shop, user, id, { ...body, openedAt: shown.updateDate });
  },
});

export const DELETE = endpoint({
  scope: 'products:write',
  allow: 'writeProducts',
  summary: 'Exclui um produto',
  response: Success,
  gate: 'products',
  run: ({ shop, user, params: { id = '' } }) => removeProduct(shop, user, id),
});
