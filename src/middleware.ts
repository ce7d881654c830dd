import { defineMiddleware } from 'astro:middleware';
import type { APIContext, MiddlewareNext } from 'astro';
import { refusal } from './domain/refusals.ts';
import { allowedMethods } from './http/allowed-methods.ts';
import { authorize, holdsNul } from './http/endpoint.ts';
import { errorResponse, refusalResponse } from './http/errors.ts';
import { veiledResponse } from './http/responses/veiled-response.ts';
import { readToken } from './http/sessions/api-token.ts';
import { readSession } from './http/sessions/session.ts';
import type { User } from './wire/access/auth.ts';
import { MISSING_FACTOR_ADDRESS } from './wire/access/factors.ts';
import { isAdminPage, NO_ACCESS_PAGE, PAGE_ALLOWS } from './wire/access/page-access.ts';
import { can } from './wire/access/roles.ts';
import { OUTSIDE_BACKUP_PATH } from './wire/backups/backups.ts';

/** Runs inside Astro, where paths are already decoded. */
export const onRequest = defineMiddleware(async (context, next) => {
  const { locals, routePattern } = context;
  try {
    await identifyVisitor(context);
  } catch (error) {
    // No endpoint is there yet to turn the error into JSON.
    if (isApi(routePattern)) return errorResponse(error, locals.shop.log);
    throw error;
  }
  const response = await respond(context, next).then((made) => veiled(context, made));
  if (isMissingMethod(routePattern, response)) return refuseMethod(context);
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store');
  return response.ok ? response : withoutStatusText(response);
});

async function respond(context: APIContext, next: MiddlewareNext): Promise<Response> {
  const { locals, params, routePattern } = context;
  if (isBackOffice(routePattern)) {
    if (!locals.user?.isAdmin) return context.redirect('/login');
    if (locals.isFactorMissing && routePattern !== MISSING_FACTOR_ADDRESS) {
      return context.redirect(MISSING_FACTOR_ADDRESS);
    }
    if (!mayOpen(routePattern, locals.user)) return next(NO_ACCESS_PAGE);
  }
  return holdsNul(params) && !isApi(routePattern) ? next('/404') : next();
}

/** The ids that open the pages of buyers are for those alone who may read keys. */
async function veiled({ locals, routePattern }: APIContext, response: Response): Promise<Response> {
  const { token, user, shop } = locals;
  const isForTeam = !token && user?.isAdmin && (isBackOffice(routePattern) || isOwnersCall(routePattern));
  return isForTeam && !can(user.role, 'readKeys') ? veiledResponse(shop, response) : response;
}

function mayOpen(routePattern: string, { role }: User): boolean {
  return isAdminPage(routePattern) && can(role, PAGE_ALLOWS[routePattern]);
}

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
  locals.isFactorMissing = session?.isFactorMissing ?? false;
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
