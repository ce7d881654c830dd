import { showMachineStatistics } from '#src/domain/licenses/machine-statistics.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { MachineStatistics } from '#src/wire/licenses/machines.ts';

export const GET = endpoint({
  scope: 'reports:read',
  allow: 'readReports',
  summary: 'Mostra versões, editores e sistemas em uso',
  response: MachineStatistics,
  run: ({ shop }) => showMachineStatistics(shop),
});
