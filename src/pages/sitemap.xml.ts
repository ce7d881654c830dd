import type { APIRoute } from 'astro';
import { plainAnswer } from '#src/http/plain-answer.ts';

/** The pages that search engines may list. Products stand on the first one; their checkouts are not to be listed. */
export const GET: APIRoute = ({ locals }) => plainAnswer(sitemap(locals.shop.settings.siteUrl), 'application/xml');

const LISTED_PATHS = ['/', '/direito-de-arrependimento', '/privacidade'];

function sitemap(siteUrl: string): string {
  const entries = LISTED_PATHS.map((path) => `  <url><loc>${escapeXml(siteUrl + path)}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
