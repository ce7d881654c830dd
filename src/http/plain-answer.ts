/** An answer for machines that read text: robots, sitemaps. The same for everybody, so it may be kept for an hour. */
export function plainAnswer(text: string, type: 'text/plain' | 'application/xml'): Response {
  return new Response(text, {
    headers: { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'public, max-age=3600' },
  });
}
