import { expect, test } from 'vitest';
import { openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { actAtSandbox, expectStatus, startPurchase, waitForStatus } from '../../support/purchases/buy.ts';

const store = startStoreForFile();
const client = openClientForFile(store);

const codeOf = (purchaseId: string) => client.get(`/api/payments/purchase/${purchaseId}/pix`);

test('the code of a purchase can be read as long as it can be paid', async () => {
  const { success: _success, message: _message, ...charge } = await startPurchase(client);
  expect(expectStatus(await codeOf(charge.purchaseId), 200).json()).toEqual(charge);

  await actAtSandbox(client, charge.transactionId, 'pay');
  await waitForStatus(client, charge.purchaseId, 'COMPLETED');
  expect(expectStatus(await codeOf(charge.purchaseId), 409).json()).toMatchObject({ code: 'not_open' });
});

test('a purchase without a code returns none, and an unknown one 404', async () => {
  const { purchaseId } = await startPurchase(client);
  await store.database().updateTable('purchases').set({ pixCopyPaste: null }).where('id', '=', purchaseId).execute();
  expect(expectStatus(await codeOf(purchaseId), 409).json()).toMatchObject({ code: 'not_open' });
  expectStatus(await codeOf('0'.repeat(32)), 404);
});
