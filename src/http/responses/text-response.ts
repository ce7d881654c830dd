export function textResponse(
  text: string,
  type: 'text/plain' | 'application/xml' | 'application/manifest+json',
): Response {
  return new Response(text, {
    headers: { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'public, max-age=3600' },
  });
}
