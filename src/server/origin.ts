import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { refusal } from '#src/domain/refusals.ts';
import { sendRefusal } from './refuse.ts';

export type Site = { siteUrl: string; isSiteUrlFixed: boolean };

/** Once the public address is set, a request for any other host is not ours to answer. */
export function isForeignHost({ siteUrl, isSiteUrlFixed }: Site): (request: IncomingMessage) => boolean {
  const { host } = new URL(siteUrl);
  return isSiteUrlFixed ? (request) => request.headers.host?.toLowerCase() !== host : () => false;
}

/** Refuses a request that another site's page made in our visitor's name. Only what changes something is judged. */
export function originGuard(site: Site): RequestHandler {
  return (request, response, next) => {
    if (HARMLESS.has(request.method) || comesFromUs(request, site)) return next();
    sendRefusal(response, refusal('forbidden', 'bad_origin', 'Este pedido veio de outro site e foi recusado.'));
  };
}

const HARMLESS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Neither header may name another site. A script sends neither, and is judged by its session. */
function comesFromUs(request: IncomingMessage, site: Site): boolean {
  const { origin, host = '' } = request.headers;
  const fetchSite = request.headers['sec-fetch-site'];
  return (
    (origin === undefined || isOurs(origin, host, site)) &&
    (fetchSite === undefined || OWN_SITES.has(String(fetchSite)))
  );
}

const OWN_SITES = new Set(['same-origin', 'none']);

/** The whole Origin counts, its scheme included, once the public address is set. */
function isOurs(origin: string, host: string, { siteUrl, isSiteUrlFixed }: Site): boolean {
  return isSiteUrlFixed ? origin === siteUrl : hostOf(origin) === host.toLowerCase();
}

function hostOf(origin: string): string | null {
  const url = URL.canParse(origin) ? new URL(origin) : null;
  return url && url.origin === origin ? url.host : null;
}
