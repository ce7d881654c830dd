import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/axe.ts';
import { passGate } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { fillIn, newBuyer, openAlive, payButton, pixText, purchaseIn, toast } from '../../support/browser/checkout.ts';
import { askForLink } from '../../support/purchases/buyers.ts';

test('an owner sells several licenses at once, and a buyer takes three with a coupon', async ({
  page,
  store,
  browser,
}) => {
  await passGate(page, store, 'products');
  await openAlive(page, '/admin/products?id=lote');
  const product = page.getByRole('dialog');
  await product.getByRole('tab', { name: 'Licença' }).click();
  await product.getByRole('switch', { name: 'Permitir várias licenças por compra' }).click();
  await product.getByLabel('Desconto por quantidade').fill('5:10');
  await product.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect(toast(page)).toContainText('Produto atualizado');

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'pt-BR' });
  const visitor = await phone.newPage();
  await visitor.goto(`${store.url}/plugins/lote`);
  await test.step('chosen on the page of the product, by the keyboard, and never less than one', async () => {
    const [number, buy] = [visitor.getByLabel('Licenças', { exact: true }), visitor.locator('#comprar [type=submit]')];
    await visitor.getByRole('button', { name: 'Uma licença a menos' }).press('Enter');
    await expect(number).toHaveValue('1');
    await number.fill('11');
    await expect(buy).toHaveText(/^\s*Comprar agora/);
    await number.fill('5');
    await expect(buy).toHaveAccessibleName('Comprar 5 por R$ 224,55 : Lote');
    await expect(visitor.getByText('5+ −10%')).toBeVisible();
    await expect(visitor.getByRole('link', { name: /^fale com a gente/ })).toBeVisible();
    await expectAccessible(visitor, 'several licenses on the page of the product');
    await visitor.locator('footer').scrollIntoViewIfNeeded();
    await expect(visitor.locator('[data-buy-bar]')).toHaveText(/5 licenças\s+R\$ 224,55/, { useInnerText: true });
    for (let presses = 0; presses < 4; presses += 1) {
      await visitor.getByRole('button', { name: 'Uma licença a menos' }).press('Enter');
    }
    await more(visitor).press(' ');
    await number.press('Enter');
    await expect(visitor).toHaveURL(/\/checkout\/lote\?licencas=2$/);
  });
  await openAlive(visitor, visitor.url());
  await test.step('and again in the checkout', async () => {
    await expect(payButton(visitor)).toContainText('R$ 99,80');
    await more(visitor).press(' ');
    await expect(payButton(visitor)).toContainText('R$ 149,70');
    await expect(licenses(visitor)).toHaveText('3');
    await expectAccessible(visitor, 'several licenses');
  });

  await test.step('the number survives a reload, and the coupon counts for all', async () => {
    await openAlive(visitor, visitor.url());
    await expect(licenses(visitor)).toHaveText('3');
    await visitor.getByText('Tem um cupom?').click();
    await visitor.getByLabel('Código do cupom').fill('edita10');
    await visitor.getByLabel('Código do cupom').press('Enter');
    await expect(payButton(visitor)).toContainText('R$ 134,73');
    // From five on each costs 10 % less.
    for (const total of ['R$ 179,64', 'R$ 202,09']) {
      await more(visitor).click();
      await expect(payButton(visitor)).toContainText(total);
    }
    await expect(visitor.getByText('De 5 licenças em diante, 10% a menos em cada.')).toBeVisible();
    await expect(visitor.getByRole('link', { name: /^fale com a gente/ })).toBeVisible();
    for (const total of ['R$ 179,64', 'R$ 134,73']) {
      await visitor.getByRole('button', { name: 'Uma licença a menos' }).click();
      await expect(payButton(visitor)).toContainText(total);
    }
  });

  const buyer = newBuyer();
  await fillIn(visitor, buyer);
  await expect(payButton(visitor)).toContainText('R$ 134,73');
  await payButton(visitor).click();
  await expect(visitor.getByRole('heading', { name: 'Pague R$ 134,73 com Pix' })).toBeVisible();
  await openAlive(visitor, visitor.url());
  await expect(pixText(visitor)).toBeVisible();
  await visitor.getByRole('button', { name: 'Simular pagamento' }).click();
  await expectThreeKeys(visitor);
  await openAlive(visitor, visitor.url());
  await expectThreeKeys(visitor);
  await expect(visitor.getByText('Lote × 3', { exact: true })).toBeVisible();
  const id = purchaseIn(visitor);

  await test.step('one group in the room of the buyer and for the owner', async () => {
    const { code } = await askForLink(store, buyer.customerEmail);
    await visitor.request.post(`${store.url}/api/buyer/session`, { data: { email: buyer.customerEmail, code } });
    await visitor.goto(`${store.url}/minhas-compras`);
    await expect(visitor.getByRole('heading', { level: 2, name: 'Lote × 3' })).toBeVisible();
    await expect(visitor.getByRole('region', { name: /^Chave de Lote, chave \d de 3$/ })).toHaveCount(3);
    await expect(visitor.getByRole('link', { name: /^Baixar/ })).toHaveCount(1);
    await expectAccessible(visitor, 'three licenses in Minhas compras');
    await openAlive(page, `/admin/sales?id=${id}`);
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByRole('definition').filter({ hasText: 'Lote × 3' })).toHaveCount(1);
    await expect(drawer.getByRole('img', { name: 'Chave oculta' })).toHaveCount(3);
  });
  await phone.close();
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false, provokes: /status of 4\d\d/ });

  test('the buttons are parts of the form, and a number that nobody offers is refused', async ({ page }) => {
    await page.goto('/checkout/grade-cinema?licencas=40');
    await expect(page.getByRole('alert')).toHaveText('Escolha de 1 a 10 licenças.');
    await expect(licenses(page)).toHaveText('1');
    await fillIn(page, newBuyer());
    await more(page).click();
    await expect(licenses(page)).toHaveText('2');
    await expect(page.getByLabel('Nome completo')).toHaveValue('Ana Conceição');
    await payButton(page).click();
    await expect(page.getByRole('heading', { name: 'Pague R$ 379,80 com Pix' })).toBeVisible();
  });
});

function more(page: Page) {
  return page.getByRole('button', { name: 'Uma licença a mais' });
}

function licenses(page: Page) {
  return page.getByRole('group', { name: 'Quantas licenças?' }).getByRole('status');
}

async function expectThreeKeys(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Chaves de ativação' })).toBeVisible();
  const keys = page.getByRole('textbox', { name: /^Chaves de ativação \d de 3$/ });
  await expect(keys).toHaveCount(3);
  const values = await Promise.all([0, 1, 2].map((at) => keys.nth(at).inputValue()));
  expect(new Set(values).size).toBe(3);
  await expect(page.getByRole('heading', { name: 'Download' })).toHaveCount(1);
}
