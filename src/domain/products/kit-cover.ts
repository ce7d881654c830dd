import { DEFAULT_IMAGE } from '#src/wire/products/product-list.ts';
import { isElsewhere } from '#src/wire/storefront/catalog.ts';

const MOST_PICTURES = 4;

/** The pictures of its parts, for a kit that has none of its own; fewer than two make no cover. */
export function picturesOfKit({ image, parts }: { image: string; parts: readonly { image: string }[] }): string[] {
  if (isOwnPicture(image)) return [];
  const pictures = [...new Set(parts.map((part) => part.image).filter(isOwnPicture))];
  return pictures.length > 1 ? pictures.slice(0, MOST_PICTURES) : [];
}

function isOwnPicture(image: string): boolean {
  return image !== '' && image !== DEFAULT_IMAGE && !isElsewhere(image);
}
