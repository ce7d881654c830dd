import { expect, test } from '../../support/browser/browser-fixture.ts';

test.use({ provokes: /Failed to load resource/ });

test('an unreadable catalog shows samples that nobody can buy', async ({ page, store }) => {
  const books = store.database();
  await books.schema.alterTable('products').renameTo('productsAway').execute();
  await store.restart();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Correção de Cor Profissional');
  await expect(page.locator('[data-card]')).toHaveCount(4);
  await expect(page.getByRole('button', { name: /^Indisponível/ })).toHaveCount(5);
  await expect(page.getByRole('link', { name: /^Comprar agora/ })).toHaveCount(0);
  for (const name of ['Correção de Cor', 'Motion Graphics', 'Efeitos Especiais', 'Animação de Texto']) {
    await expect(page.getByRole('radio', { name })).toBeAttached();
  }
  await expect(page.getByText(/erro|falha/i)).toHaveCount(0);

  const checkout = await page.goto('/checkout/lote');
  expect(checkout?.status()).toBeGreaterThanOrEqual(500);
  await expect(page.getByRole('heading', { name: 'Não foi possível carregar o produto...' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Tentar novamente' })).toBeVisible();
  await page.goto('/');

  await books.schema.alterTable('productsAway').renameTo('products').execute();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Grade Cinema');
});
