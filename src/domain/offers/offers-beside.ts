import { listOffersBeside } from '#db/queries/offers/offers.ts';
import { listOwnedItems } from '#db/queries/purchases/owned-items.ts';
import { formatCents } from '#src/wire/basics/money.ts';
import { type OfferBeside, offerHeadline } from '#src/wire/offers/offers.ts';
import { publicImage } from '../products/product-fields.ts';
import type { Shop } from '../shop.ts';

/** What the checkout of a product offers beside it: nothing that this customer has. */
export async function showOffersBeside(
  { db }: Shop,
  productId: string,
  customerId: string | null,
): Promise<OfferBeside[]> {
  const offers = await listOffersBeside(db, productId);
  if (offers.length === 0) return [];
  const items = customerId === null ? [] : await listOwnedItems(db, customerId);
  const owned = new Set(items.map(({ productId }) => productId));
  return offers
    .filter(({ offeredProductId }) => !owned.has(offeredProductId))
    .map(({ id, offeredName, image, headline, text, priceCents, fullCents, requiresActivation }) => ({
      id,
      name: offeredName,
      image: publicImage(image),
      headline: offerHeadline({ headline, offeredName }),
      text,
      price: formatCents(priceCents),
      fullPrice: formatCents(fullCents),
      requiresActivation: requiresActivation === 1,
    }));
}
