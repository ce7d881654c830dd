import { showOrigins } from '#src/domain/reports/origins.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({
  access: 'admin',
  run: ({ shop, url: { searchParams } }) => {
    const period = { from: searchParams.get('from'), to: searchParams.get('to') };
    return showOrigins(shop, period, searchParams.get('by'));
  },
});
