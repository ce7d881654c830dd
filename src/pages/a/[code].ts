import { endpoint } from '#src/http/endpoint.ts';
import { redirectTo } from '#src/http/responses/responses.ts';
import { followReferral } from '#src/http/sessions/referral.ts';

/** A partner's link. */
export const GET = endpoint({
  access: 'public',
  summary: null,
  run: async ({ shop, params: { code = '' }, url, headers, cookies, clientNetwork }) =>
    redirectTo(await followReferral(shop, { code, url, headers, cookies, clientNetwork })),
});
