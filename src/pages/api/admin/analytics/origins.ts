import { showOrigins } from '#src/domain/reports/origins.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { OriginReport } from '#src/wire/reports/origins.ts';
import { OriginQuery } from '#src/wire/reports/report-query.ts';

export const GET = endpoint({
  scope: 'reports:read',
  allow: 'readReports',
  summary: 'Mostra de onde vieram as vendas',
  response: OriginReport,
  query: OriginQuery,
  run: ({ shop, url: { searchParams } }) => {
    const period = { from: searchParams.get('from'), to: searchParams.get('to') };
    return showOrigins(shop, period, searchParams.get('by'));
  },
});
