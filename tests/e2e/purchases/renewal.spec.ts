import { prolong } from '#src/domain/releases/update-terms.ts';
import { dayOf, dayText, formatDay, startOf } from '#src/wire/basics/dates.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { passGate } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { newBuyer, openAlive, purchaseIn, toast } from '../../support/browser/checkout.ts';
import { actAtSandbox, buy, readPurchase } from '../../support/purchases/buy.ts';
import { askForLink } from '../../support/purchases/buyers.ts';

test('an owner sells more months of updates, and a buyer renews from Minhas compras without a script', {
  tag: '@phone',
}, async ({ page, client, store, browser }) => {
  const ofMonths = { updatePolicy: 'months', updateMonths: 12 } as const;
  await store.database().updateTable('products').set(ofMonths).where('id', '=', 'lote').execute();
  await passGate(page, store, 'products');
  await openAlive(page, '/admin/products?id=lote');
  const product = page.getByRole('dialog');
  await product.getByRole('tab', { name: 'Licença' }).click();
  await product.getByLabel('Preço da renovação').fill('49,00');
  await expectAccessible(page, 'the price of a renewal');
  await product.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect(toast(page)).toContainText('Produto atualizado');

  const buyer = newBuyer();
  const { id } = await buy(client, { ...buyer, productId: 'lote' });
  const updatesUntil = dayOf(new Date(Date.now() + 3 * DAY_MS));
  await store.database().updateTable('purchaseItems').set({ updatesUntil }).where('id', '=', id).execute();
  const [context, { token }] = await Promise.all([
    browser.newContext({ viewport: page.viewportSize(), javaScriptEnabled: false }),
    askForLink(store, buyer.customerEmail),
  ]);
  const visitor = await context.newPage();
  await visitor.goto(`${store.url}/minhas-compras/entrar?t=${token}`);
  await visitor.getByRole('button', { name: 'Entrar' }).click();
  const card = visitor.getByRole('article', { name: /: Lote$/ });
  await expect(card).toContainText(`Atualizações até ${dayText(updatesUntil)}`);
  await card.getByRole('button', { name: 'Mais 12 meses por R$ 49,00' }).click();
  await visitor.waitForURL(/purchase\/success/);
  const renewal = purchaseIn(visitor);
  await visitor.goto(`${store.url}/minhas-compras`);
  await card.getByRole('link', { name: 'Pagar a renovação' }).click();
  expect(purchaseIn(visitor)).toBe(renewal);
  const { transactionId, totalAmount } = await readPurchase(client, renewal);
  expect(totalAmount).toBe('R$ 49,00');
  await actAtSandbox(client, transactionId, 'pay');
  await visitor.reload();
  const end = formatDay(startOf(prolong(updatesUntil, [{ paidOn: updatesUntil, months: 12 }])));
  await expect(visitor.getByText(`As versões novas chegam a você até ${end}.`)).toBeVisible();
  await expect(visitor.getByText('Lote: mais 12 meses de atualizações').first()).toBeVisible();
  await visitor.goto(`${store.url}/minhas-compras`);
  await expect(card).toContainText(`Atualizações até ${end}`);
  await expect(card.getByRole('button', { name: 'Mais 12 meses' })).toHaveCount(0);
  await context.close();
  await openAlive(page, `/purchase/success/${renewal}`);
  await expectAccessible(page, 'the page of a renewal');
});
