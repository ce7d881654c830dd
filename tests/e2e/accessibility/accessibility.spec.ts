import type { Locator } from '@playwright/test';
import { expectAccessible } from '../../support/browser/axe.ts';
import { enter, passGate } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { fillIn, openAlive, orderPix, payButton } from '../../support/browser/checkout.ts';
import { rowMenu } from '../../support/browser/row-menu.ts';
import { holdCalls } from '../../support/calls/calls.ts';

// Each of these walks ends only if no console error and no violation of the content security policy came up beside axe.
test('the storefront with menus, empty search and player is accessible', { tag: '@every-size' }, async ({ page }) => {
  await page.goto('/');
  await expectAccessible(page, 'storefront');
  await page.getByRole('button', { name: /^Tema/ }).click();
  await expectAccessible(page, 'theme menu');
  await page.keyboard.press('Escape');
  await page.getByPlaceholder('Buscar produtos...').fill('nada disso');
  await expect(page.getByText('Nenhum produto encontrado. Tente mudar os filtros.')).toBeVisible();
  await expectAccessible(page, 'empty search');
  await page.getByRole('button', { name: /^Assistir/ }).click();
  await expect(page.locator('video')).toBeVisible();
  await expectAccessible(page, 'player');
  await page.goto('/editores/resolve');
  await expectAccessible(page, 'page of an editor');
});

test('the checkout is accessible from the form to the end of a Pix', async ({ page }) => {
  await openAlive(page, '/checkout/grade-cinema');
  await page.getByText('Tem um cupom?').click();
  await page.getByLabel('Código do cupom').fill('naoexiste');
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText(/^Cupom inválido/)).toBeVisible();
  await page.getByLabel('Código do cupom').fill('');
  await fillIn(page, { customerName: 'Jo', customerEmail: 'ana@' });
  await payButton(page).click();
  await expect(page.getByText('Email inválido')).toBeVisible();
  await expectAccessible(page, 'form with errors');
  await page.getByLabel('Código do cupom').fill('EDITA10');
  await page.getByLabel('Código do cupom').press('Enter');
  await expect(page.getByRole('button', { name: 'Remover cupom' })).toBeVisible();
  await page.getByLabel('E-mail').fill('ana@gmial.com');
  await page.getByLabel('E-mail').blur();
  await expect(page.getByText('Você quis dizer')).toBeVisible();
  await expectAccessible(page, 'form with coupon and suggestion');

  await orderPix(page, 'lote');
  await page.getByRole('button', { name: 'Já paguei, verificar pagamento' }).click();
  await expect(page.getByText('Pagamento pendente.')).toBeVisible();
  await expectAccessible(page, 'PIX step before the money');
  await page.getByText('Outros resultados').click();
  await page.getByRole('button', { name: 'Simular expiração' }).click();
  await expect(page.getByText('Este código expirou')).toBeVisible();
  await expectAccessible(page, 'expired code');
});

test.describe('the checkout', () => {
  test.use({ provokes: /Failed to load resource|Falha na chamada/ });

  test('is accessible while it waits for the bank, and when it fails', async ({ page }) => {
    const response = await holdCalls(page, '**/api/payments/create');
    await openAlive(page, '/checkout/lote');
    await fillIn(page, { customerName: 'Ana Conceição', customerEmail: 'ana@exemplo.com.br' });
    await payButton(page).click();
    await expect(page.getByText('Falando com o banco. Leva só alguns segundos.')).toBeVisible();
    await expectAccessible(page, 'processing');
    response('abort');
    await expect(page.getByRole('button', { name: 'Tentar Novamente' })).toBeVisible();
    await expectAccessible(page, 'error step');
  });
});

test('animations stop with prefers-reduced-motion', async ({ page }) => {
  await orderPix(page, 'lote');
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test.describe('in forced colors', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } });

  test('pressed and selected states are visible', async ({ page, store }) => {
    await enter(page, store);
    await openAlive(page, '/admin/promotions');
    await page.getByRole('button', { name: 'Adicionar Cupom' }).click();
    const toggle = page.getByRole('switch');
    await expectApart(toggle.locator('xpath=following-sibling::span'), toggle);
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Status' }).click();
    await expectOneApart(page.getByRole('option'));
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+k');
    await expectOneApart(page.getByRole('option'));
  });
});

