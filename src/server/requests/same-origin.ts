import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { refusal } from '#src/domain/refusals.ts';
import { PLUGIN_CALLS, PLUGIN_FILES } from '#src/wire/licenses/licenses.ts';
import { sendRefusal } from './send-refusal.ts';
import { isTokenCall } from './token-calls.ts';

export type Site = { siteUrl: string; isSiteUrlFixed: boolean; isOwnTls?: boolean };

export function isForeignHost({ siteUrl, isSiteUrlFixed, isOwnTls }: Site): (request: IncomingMessage) => boolean {
  const { host } = new URL(siteUrl);
  if (!isSiteUrlFixed) return () => false;
  return (request) => request.headers.host?.toLowerCase() !== host && !(isOwnTls && isFromInside(request));
}

/** Whoever sits at the machine reaches the shop also while its certificate fails; a proxy would look the same. */
function isFromInside({ headers: { host = '' }, socket: { remoteAddress = '' } }: IncomingMessage): boolean {
  return LOOPBACK_HOST.test(host) && LOOPBACK_ADDRESS.test(remoteAddress);
}

const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;
const LOOPBACK_ADDRESS = /^(?:(?:::ffff:)?127\.|::1$)/;

export function originGuard(site: Site): RequestHandler {
  return (request, response, next) => {
    const isFree = HARMLESS.has(request.method) || isPluginCall(request) || isTokenCall(request);
    if (isFree || comesFromUs(request, site)) return next();
    sendRefusal(response, refusal('forbidden', 'bad_origin', 'Este pedido veio de outro site e foi recusado.'));
  };
}

/** The exact spelling counts: these read no cookie, and any other spelling stays guarded. */
export function isPluginCall({ url = '' }: IncomingMessage): boolean {
  const [path = ''] = url.split('?', 1);
  return PLUGIN_PATHS.has(path);
}

export function isPluginFile({ url = '' }: IncomingMessage): boolean {
  return url.startsWith(PLUGIN_FILES);
}

const PLUGIN_PATHS: ReadonlySet<string> = new Set(PLUGIN_CALLS);

const HARMLESS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Scripts send neither header and are checked by their session. */
function comesFromUs(request: IncomingMessage, site: Site): boolean {
  const { origin, host = '' } = request.headers;
  const fetchSite = request.headers['sec-fetch-site'];
  return (
    (origin === undefined || isOurs(origin, host, site) || (site.isOwnTls === true && isInside(request, origin))) &&
    (fetchSite === undefined || OWN_SITES.has(String(fetchSite)))
  );
}

const OWN_SITES = new Set(['same-origin', 'none']);

function isInside(request: IncomingMessage, origin: string): boolean {
  return isFromInside(request) && hostOf(origin) === request.headers.host?.toLowerCase();
}

function isOurs(origin: string, host: string, { siteUrl, isSiteUrlFixed }: Site): boolean {
  return isSiteUrlFixed ? origin === siteUrl : hostOf(origin) === host.toLowerCase();
}

function hostOf(origin: string): string | null {
  const url = URL.canParse(origin) ? new URL(origin) : null;
  return url && url.origin === origin ? url.host : null;
}
