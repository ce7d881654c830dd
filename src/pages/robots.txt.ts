import type { APIRoute } from 'astro';
import { textResponse } from '#src/http/responses/text-response.ts';

/** The checkout stays crawlable: it has `noindex` itself, and link previews need its picture. */
export const GET: APIRoute = ({ locals }) => textResponse(robots(locals.shop.settings.siteUrl), 'text/plain');

function robots(siteUrl: string): string {
  const closed = ['/admin', '/api/', '/login', '/purchase/'].map((path) => `Disallow: ${path}`);
  return ['User-agent: *', ...closed, '', `Sitemap: ${siteUrl}/sitemap.xml`, ''].join('\n');
}
