import { defineMiddleware } from 'astro:middleware';
import type { APIContext } from 'astro';
import { refusal } from './domain/refusals.ts';
import { allowedMethods } from './http/allowed-methods.ts';
import { authorize, holdsNul } from './http/endpoint.ts';
import { errorResponse, refusalResponse } from './http/errors.ts';
import { readToken } from './http/sessions/api-token.ts';
import { readSession } from './http/sessions/session.ts';
import { OUTSIDE_BACKUP_PATH } from './wire/backups/backups.ts';

/** Runs inside Astro, where paths are already decoded. */
export const onRequest = defineMiddleware(async (context, next) => {
  const { locals, params, routePattern } = context;
  try {
    await identifyVisitor(context);
  } catch (error) {
    // No endpoint is there yet to turn the error into JSON.
    if (isApi(routePattern)) return errorResponse(error, locals.shop.log);
    throw error;
  }
  const isUnauthenticated = isBackOffice(routePattern) && !locals.user?.isAdmin;
  const isLost = holdsNul(params) && !isApi(routePattern);
  const response = isUnauthenticated ? context.redirect('/login') : await (isLost ? next('/404') : next());
  if (isMissingMethod(routePattern, response)) return refuseMethod(context);
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store');
  return response.ok ? response : withoutStatusText(response);
});

/** Astro sends `404 OK`. */
function withoutStatusText({ body, status, headers }: Response): Response {
  return new Response(body, { status, headers });
}

async function identifyVisitor({ locals, cookies, request, routePattern }: APIContext): Promise<void> {
  const isForToken = isOwnersCall(routePattern) && routePattern !== OUTSIDE_BACKUP_PATH;
  locals.token = isForToken ? await readToken(locals.shop, request.headers.get('authorization')) : null;
  const session = await readSession(locals.shop, cookies);
  locals.user = session?.user ?? null;
  locals.sessionId = session?.sessionId ?? null;
}

/** Callers without access do not learn the methods. */
async function refuseMethod({ locals, routePattern }: APIContext): Promise<Response> {
  try {
    if (isOwnersCall(routePattern) && !locals.token) authorize('admin', locals);
  } catch (error) {
    return errorResponse(error, locals.shop.log);
  }
  const response = refusalResponse(METHOD_REFUSED);
  response.headers.set('Allow', await allowedMethods(routePattern));
  return response;
}

const METHOD_REFUSED = refusal('not_allowed', 'method_not_allowed', 'Este endereço não aceita este método.');

/** Astro responds to a missing method with an empty 404, which would become the 404 page. */
function isMissingMethod(routePattern: string, response: Response): boolean {
  return isApi(routePattern) && response.status === 404 && !response.headers.has('Content-Type');
}

function isOwnersCall(routePattern: string): boolean {
  return routePattern.startsWith('/api/admin/') || routePattern === '/api/upload';
}

function isApi(routePattern: string): boolean {
  return routePattern.startsWith('/api/');
}

/** Asks the matched route, since an address has several spellings. */
function isBackOffice(routePattern: string): boolean {
  return routePattern === '/admin' || routePattern.startsWith('/admin/');
}
