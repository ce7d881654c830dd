import { readOpenCharge } from '#src/domain/payments/open-charge.ts';
import { pollOverdue } from '#src/domain/payments/polling/poll-for-page.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({
  access: 'public',
  run: async ({ shop, params: { purchaseId = '' }, clientNetwork }) => {
    await pollOverdue(shop, purchaseId, clientNetwork);
    return readOpenCharge(shop, purchaseId);
  },
});
