import { showAnalytics } from '#src/domain/reports/analytics.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { Analytics } from '#src/wire/reports/analytics.ts';
import { ReportDays } from '#src/wire/reports/report-query.ts';

export const GET = endpoint({
  access: 'admin',
  scope: 'reports:read',
  summary: 'Mostra as estatísticas de um período',
  response: Analytics,
  query: ReportDays,
  run: ({ shop, url }) => showAnalytics(shop, { from: url.searchParams.get('from'), to: url.searchParams.get('to') }),
});