test.describe('the not-found page', () => {
  test.use({ provokes: /status of 404/ });

  test('is accessible in the store’s layout', async ({ page, store }) => {
    for (const path of ['/nada-aqui', '/checkout/nada', `/purchase/success/${'0'.repeat(32)}`]) {
      expect((await page.goto(path))?.status(), path).toBe(404);
    }
    await expect(page.getByRole('heading', { name: 'Compra não encontrada' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Voltar para a loja' })).toBeVisible();
    await expectAccessible(page, 'an unknown purchase');
    await enter(page, store);
    expect((await page.goto('/admin/nada'))?.status()).toBe(404);
    await expect(page.getByText('Carregando...')).toBeHidden();
    await expectAccessible(page, 'back-office');
  });
});

test.describe('the not-found page in a browser without Portuguese', () => {
  test.use({ locale: 'en-US', provokes: /status of 404/ });

  test('also speaks English', async ({ page }) => {
    await page.goto('/nada-aqui');
    await expect(page.getByText('404 Page Not Found')).toBeVisible();
    await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
    await expectAccessible(page, 'an unknown page in English');
    const headers = { 'accept-language': 'pt-BR,pt;q=0.9,en;q=0.8' };
    expect(await (await page.request.get('/nada-aqui', { headers })).text()).not.toContain('404 Page Not Found');
  });
});

test('the legal pages are accessible', async ({ page }) => {
  for (const path of ['/privacidade', '/direito-de-arrependimento']) {
    await page.goto(path);
    await expectAccessible(page, path);
  }
});

test('the login with errors, and the dashboard with chart and menu, are accessible', { tag: '@every-size' }, async ({
  page,
  store,
  isMobile,
}) => {
  await openAlive(page, '/login');
  await expectAccessible(page, 'login');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByText('A senha deve ter pelo menos 6 caracteres.')).toBeVisible();
  await expectAccessible(page, 'login with errors');

  await enter(page, store);
  await openAlive(page, '/admin');
  await page.getByRole('heading', { name: 'Vendas por mês' }).scrollIntoViewIfNeeded();
  await expect(page.locator('.apexcharts-bar-area')).toHaveCount(12);
  await expectAccessible(page, 'dashboard');
  if (isMobile) {
    await page.getByRole('button', { name: 'Abrir menu' }).click();
    await expectAccessible(page, 'menu of the back-office');
  }
});

test('what floats over a screen is accessible: menus, the palette and dialogs', {
  tag: '@every-size',
}, async ({ page, store }) => {
  await passGate(page, store, 'products');
  await openAlive(page, '/admin/promotions');
  await rowMenu(page, 'EDITA10').click();
  await expect(page.getByRole('menuitem', { name: 'Editar' })).toBeVisible();
  await expectAccessible(page, 'open menu of a row');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
  await expectAccessible(page, 'open palette');

  await openAlive(page, '/admin/products?abrir=grade-cinema');
  const dialog = page.getByRole('dialog', { name: 'Editar Produto' });
  await dialog.getByRole('tab', { name: 'Versões' }).click();
  await rowMenu(page, /^Ações da versão|^Ações de/)
    .last()
    .click();
  const menu = page.getByRole('menu');
  await expect(menu).toBeInViewport({ ratio: 1 });
  await expectAccessible(page, 'open menu of a dialog');
});

test('an open list of choices is accessible, on a screen and in a dialog, and hides nothing of the page', async ({
  page,
  store,
}) => {
  await passGate(page, store, 'products');
  const options = page.getByRole('option');
  await openAlive(page, '/admin/sales');
  await page.getByRole('combobox', { name: 'Status' }).click();
  await expect(options.first()).toBeVisible();
  await expectAccessible(page, 'open list');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vendas');
  await page.keyboard.press('Escape');
  await expect(options).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Status' })).toBeFocused();

  await openAlive(page, '/admin/products?abrir=grade-cinema');
  const dialog = page.getByRole('dialog', { name: 'Editar Produto' });
  await dialog.getByRole('combobox', { name: 'Categoria' }).click();
  await expect(options.first()).toBeVisible();
  await expectAccessible(page, 'open list in a dialog');
  await expect(page.getByRole('heading', { level: 1 }), 'the dialog still hides its page').toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(options).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gerenciamento de Produtos');
});

/** The first of several looks unlike the second. */
async function expectOneApart(options: Locator): Promise<void> {
  await expect(options.nth(1)).toBeVisible();
  await expectApart(options.first(), options.nth(1));
}

/** The chosen one is marked a moment after it is there. */
async function expectApart(one: Locator, other: Locator): Promise<void> {
  await expect.poll(async () => (await background(one)) !== (await background(other))).toBe(true);
}

function background(element: Locator): Promise<string> {
  return element.evaluate((styled) => getComputedStyle(styled).backgroundColor);
}
