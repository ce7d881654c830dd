import { exportOpenPayouts } from '#src/domain/payouts/payouts.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { csvResponse } from '#src/http/responses/csv-response.ts';

export const GET = endpoint({
  allow: ['pay', 'export'],
  confirms: true,
  run: async ({ shop, user, waitForDrain }) => csvResponse(await exportOpenPayouts(shop, user), waitForDrain),
});
