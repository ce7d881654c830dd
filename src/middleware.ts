import { defineMiddleware } from 'astro:middleware';
import { refusal } from './domain/refusals.ts';
import { refusalAnswer } from './http/errors.ts';
import { readSession } from './http/session.ts';

/** Cookie to user, and the guard of the back-office: inside Astro, where a path has been decoded once. */
export const onRequest = defineMiddleware(async (context, next) => {
  const { locals, cookies, routePattern } = context;
  const session = (await readSession(locals.shop, cookies)) ?? { user: null, sessionId: null };
  locals.user = session.user;
  locals.sessionId = session.sessionId;
  if (isBackOffice(routePattern) && !session.user?.isAdmin) return context.redirect('/login');
  const response = await next();
  if (isMissingMethod(routePattern, response)) return refusalAnswer(METHOD_REFUSED);
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store');
  return response;
});

const METHOD_REFUSED = refusal('not_allowed', 'method_not_allowed', 'Este endereço não aceita este método.');

/** Astro answers a method that an endpoint does not export with an empty 404, which would become the page of lost visitors. */
function isMissingMethod(routePattern: string, response: Response): boolean {
  return routePattern.startsWith('/api/') && response.status === 404 && !response.headers.has('Content-Type');
}

/** Judged by the route that will answer and not by the address as it was spelled. */
function isBackOffice(routePattern: string): boolean {
  return routePattern === '/admin' || routePattern.startsWith('/admin/');
}
