import type { AstroGlobal } from 'astro';

/**
 * Lets one answer's scripts add style sheets that carry the nonce, as charts and dialogs do. Called by the page itself: the
 * header is written before its layout runs. Never on a page that is kept for several visitors.
 */
export function allowStyleNonce(csp: AstroGlobal['csp']): string {
  const nonce = crypto.randomUUID();
  // Astro writes 'self' only as long as nothing else is listed.
  csp?.insertStyleResource("'self'");
  csp?.insertStyleResource(`'nonce-${nonce}'`);
  return nonce;
}
