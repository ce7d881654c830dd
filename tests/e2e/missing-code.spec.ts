import { enter, passGate } from '../support/browser/back-office.ts';
import { expect, test } from '../support/browser/browser-fixture.ts';
import { openAlive, toast, waitUntilAlive } from '../support/browser/checkout.ts';
import { productDialog } from '../support/browser/product-screen.ts';

test.use({ readsOnly: true });

test.describe('a script that fails to load', () => {
  test.use({ provokes: /Failed to load resource|não pôde ser carregad[oa]|Falha na chamada/ });

  test('keeps a dialog closed with a retry, shows a spinner while it is only late, and costs the dashboard only its chart', async ({
    page,
    store,
  }) => {
    await test.step('a dialog', async () => {
      const code = '**/_astro/product-dialog.*.js';
      await passGate(page, store, 'products');
      await openAlive(page, '/admin/products');
      await page.route(code, (route) => route.abort());
      const add = page.getByRole('button', { name: 'Adicionar Produto' });
      const question = page.getByRole('alertdialog', { name: 'Não foi possível abrir esta janela' });
      await add.click();
      await expect(question).toHaveAccessibleDescription(/Confira sua conexão e recarregue a página\.$/);
      await question.getByRole('button', { name: 'Cancelar' }).click();
      await expect(question).toBeHidden();
      await expect(add).toBeFocused();

      await add.click();
      await page.unroute(code);
      const isReloaded = page.waitForEvent('load');
      await question.getByRole('button', { name: 'Recarregar página' }).click();
      await isReloaded;
      await waitUntilAlive(page);
      await expect(productDialog(page)).toHaveAccessibleName('Adicionar Novo Produto');
    });

    await test.step('a late dialog', async () => {
      await page.unrouteAll();
      const { promise: isBrought, resolve: bring } = Promise.withResolvers<void>();
      await page.route('**/_astro/coupon-dialog.*.js', async (route) => {
        await isBrought;
        await route.continue();
      });
      await enter(page, store);
      await openAlive(page, '/admin/promotions?novo=1');
      await expect(page.getByText('Abrindo...')).toBeVisible();
      bring();
      await expect(page.getByRole('dialog', { name: 'Adicionar Cupom' })).toBeVisible();
      await expect(page.getByText('Abrindo...')).toBeHidden();
    });

    await test.step('the chart', async () => {
      await page.unrouteAll();
      await page.route('**/_astro/sales-chart.*.js', (route) => route.abort());
      await enter(page, store);
      await openAlive(page, '/admin');
      const months = page.getByRole('region', { name: 'Vendas por mês' });
      await months.scrollIntoViewIfNeeded();
      await expect(months.getByText('O gráfico não chegou.')).toBeVisible();
      await expect(months.getByRole('row')).toHaveCount(13);
      await expect(page.getByRole('region', { name: 'Pedidos recentes' }).locator('tbody tr')).toHaveCount(10);
    });
  });

  test('does not delay an error message', async ({ page, store }) => {
    await page.route('**/_astro/toast-view.*.js', (route) => route.abort());
    await page.route('**/api/auth/login', (route) => route.fulfill({ status: 502, body: '' }));
    await openAlive(page, '/login');
    await page.getByLabel('Email').fill(store.admin.email);
    await page.getByLabel('Senha', { exact: true }).fill(store.admin.password);
    await page.getByRole('button', { name: 'Entrar' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Erro ao fazer login' });
    await expect(alert).toContainText('Falha no login');
    await expect(toast(page)).toHaveCount(0);
    await alert.getByRole('button', { name: 'Fechar aviso' }).click();
    await expect(alert).toBeHidden();
  });
});
