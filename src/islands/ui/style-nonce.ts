/**
 * Lets Radix add its style sheets under the content security policy. The page calls `allowStyleNonce(Astro.csp)` and hands the
 * nonce to its layout (`<Admin styleNonce={…}>`), which leaves it in the head; whoever opens something finds it here.
 */
export function styleNonce(): string | undefined {
  if (typeof document === 'undefined') return undefined;
  return document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.nonce || undefined;
}

// What Radix uses to hold the page still asks for its nonce under this name, which comes from webpack.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
