import type { AstroGlobal } from 'astro';
import { authorize } from '#src/http/endpoint.ts';

/** Begins a page of the back-office that opens dialogs, selects or menus; the middleware has let nobody in but the team. */
export function openScreen({ locals, csp }: Pick<AstroGlobal, 'locals' | 'csp'>) {
  return { shop: locals.shop, ...authorize('admin', locals), styleNonce: allowStyleNonce(csp) };
}

/** Must be called by the page, since the header is written before its layout runs; never on a cached page. */
export function allowStyleNonce(csp: AstroGlobal['csp']): string {
  const nonce = crypto.randomUUID();
  // Astro drops 'self' as soon as another source is listed.
  csp?.insertStyleResource("'self'");
  csp?.insertStyleResource(`'nonce-${nonce}'`);
  return nonce;
}
