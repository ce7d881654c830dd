import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { refusal } from '#src/domain/refusals.ts';
import { PLUGIN_CALLS, PLUGIN_FILES } from '#src/wire/licenses/licenses.ts';
import { sendRefusal } from './send-refusal.ts';

export type Site = { siteUrl: string; isSiteUrlFixed: boolean };

export function isForeignHost({ siteUrl, isSiteUrlFixed }: Site): (request: IncomingMessage) => boolean {
  const { host } = new URL(siteUrl);
  return isSiteUrlFixed ? (request) => request.headers.host?.toLowerCase() !== host : () => false;
}

export function originGuard(site: Site): RequestHandler {
  return (request, response, next) => {
    if (HARMLESS.has(request.method) || isPluginCall(request) || comesFromUs(request, site)) return next();
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
    (origin === undefined || isOurs(origin, host, site)) &&
    (fetchSite === undefined || OWN_SITES.has(String(fetchSite)))
  );
}

const OWN_SITES = new Set(['same-origin', 'none']);

function isOurs(origin: string, host: string, { siteUrl, isSiteUrlFixed }: Site): boolean {
  return isSiteUrlFixed ? origin === siteUrl : hostOf(origin) === host.toLowerCase();
}

function hostOf(origin: string): string | null {
  const url = URL.canParse(origin) ? new URL(origin) : null;
  return url && url.origin === origin ? url.host : null;
}
