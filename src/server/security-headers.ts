import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * What every answer says to the browser. The content security policy of pages is Astro's, with its hashes. Plain enough for a
 * request that does not come through Express.
 */
export function securityHeaders({ isHttps }: { isHttps: boolean }): Step {
  const protect = helmet({
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // YouTube refuses to play for a page that sends no referrer at all.
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

/** An answer that is no page may load and do nothing, should a browser ever take it for one. */
export const inertAnswer: RequestHandler = (_request, response, next) => {
  response.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox");
  next();
};

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const VIDEO = '(self "https://www.youtube-nocookie.com" "https://www.youtube.com")';
const PERMISSIONS = `accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=(), autoplay=${VIDEO}, fullscreen=${VIDEO}, picture-in-picture=${VIDEO}`;
