import type { APIRoute } from 'astro';
import { plainAnswer } from '#src/http/plain-answer.ts';

/** The checkout stays open to robots: it says itself that it is not to be listed, and shared links show its picture. */
export const GET: APIRoute = ({ locals }) => plainAnswer(robots(locals.shop.settings.siteUrl), 'text/plain');

function robots(siteUrl: string): string {
  const closed = ['/admin', '/api/', '/login', '/purchase/'].map((path) => `Disallow: ${path}`);
  return ['User-agent: *', ...closed, '', `Sitemap: ${siteUrl}/sitemap.xml`, ''].join('\n');
}
