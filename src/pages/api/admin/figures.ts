import { showFigures } from '#src/domain/reports/sales-figures.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({
  access: 'admin',
  run: ({ shop, url }) => showFigures(shop, { from: url.searchParams.get('from'), to: url.searchParams.get('to') }),
});
