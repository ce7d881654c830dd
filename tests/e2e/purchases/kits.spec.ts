import { expectAccessible } from '../../support/browser/axe.ts';
import { passGate } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { fillIn, newBuyer, openAlive, payButton, purchaseIn, toast } from '../../support/browser/checkout.ts';
import { chooseIn, productDialog, productField, readProducts } from '../../support/browser/product-screen.ts';
import { buy } from '../../support/purchases/buy.ts';
import { askForLink } from '../../support/purchases/buyers.ts';

test('an owner makes a kit of two plugins, and a buyer pays it with a coupon and an offer and gets all', {
  tag: '@phone',
}, async ({ page, store, client, browser }) => {
  const name = 'Kit Primeiro Corte';
  await passGate(page, store, 'products');
  await openAlive(page, '/admin/products?novo=1');
  await chooseIn(page, 'Tipo', 'Kit de plugins');
  await productField(page, 'Nome').fill(name);
  await productField(page, 'Descrição').fill('Dois plugins em um Pix.');
  await chooseIn(page, 'Status', 'Ativo');
  await productField(page, 'Preço').fill('200');
  await productDialog(page).getByRole('button', { name: 'Criar produto' }).click();
  await expect(productDialog(page).getByText('Escolha de 2 a 20 plugins para o kit.')).toBeVisible();
  await chooseIn(page, 'Adicionar plugin', 'Grade Cinema · R$ 189,90');
  await chooseIn(page, 'Adicionar plugin', 'Lote · R$ 49,90');
  await expect(productDialog(page).getByText(/^Separados custam R\$ 239,80/)).toBeVisible();
  await productDialog(page).getByRole('button', { name: 'Subir Lote' }).click();
  await expect(productDialog(page).getByRole('list', { name: 'Plugins do kit' })).toHaveText(/Lote.*Grade Cinema/);
  await expectAccessible(page, 'form of a kit');
  await productDialog(page).getByRole('button', { name: 'Criar produto' }).click();
  await expect(toast(page)).toContainText('Produto criado');
  await expect(productDialog(page).getByRole('tab')).toHaveText(['Dados', 'Página', 'Compatibilidade']);
  const [kit] = await readProducts(page, name);
  const offer = { offeredProductId: 'onda-audio', price: '20,00', headline: '', text: '', isActive: true };
  const offered = await page.request.post('/api/admin/offers', { data: { productId: kit?.id, ...offer } });
  expect(offered.status()).toBe(201);

  const elsewhere = await browser.newContext({ viewport: page.viewportSize(), locale: 'pt-BR' });
  const visitor = await elsewhere.newPage();
  await visitor.goto(`${store.url}/plugins/${kit?.slug}`);
  const parts = visitor.getByRole('region', { name: 'O que vem no kit' });
  await expect(parts.getByRole('heading', { level: 3 })).toContainText(['Lote', 'Grade Cinema']);
  await expect(parts.getByText('− R$ 39,80')).toBeVisible();
  await expect(visitor.getByText('Vale R$ 239,80 separado, você leva por')).toBeVisible();
  await expect(parts.getByRole('link', { name: /^Ver o plugin ?: Lote$/ })).toHaveAttribute('href', '/plugins/lote');
  await expectAccessible(visitor, 'page of a kit');

  await visitor.getByRole('link', { name: /^Comprar o kit/ }).click();
  await openAlive(visitor, `${visitor.url()}?cupom=EDITA10`);
  await expect(visitor.getByText('Licença vitalícia · 2 chaves: Lote e Grade Cinema').first()).toBeAttached();
  await expect(payButton(visitor)).toContainText('R$ 180,00');
  await visitor.getByRole('checkbox', { name: /^Leve também Onda Áudio por R\$ 20,00/ }).press(' ');
  await expect(payButton(visitor)).toContainText('R$ 200,00');
  const buyer = newBuyer();
  await fillIn(visitor, buyer);
  await payButton(visitor).click();
  await expect(visitor.getByRole('heading', { name: 'Pague R$ 200,00 com Pix' })).toBeVisible();
  await openAlive(visitor, visitor.url());
  await visitor.getByRole('button', { name: 'Simular pagamento' }).click();
  for (const plugin of ['Lote', 'Grade Cinema', 'Onda Áudio']) {
    await expect(visitor.getByRole('heading', { name: `Chave de ativação de ${plugin}` })).toBeVisible();
    await expect(visitor.getByRole('heading', { name: `Download de ${plugin}` })).toBeVisible();
  }
  await openAlive(visitor, visitor.url());
  await expect(visitor.getByRole('definition').filter({ hasText: name })).toHaveCount(1);
  await expect(visitor.getByRole('definition').filter({ hasText: 'Lote e Grade Cinema' })).toHaveCount(1);
  const id = purchaseIn(visitor);

  await test.step('one card in the room of the buyer, and one product with its parts for the owner', async () => {
    const { code } = await askForLink(store, buyer.customerEmail);
    await visitor.request.post(`${store.url}/api/buyer/session`, { data: { email: buyer.customerEmail, code } });
    await visitor.goto(`${store.url}/minhas-compras`);
    await expect(visitor.getByRole('heading', { level: 2, name })).toBeVisible();
    for (const plugin of ['Lote', 'Grade Cinema']) {
      await expect(visitor.getByRole('heading', { level: 3, name: plugin, exact: true })).toBeVisible();
      await expect(visitor.getByRole('region', { name: `Chave de ${plugin}` })).toBeVisible();
    }
    await expectAccessible(visitor, 'a kit in Minhas compras');
    await openAlive(page, `/admin/sales?id=${id}`);
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByRole('definition').filter({ hasText: name })).toHaveCount(1);
    await expect(drawer.getByRole('definition').filter({ hasText: 'Lote e Grade Cinema' })).toHaveCount(1);
    await expect(drawer.getByRole('img', { name: 'Chave oculta' })).toHaveCount(3);
  });
  await test.step('who has one of them completes the kit, and is charged what is left', async () => {
    await visitor.context().clearCookies();
    const owner = newBuyer();
    await buy(client, { ...owner, productId: 'lote' });
    const { code } = await askForLink(store, owner.customerEmail);
    await visitor.request.post(`${store.url}/api/buyer/session`, { data: { email: owner.customerEmail, code } });
    await visitor.goto(`${store.url}/minhas-compras`);
    const kits = visitor.getByRole('region', { name: 'Complete o kit' });
    await expect(kits.getByText('Falta Grade Cinema.')).toBeVisible();
    await expect(kits.getByText('R$ 158,38')).toBeVisible();
    await expectAccessible(visitor, 'a kit to complete');
    await kits.getByRole('button', { name: /^Completar o kit/ }).click();
    await expect(visitor).toHaveURL(/\/purchase\/success\//);
    await expect(visitor.getByText('R$ 158,38').first()).toBeVisible();
  });
  await elsewhere.close();
});
