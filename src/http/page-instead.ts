import type { APIRoute } from 'astro';
import { redirectTo } from './answers.ts';

/** Who follows a link reads a page and no refusal in JSON: it leads to the page that says the same. Programs get the refusal. */
export function pageInstead(route: APIRoute, pageOf: (params: Record<string, string | undefined>) => string): APIRoute {
  return async (context) => {
    const answer = await route(context);
    const isFollowed = context.request.headers.get('sec-fetch-dest') === 'document';
    return isFollowed && answer.status >= 400 ? redirectTo(pageOf(context.params)) : answer;
  };
}
