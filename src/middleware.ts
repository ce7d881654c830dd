import { defineMiddleware } from 'astro:middleware';
import { readSession } from './http/session.ts';

/** Cookie to user, and the guard of the back-office: inside Astro, where a path has been decoded once. */
export const onRequest = defineMiddleware(async (context, next) => {
  const { locals, cookies, routePattern } = context;
  const session = (await readSession(locals.shop, cookies)) ?? { user: null, sessionId: null };
  locals.user = session.user;
  locals.sessionId = session.sessionId;
  if (isBackOffice(routePattern) && !session.user?.isAdmin) return context.redirect('/login');
  const response = await next();
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store');
  return response;
});

/** Judged by the route that will answer and not by the address as it was spelled. */
function isBackOffice(routePattern: string): boolean {
  return routePattern === '/admin' || routePattern.startsWith('/admin/');
}
