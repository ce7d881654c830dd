import { defineMiddleware } from 'astro:middleware';
import type { APIContext } from 'astro';
import { refusal } from './domain/refusals.ts';
import { allowedMethods } from './http/allowed-methods.ts';
import { authorize } from './http/endpoint.ts';
import { errorResponse, refusalResponse } from './http/errors.ts';
import { readSession } from './http/session.ts';

/** Cookie to user, and the guard of the back-office: inside Astro, where a path has been decoded once. */
export const onRequest = defineMiddleware(async (context, next) => {
  const { locals, routePattern } = context;
  try {
    await identifyVisitor(context);
  } catch (error) {
    // No endpoint is there yet to turn the error into JSON.
    if (isApi(routePattern)) return errorResponse(error, locals.shop.log);
    throw error;
  }
  const isUnauthenticated = isBackOffice(routePattern) && !locals.user?.isAdmin;
  const response = isUnauthenticated ? context.redirect('/login') : await next();
  if (isMissingMethod(routePattern, response)) return refuseMethod(context);
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store');
  return response.ok ? response : withoutStatusText(response);
});

/** Astro says `404 OK`; without a phrase of its own the answer gets the usual one. */
function withoutStatusText({ body, status, headers }: Response): Response {
  return new Response(body, { status, headers });
}

async function identifyVisitor({ locals, cookies }: APIContext): Promise<void> {
  const session = await readSession(locals.shop, cookies);
  locals.user = session?.user ?? null;
  locals.sessionId = session?.sessionId ?? null;
}

/** Who may not call it at all is told that, and not what it takes. */
async function refuseMethod({ locals, routePattern }: APIContext): Promise<Response> {
  try {
    if (isOwnersCall(routePattern)) authorize('admin', locals);
  } catch (error) {
    return errorResponse(error, locals.shop.log);
  }
  const response = refusalResponse(METHOD_REFUSED);
  response.headers.set('Allow', await allowedMethods(routePattern));
  return response;
}

const METHOD_REFUSED = refusal('not_allowed', 'method_not_allowed', 'Este endereço não aceita este método.');

/** Astro answers a method that an endpoint does not export with an empty 404, which would become the page of lost visitors. */
function isMissingMethod(routePattern: string, response: Response): boolean {
  return isApi(routePattern) && response.status === 404 && !response.headers.has('Content-Type');
}

function isOwnersCall(routePattern: string): boolean {
  return routePattern.startsWith('/api/admin/') || routePattern === '/api/upload';
}

function isApi(routePattern: string): boolean {
  return routePattern.startsWith('/api/');
}

/** Judged by the route that will answer and not by the address as it was spelled. */
function isBackOffice(routePattern: string): boolean {
  return routePattern === '/admin' || routePattern.startsWith('/admin/');
}
