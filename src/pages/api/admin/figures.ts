import { showFigures } from '#src/domain/reports/sales-figures.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { Figures } from '#src/wire/reports/figures.ts';
import { ReportDays } from '#src/wire/reports/report-query.ts';

export const GET = endpoint({
  scope: 'reports:read',
  allow: 'readReports',
  summary: 'Mostra os números de um período',
  response: Figures,
  query: ReportDays,
  run: ({ shop, url }) => showFigures(shop, { from: url.searchParams.get('from'), to: url.searchParams.get('to') }),
});
