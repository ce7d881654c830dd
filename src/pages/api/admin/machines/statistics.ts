import { showMachineStatistics } from '#src/domain/licenses/machine-statistics.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({ access: 'admin', run: ({ shop }) => showMachineStatistics(shop) });
