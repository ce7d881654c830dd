import { expectAccessible } from '../../support/browser/axe.ts';
import { passGate } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { newBuyer, openAlive, purchaseIn, toast } from '../../support/browser/checkout.ts';
import { actAtSandbox, buy, readPurchase } from '../../support/purchases/buy.ts';

test('an owner sells an upgrade, and who has the former plugin pays its price without a script', {
  tag: '@phone',
}, async ({ page, client, store, browser }) => {
  await passGate(page, store, 'products');
  await openAlive(page, '/admin/products?id=grade-cinema');
  const product = page.getByRole('dialog');
  await product.getByRole('tab', { name: 'Licença' }).click();
  await product.getByRole('checkbox', { name: 'Lote' }).check();
  await product.getByLabel('Preço do upgrade').fill('59,90');
  await product.getByRole('switch', { name: 'A chave nova substitui a antiga' }).click();
  await expectAccessible(page, 'the upgrade of a product');
  await product.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect(toast(page)).toContainText('Produto atualizado');

  const buyer = newBuyer();
  const former = await buy(client, { ...buyer, productId: 'lote' });
  const { activationKey } = (await client.get(`/api/payments/license/${former.id}`)).json<{ activationKey: string }>();
  const context = await browser.newContext({ viewport: page.viewportSize(), javaScriptEnabled: false });
  const visitor = await context.newPage();
  await visitor.goto(`${store.url}/plugins/grade-cinema`);
  await visitor.getByText('Já tem o Lote? R$ 59,90').click();
  await visitor.getByRole('link', { name: 'Ou escolha entre as suas compras' }).click();
  await visitor.getByLabel('Chave que você já tem').fill('LOTE-ERRADA');
  await visitor.getByLabel('E-mail da compra').fill(buyer.customerEmail);
  await visitor.getByRole('button', { name: 'Gerar Pix de R$ 59,90' }).click();
  await expect(visitor.getByRole('alert')).toHaveText(/^Não encontramos uma licença com direito a este preço/);
  await visitor.getByLabel('Chave que você já tem').fill(activationKey);
  await visitor.getByRole('button', { name: 'Gerar Pix de R$ 59,90' }).click();
  await visitor.waitForURL(/purchase\/success/);
  const { transactionId, totalAmount } = await readPurchase(client, purchaseIn(visitor));
  expect(totalAmount).toBe('R$ 59,90');
  await actAtSandbox(client, transactionId, 'pay');
  await visitor.reload();
  await expect(visitor.getByText('Grade Cinema (upgrade de Lote)').first()).toBeVisible();
  await context.close();

  await openAlive(page, '/plugins/grade-cinema');
  await page.getByText('Já tem o Lote? R$ 59,90').click();
  await expectAccessible(page, 'the door to an upgrade');
  await openAlive(page, '/plugins/grade-cinema/upgrade');
  await expectAccessible(page, 'the page of an upgrade');
});
