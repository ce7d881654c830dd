import type { FrameLocator, Page } from '@playwright/test';
import { expectAccessible, expectFrameAccessible } from '../../support/browser/axe.ts';
import { passGate } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive } from '../../support/browser/checkout.ts';
import { tabTo } from '../../support/browser/keyboard.ts';
import { makeProduct, photograph, productDialog, productField } from '../../support/browser/product-screen.ts';

test.beforeEach(async ({ page, store }) => {
  await passGate(page, store, 'products');
});

const MARKUP = `z"z'</script></style><img src=x onerror="top.attacked = true"><b>forte</b>`;
const card = (page: Page) => page.frameLocator('iframe[title="Prévia: Cartão na loja"]');
const shownPage = (page: Page) => page.frameLocator('iframe[title="Prévia: Página do produto"]');
const html = (frame: FrameLocator) => frame.locator('html');
const isAttacked = (page: Page) => page.evaluate(() => 'attacked' in window);

test('the card is shown as it is typed, as visitors will see it', async ({ page }) => {
  await openAlive(page, '/admin/products?novo=1');
  await expect(card(page).getByRole('heading')).toHaveText('Plugin sem nome');
  const { height } = (await productDialog(page).boundingBox()) ?? { height: 0 };
  await productField(page, 'Nome').fill('Pele Natural');
  await productField(page, 'Descrição').fill(MARKUP);
  await productField(page, 'Preço').fill('49,9');
  await expect(card(page).getByRole('heading')).toHaveText('Pele Natural');
  await expect(card(page).getByText('R$ 49,90')).toBeVisible();
  await expect(card(page).getByText(MARKUP)).toBeVisible();
  await expect(card(page).getByText('Comprar agora')).toBeVisible();
  expect((await productDialog(page).boundingBox())?.height).toBe(height);

  await productField(page, 'Escolher imagem').setInputFiles(await photograph(1_600, 900));
  await expect(card(page).locator('img').first()).toHaveAttribute('src', /^blob:/);
  await expect
    .poll(() =>
      card(page)
        .locator('img')
        .first()
        .evaluate((picture) => (picture instanceof HTMLImageElement ? picture.naturalWidth : 0)),
    )
    .toBeGreaterThan(0);
  expect(await isAttacked(page)).toBe(false);

  const widthOfCard = () =>
    card(page)
      .locator('[data-card]')
      .evaluate((element) => element.clientWidth);
  const onDesktop = await widthOfCard();
  await productDialog(page).getByText('Celular').click();
  await expect.poll(widthOfCard).toBeGreaterThan(onDesktop);
  await expectFrameAccessible(page, 'Prévia: Cartão na loja');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(html(card(page))).toHaveClass(/\bdark\b/);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(html(card(page))).toHaveClass(/\blight\b/);
});

test('the page is shown with what is typed in all its tabs, and nothing in it acts', async ({ page }) => {
  const { id } = await makeProduct(page, { name: 'Página Viva', description: 'Uma descrição.', status: 'Inativo' });
  await openAlive(page, `/admin/products?id=${id}`);
  await productField(page, 'Nome').fill('Página Nova');
  await productDialog(page).getByRole('tab', { name: 'Página' }).click();
  await productField(page, 'Frase de apresentação').fill(MARKUP);
  await productField(page, 'O que faz').fill('### Um título\n\n<img src=x onerror="top.attacked = true"> e **isto**');
  await expect(shownPage(page).getByRole('heading', { level: 1 })).toHaveText('Página Nova');
  await expect(shownPage(page).getByText(MARKUP)).toBeVisible();
  await expect(shownPage(page).getByRole('heading', { name: 'Um título' })).toBeVisible();
  expect(await isAttacked(page)).toBe(false);
  await expect(shownPage(page).locator('a[href], script, noscript')).toHaveCount(0);
  await expectFrameAccessible(page, 'Prévia: Página do produto');

  const room = productDialog(page).getByRole('group', { name: 'Prévia: Página do produto' });
  const scrolled = () => room.evaluate((element) => element.scrollTop);
  await productDialog(page).getByText('Celular').click();
  await room.evaluate((element) => element.scrollTo({ top: 200, behavior: 'instant' }));
  await expect.poll(scrolled).toBe(200);
  await productField(page, 'Frase de apresentação').fill('Outra frase');
  await expect(shownPage(page).getByText('Outra frase')).toBeVisible();
  expect(await scrolled()).toBe(200);

  await productDialog(page).getByRole('tab', { name: 'Compatibilidade' }).click();
  await productDialog(page).getByLabel('Placa de vídeo').fill('4 GB de memória');
  await expect(shownPage(page).getByText('4 GB de memória')).toBeVisible();
  await tabTo(page, room);
  await page.keyboard.press('End');
  await expect.poll(scrolled).toBeGreaterThan(300);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog', { name: 'Descartar as alterações?' })).toBeVisible();
});

test.describe('without a line', () => {
  test.use({ provokes: /Failed to load resource|ERR_INTERNET_DISCONNECTED/ });

  test('the preview says so, keeps what it had, and comes back', async ({ page, context }) => {
    await openAlive(page, '/admin/products?novo=1');
    await expect(card(page).getByRole('heading')).toHaveText('Plugin sem nome');
    await context.setOffline(true);
    await productField(page, 'Nome').fill('Longe');
    await expect(productDialog(page).getByText('A prévia não chegou.')).toBeVisible();
    await expect(card(page).getByRole('heading')).toHaveText('Plugin sem nome');
    await context.setOffline(false);
    await productDialog(page).getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(card(page).getByRole('heading')).toHaveText('Longe');
    await expect(productDialog(page).getByText('A prévia não chegou.')).toBeHidden();
  });
});

test('on a phone the preview opens behind a button', { tag: '@phone' }, async ({ page }) => {
  await openAlive(page, '/admin/products?novo=1');
  await productField(page, 'Nome').fill('De Bolso');
  await expect(page.locator('iframe')).toHaveCount(0);
  const button = productDialog(page).getByRole('button', { name: 'Ver como fica' });
  await button.click();
  const preview = page.getByRole('dialog', { name: 'Como fica' });
  await expect(card(page).getByRole('heading')).toHaveText('De Bolso');
  await expect(preview.getByRole('radio', { name: 'Celular' })).toBeChecked();
  await expectAccessible(page, 'preview on a phone');
  await preview.getByRole('button', { name: 'Fechar' }).click();
  await expect(preview).toBeHidden();
  await expect(button).toBeFocused();
  await expect(productField(page, 'Nome')).toHaveValue('De Bolso');
});
