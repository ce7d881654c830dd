import { expectAccessible } from '../../support/browser/axe.ts';
import { enter, passGate } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive } from '../../support/browser/checkout.ts';
import { openProducts, productDialog } from '../../support/browser/product-screen.ts';

// Each screen of a shop that has just been opened says what to do next.
test.use({ settings: { DEMO_DATA: 'false' } });

test.beforeEach(({ page, store }) => enter(page, store));

test('each empty screen links to what comes first', async ({ page, store }) => {
  await test.step('products', async () => {
    await passGate(page, store, 'products');
    await openProducts(page);
    await expect(page.getByText('Nenhum produto encontrado.')).toBeVisible();
    await expectAccessible(page, 'no products');
    await page.getByRole('button', { name: 'Adicionar Produto' }).last().click();
    await expect(productDialog(page)).toBeVisible();
  });

  await test.step('coupons', async () => {
    await openAlive(page, '/admin/promotions');
    await expect(page.getByText('Nenhum cupom encontrado...')).toBeVisible();
    await page.getByRole('button', { name: 'Adicionar Cupom' }).last().click();
    await expect(page.getByRole('dialog', { name: 'Adicionar Cupom' })).toBeVisible();
  });

  await test.step('customers', async () => {
    await openAlive(page, '/admin/customers');
    await expect(page.getByText('Nenhum cliente ainda')).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Visitar Loja' })).toBeVisible();
    await expectAccessible(page, 'a shop without customers');
  });

  await test.step('statistics', async () => {
    await openAlive(page, '/admin/analytics');
    await expect(page.getByText('As vendas de cada mês aparecem aqui a partir da primeira.')).toBeVisible();
    await expect(page.getByText('Nenhum produto ainda')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Ir para Produtos' })).toHaveAttribute('href', '/admin/products-auth');
    await expectAccessible(page, 'statistics of an empty shop');
  });
});
