/** Lets Radix add style sheets under the CSP, where the page calls `allowStyleNonce(Astro.csp)`. */
export function styleNonce(): string | undefined {
  if (typeof document === 'undefined') return undefined;
  return document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.nonce || undefined;
}

// Radix's scroll lock reads its nonce under webpack's name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
