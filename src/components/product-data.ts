import type { PublicProduct } from '#src/wire/catalog.ts';
import { centsToReais, parseCents } from '#src/wire/money.ts';

type Store = { siteUrl: string; storeName: string };

export function productData({ id, name, description, image, price }: PublicProduct, { siteUrl, storeName }: Store) {
  const url = `${siteUrl}/checkout/${encodeURIComponent(id)}`;
  return {
    '@type': 'Product',
    name,
    description: description || name,
    image: new URL(image, siteUrl).href,
    url,
    brand: { '@type': 'Brand', name: storeName },
    offers: {
      '@type': 'Offer',
      url,
      price: centsToReais(parseCents(price) ?? 0).toFixed(2),
      priceCurrency: 'BRL',
      availability: 'https://schema.org/InStock',
    },
  };
}

/** Escapes `</script>` in names, which would end the block. */
export function dataBlock(data: object): string {
  return JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');
}
