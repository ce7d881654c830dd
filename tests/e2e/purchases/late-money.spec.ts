import { expect, test } from '../../support/browser/browser-fixture.ts';
import { isSameDocument, keyField, markDocument, openAlive } from '../../support/browser/checkout.ts';
import { actAtSandbox, startPurchase } from '../../support/purchases/buy.ts';
import { bankSays, buyAndRefund } from '../../support/purchases/purchases.ts';

const verify = { name: 'Já paguei, verificar pagamento' };

test('a buyer who paid at the last moment has the bank polled again, and gets the key', async ({
  page,
  client,
  store,
}) => {
  const { purchaseId, transactionId } = await startPurchase(client, { productId: 'lote' });
  await actAtSandbox(client, transactionId, 'expire');
  await openAlive(page, `/purchase/success/${purchaseId}`);
  await expect(page.getByRole('heading', { name: 'Cancelado' })).toBeVisible();
  await page.getByRole('button', verify).click();
  await expect(page.getByText('Pagamento não confirmado. O prazo para pagar terminou')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Cancelado' })).toBeVisible();

  await bankSays(store, purchaseId, { state: 'paid', paidAt: new Date().toISOString() });
  await markDocument(page);
  await page.getByRole('button', verify).click();
  await expect(page.getByRole('heading', { name: 'Pagamento confirmado' })).toBeVisible();
  await expect(keyField(page)).toHaveValue(/^CF-/);
  expect(await isSameDocument(page)).toBe(true);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a form does the same', async ({ page, client, store }) => {
    const { purchaseId, transactionId } = await startPurchase(client, { productId: 'lote' });
    await actAtSandbox(client, transactionId, 'expire');
    await bankSays(store, purchaseId, { state: 'paid', paidAt: new Date().toISOString() });
    await page.goto(`/purchase/success/${purchaseId}`);
    await page.getByRole('button', verify).click();
    await expect(page.getByRole('heading', { name: 'Pagamento confirmado' })).toBeVisible();
  });
});

test('the link of an old receipt shows the current state of the purchase', async ({ page, client, store }) => {
  const id = await buyAndRefund(store, client);
  await page.goto(`/api/payments/download/${id}`);
  await expect(page).toHaveURL(new RegExp(`/purchase/success/${id}\\?aviso=download-reembolsado`));
  await expect(page.getByRole('heading', { name: 'Reembolsado' })).toBeVisible();
  expect((await client.get(`/api/payments/download/${id}`)).status).toBe(410);
});

test('a missing file has no link, and the page says so', async ({ page, client, store }) => {
  const { purchaseId, transactionId } = await startPurchase(client, { productId: 'lote' });
  await actAtSandbox(client, transactionId, 'pay');
  await store
    .database()
    .updateTable('products')
    .set({ downloadUrl: '/uploads/ainda-nao.zip' })
    .where('id', '=', 'lote')
    .execute();
  await openAlive(page, `/purchase/success/${purchaseId}`);
  await expect(page.getByRole('button', { name: 'Link de Download Pendente' })).toBeDisabled();
  await expect(page.getByText('O arquivo ainda não foi publicado')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Baixar/ })).toHaveCount(0);
});
