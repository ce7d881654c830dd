import type { APIRoute } from 'astro';
import { listPublicProducts } from '#src/domain/catalogue.ts';
import { plainAnswer } from '#src/http/plain-answer.ts';

/** The pages that search engines may list: the shop window, what is sold, and the legal texts. */
export const GET: APIRoute = async ({ locals: { shop } }) => {
  const products = await listPublicProducts(shop);
  const paths = [...STANDING_PATHS, ...products.map(({ id }) => `/checkout/${encodeURIComponent(id)}`)];
  return plainAnswer(sitemap(paths.map((path) => shop.settings.siteUrl + path)), 'application/xml');
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
