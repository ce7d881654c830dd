import { suggestCode } from '#src/domain/affiliates/affiliate-list.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { readCodeRequest } from '#src/wire/affiliates/affiliates.ts';

export const GET = endpoint({
  allow: 'writePartners',
  run: ({ shop, url }) => suggestCode(shop, readCodeRequest(url.searchParams)),
});
