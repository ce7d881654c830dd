import { expectAccessible } from '../../support/browser/axe.ts';
import { enter, passGate, rememberGate } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { reloadAlive } from '../../support/browser/checkout.ts';
import { chooseIn, listStatus, makeProduct, openProducts, productRow } from '../../support/browser/product-screen.ts';
import { holdCalls } from '../../support/calls/calls.ts';

test.describe('the list of products', () => {
  test.beforeEach(({ page, store }) => passGate(page, store, 'products'));

  test('shows, pages, sorts and searches, and keeps the state in the address', async ({ page }) => {
    await openProducts(page);
    await expect(page.getByText('Adicione, edite ou remova produtos da plataforma.')).toBeVisible();
    await expect(listStatus(page)).toHaveText(/^Mostrando 1 a 10 de \d+ produtos$/);
    await expectAccessible(page, 'products');
    await page.getByRole('button', { name: 'Página 2' }).click();
    await expect(listStatus(page)).toHaveText(/^Mostrando 11 a /);
    await expect(page).toHaveURL(/page=2/);

    await chooseIn(page, 'Ordenar por', 'Preço');
    await expect(page).toHaveURL(/sort=price/);
    await page.getByRole('button', { name: 'Mudar para ordem crescente' }).click();
    await expect(page).toHaveURL(/sort=price&order=asc$/);
    await expect(page.getByRole('row').filter({ hasText: 'R$' }).first()).toContainText('R$ 39,90');
    await page.goBack();
    await expect(page).toHaveURL(/sort=price&order=desc$/);

    await page.getByPlaceholder('Buscar produtos...').fill('CORRECAO');
    await expect(page).toHaveURL(/q=CORRECAO/);
    await expect(productRow(page, 'Grade Cinema')).toBeVisible();
    await expect(productRow(page, 'Onda Áudio')).toBeHidden();
    await reloadAlive(page);
    await expect(page.getByPlaceholder('Buscar produtos...')).toHaveValue('CORRECAO');
    await page.getByRole('button', { name: 'Limpar busca' }).click();
    await expect(listStatus(page)).toHaveText(/^Mostrando 1 a 10/);

    await page.getByPlaceholder('Buscar produtos...').fill('nada disso existe');
    await expect(page.getByText('Nenhum produto encontrado.')).toBeVisible();
    await expectAccessible(page, 'empty search');
    await page.getByRole('button', { name: 'Limpar busca' }).last().click();
    await expect(productRow(page, 'Grade Cinema').or(listStatus(page)).first()).toBeVisible();
  });

  test('says what a product lacks: keys, a description, its picture', async ({ page, store }) => {
    const [keyless, wordless, broken] = ['Falta Chave', 'Falta Palavra', 'Falta Imagem'];
    const [first, second] = [await makeProduct(page, { name: keyless }), await makeProduct(page, { name: wordless })];
    const third = await makeProduct(page, { name: broken, image: '/uploads/nao-ha.webp' });
    const keys = { productId: first.id, keys: `${keyless} 1\n${keyless} 2` };
    expect((await page.request.post('/api/admin/activation-keys/bulk', { data: keys })).status()).toBe(201);
    await store.database().updateTable('products').set({ description: '' }).where('id', '=', second.id).execute();
    // The picture that is missing is meant to be: its 404 in the console is no fault of the page.
    await page.route('**/uploads/nao-ha.webp', (route) => route.fulfill({ body: 'x', contentType: 'image/webp' }));
    await openProducts(page, '?q=Falta');
    const warning = productRow(page, keyless).getByRole('link', { name: `Restam 2. Ver as chaves de ${keyless}` });
    await expect(warning).toHaveAttribute('href', `/admin/activation-keys?productId=${first.id}`);
    await expect(productRow(page, wordless)).toContainText('Sem descrição');
    await expect(productRow(page, broken).locator('img')).toHaveAttribute('src', '/demo/sem-imagem.svg');
    await expect(productRow(page, broken).getByAltText('Sem Imagem')).toBeVisible();
    await page.request.put(`/api/admin/products/${third.id}`, { data: { image: '' } });
    await reloadAlive(page);
    await expect(productRow(page, broken).locator('img')).toHaveCount(0);
  });
});

test.describe('the list of products', () => {
  test.use({ provokes: /Failed to load resource|Falha na chamada/ });
  test.beforeEach(async ({ page, store }) => {
    await enter(page, store);
    await rememberGate(page, store, 'products');
  });

  test('shows its skeleton, then an error with a retry', async ({ page }) => {
    const response = await holdCalls(page, '**/api/admin/products?*');
    await page.goto('/admin/products');
    await expect(page.getByText('Carregando produtos...')).toBeVisible();
    response('abort');
    await expect(page.getByText('Não foi possível carregar os produtos.')).toBeVisible();
    await expectAccessible(page, 'failed list');
    await page.unroute('**/api/admin/products?*');
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(listStatus(page)).toBeVisible();
  });
});
