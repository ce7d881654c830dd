import { readOpenCharge } from '#src/domain/payments/open-charge.ts';
import { pollOverdue } from '#src/domain/payments/polling/poll-for-page.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { PixCharge } from '#src/wire/purchases/purchases.ts';

export const GET = endpoint({
  access: 'public',
  summary: 'Mostra o Pix em aberto de uma compra',
  response: PixCharge,
  run: async ({ shop, params: { purchaseId = '' }, clientNetwork }) => {
    await pollOverdue(shop, purchaseId, clientNetwork);
    return readOpenCharge(shop, purchaseId);
  },
});
