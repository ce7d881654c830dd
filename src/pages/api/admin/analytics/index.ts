import { showAnalytics } from '#src/domain/reports/analytics.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({
  access: 'admin',
  run: ({ shop, url }) => showAnalytics(shop, { from: url.searchParams.get('from'), to: url.searchParams.get('to') }),
});
