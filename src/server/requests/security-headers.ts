import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Settings } from '#src/config.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';

/** Astro adds the CSP of pages. Requests that do not come through Express get these headers, too. */
export function securityHeaders({ isHttps, HSTS_SUBDOMAINS }: Transport): Step {
  // The owner alone knows whether all hosts below this one have certificates.
  const hsts = HSTS_SUBDOMAINS ? `${A_YEAR}; includeSubDomains` : A_YEAR;
  const headers = Object.entries({ ...HEADERS, ...(isHttps && { 'Strict-Transport-Security': hsts }) });
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

type Transport = Pick<Settings, 'isHttps' | 'HSTS_SUBDOMAINS'>;

export type Step = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

/** The headers are half a kilobyte for each file that a page loads, which a slow line takes from the page's picture. */
export function withoutPageHeaders(response: ServerResponse): void {
  for (const name of OF_PAGES) response.removeHeader(name);
}

/** Browsers read these of documents alone. */
const OF_PAGES = [
  'Permissions-Policy',
  'Cross-Origin-Opener-Policy',
  'Origin-Agent-Cluster',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
];

/** A response that is no page may load nothing, should a browser take it for one. */
export const inertResponse: Step = (_request, response, next) => {
  response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox");
  next();
};

/** A webmail shows the pictures of a receipt in its own page, which the browser otherwise keeps from them. */
export const openPictures: Step = ({ url = '' }, response, next) => {
  if (PICTURE.test(url)) response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  next();
};

const PICTURE = /^\/(?:uploads|demo|icons)\/[\w.-]+\.(?:png|jpe?g|webp|gif)(?:\?|$)/i;

const A_YEAR = `max-age=${(365 * DAY_MS) / 1000}`;
const VIDEO = '(self "https://www.youtube-nocookie.com" "https://www.youtube.com")';

/** Those of Helmet, as one list: its chain of functions costs each request more. */
const HEADERS = {
  'Permissions-Policy': `accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=(), publickey-credentials-get=(self), publickey-credentials-create=(self), autoplay=${VIDEO}, fullscreen=${VIDEO}, picture-in-picture=${VIDEO}`,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  // YouTube plays nothing without a referrer.
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Download-Options': 'noopen',
  'X-Frame-Options': 'DENY',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'X-XSS-Protection': '0',
};
