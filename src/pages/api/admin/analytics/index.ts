import { showAnalytics } from '#src/domain/reports/analytics.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { Analytics } from '#src/wire/reports/analytics.ts';
import { AnalyticsQuery } from '#src/wire/reports/report-query.ts';

export const GET = endpoint({
  scope: 'reports:read',
  allow: 'readReports',
  summary: 'Mostra as estatísticas de um período',
  response: Analytics,
  query: AnalyticsQuery,
  run: ({ shop, url: { searchParams } }) =>
    showAnalytics(
      shop,
      { from: searchParams.get('from'), to: searchParams.get('to') },
      searchParams.get('historico') === '1',
    ),
});
