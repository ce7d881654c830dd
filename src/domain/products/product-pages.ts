import { deleteFormerSlug, insertFormerSlug, isSlugTaken, listSlugsLike } from '#db/queries/products/product-pages.ts';
import type { ProductRow } from '#db/tables/products.ts';
import type { Queryable } from '#db/tables.ts';
import { oneAtATime } from '#db/transactions.ts';
import { freeSlug, slugFrom } from '#src/wire/basics/slugs.ts';
import { PAGE_TEXTS } from '#src/wire/products/page-fields.ts';
import { refusal } from '../refusals.ts';

/** Takes the wanted address, or a free one made from the name; the transaction holds it until its end. */
export async function takeSlug(
  tx: Queryable,
  { id, name, wanted }: { id: string; name: string; wanted: string },
): Promise<string> {
  await oneAtATime(tx, 'product slugs');
  if (wanted !== '') {
    if (await isSlugTaken(tx, wanted, id)) throw slugTaken();
    return wanted;
  }
  const slug = slugFrom(name);
  return freeSlug(slug, new Set(await listSlugsLike(tx, slug.slice(0, COMPARED_CHARACTERS))));
}

/** A number at the end leaves so much of the longest address. */
const COMPARED_CHARACTERS = 70;

/** Links to the former address go on leading here. */
export async function keepFormerSlug(tx: Queryable, productId: string, former: string | null, slug: string) {
  if (former === null || former === slug) return;
  await deleteFormerSlug(tx, slug);
  await insertFormerSlug(tx, former, productId);
}

type Terms = Pick<ProductRow, 'licenseTerms' | 'licenseText'>;

export function areSameTerms(one: Terms, other: Terms): boolean {
  return one.licenseTerms === other.licenseTerms && one.licenseText === other.licenseText;
}

function slugTaken() {
  return refusal('conflict', 'slug_taken', PAGE_TEXTS.slugTaken, { fields: { slug: PAGE_TEXTS.slugTaken } });
}
