import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import { DAY_MS } from '#src/wire/basics/durations.ts';

/** Astro adds the CSP of pages. Also used for requests that do not come through Express. */
export function securityHeaders({ isHttps }: { isHttps: boolean }): Step {
  const protect = helmet({
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // YouTube plays nothing without a referrer.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: isHttps && { maxAge: YEAR_SECONDS, includeSubDomains: false },
    xFrameOptions: { action: 'deny' },
  });
  return (request, response, next) => {
    response.setHeader('Permissions-Policy', PERMISSIONS);
    protect(request, response, next);
  };
}

export type Step = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

/** Of a file that a page loads: half a kilobyte each, which a slow line takes from the page's picture. */
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

const YEAR_SECONDS = (365 * DAY_MS) / 1000;
const VIDEO = '(self "https://www.youtube-nocookie.com" "https://www.youtube.com")';
const PERMISSIONS = `accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=(), autoplay=${VIDEO}, fullscreen=${VIDEO}, picture-in-picture=${VIDEO}`;
