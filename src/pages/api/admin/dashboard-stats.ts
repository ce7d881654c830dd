import { showDashboard } from '#src/domain/reports/dashboard.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { DashboardStats } from '#src/wire/reports/dashboard.ts';

export const GET = endpoint({
  scope: 'sales:read',
  allow: 'readReports',
  summary: 'Mostra os números do painel',
  response: DashboardStats,
  run: ({ shop }) => showDashboard(shop),
});
