import type { APIRoute } from 'astro';
import { STATUS_OF } from './errors.ts';
import { redirectTo, seeOther } from './responses.ts';

/** A person who followed a link sees a page instead of JSON; programs still get the refusal. */
export function redirectFailures(
  route: APIRoute,
  pageOf: (params: Record<string, string | undefined>) => string,
): APIRoute {
  return async (context) => {
    const response = await route(context);
    const isFollowed = context.request.headers.get('sec-fetch-dest') === 'document';
    if (!isFollowed || response.status < 400) return response;
    if (response.status === STATUS_OF.conflict) return seeOther(`${pageOf(context.params)}#arquivos`);
    const notice = NOTICE_OF_STATUS[response.status];
    return redirectTo(`${pageOf(context.params)}${notice ? `?aviso=${notice}` : ''}`);
  };
}

const NOTICE_OF_STATUS: Record<number, string> = {
  429: 'downloads-demais',
  502: 'arquivo-indisponivel',
  503: 'arquivo-indisponivel',
  504: 'arquivo-demorou',
};
