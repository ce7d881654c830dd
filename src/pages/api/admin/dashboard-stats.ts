import { showDashboard } from '#src/domain/reports/dashboard.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({ access: 'admin', run: ({ shop }) => showDashboard(shop) });
