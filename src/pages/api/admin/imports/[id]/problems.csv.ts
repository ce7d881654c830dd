import { exportProblems } from '#src/domain/imports/imports.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { csvResponse } from '#src/http/responses/csv-response.ts';

export const GET = endpoint({
  allow: 'settings',
  run: async ({ shop, params, waitForDrain }) =>
    csvResponse(await exportProblems(shop, params['id'] ?? ''), waitForDrain),
});
