import type { AstroGlobal } from 'astro';

/** Must be called by the page, since the header is written before its layout runs; never on a cached page. */
export function allowStyleNonce(csp: AstroGlobal['csp']): string {
  const nonce = crypto.randomUUID();
  // Astro drops 'self' as soon as another source is listed.
  csp?.insertStyleResource("'self'");
  csp?.insertStyleResource(`'nonce-${nonce}'`);
  return nonce;
}
