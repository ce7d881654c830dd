import type { APIRoute } from 'astro';
import { listPublicProducts } from '#src/domain/storefront/catalog.ts';
import { listShelves } from '#src/domain/storefront/storefront.ts';
import { textResponse } from '#src/http/responses/text-response.ts';
import { categoryPath } from '#src/wire/products/categories.ts';
import { productPath } from '#src/wire/products/product-urls.ts';
import { editorPath } from '#src/wire/storefront/catalog.ts';

export const GET: APIRoute = async ({ locals: { shop } }) => {
  const [products, { editors, categories }] = await Promise.all([listPublicProducts(shop), listShelves(shop)]);
  const paths = [
    ...STANDING_PATHS,
    ...categories.map(({ id }) => categoryPath(id)),
    ...editors.map(editorPath),
    ...products.map(({ slug }) => productPath(slug)),
  ];
  return textResponse(sitemap(paths.map((path) => shop.settings.siteUrl + path)), 'application/xml');
};

const STANDING_PATHS = ['/', '/direito-de-arrependimento', '/privacidade'];

function sitemap(addresses: string[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...addresses.map((address) => `  <url><loc>${escapeXml(address)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
