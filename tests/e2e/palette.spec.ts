import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/axe.ts';
import { enter } from '../support/browser/back-office.ts';
import { expect, test } from '../support/browser/browser-fixture.ts';
import { newBuyer, openAlive, toast, waitUntilAlive } from '../support/browser/checkout.ts';
import { holdCalls } from '../support/calls/calls.ts';
import { buy } from '../support/purchases/buy.ts';

test.use({ readsOnly: true });

test.beforeEach(({ page, store }) => enter(page, store));

test('opens by shortcut, sidebar and phone bar, and returns the focus', {
  tag: '@every-size',
}, async ({ page, isMobile }) => {
  await openAlive(page, '/admin/settings');
  const opener = isMobile
    ? page.getByRole('banner').getByRole('button', { name: 'Buscar ou ir para' })
    : page.getByRole('complementary').getByRole('button', { name: 'Buscar ou ir para...' });
  await opener.click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await expect(opener).toBeFocused();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(field(page)).toBeFocused();
  await palette(page).getByRole('button', { name: 'Fechar' }).click();
  await expect(palette(page)).toBeHidden();
});

test('opens screens and starts the most frequent actions by keyboard alone', async ({ page }) => {
  await test.step('a screen', async () => {
    await openAlive(page, '/admin');
    await page.keyboard.press('ControlOrMeta+k');
    await expect(field(page)).toBeFocused();
    await expect(page.getByRole('option')).toContainText(['Novo produto', 'Adicionar chaves', 'Novo cupom']);
    await page.keyboard.type('ESTATIST');
    await expect(page.getByRole('option', { name: 'Estatísticas' })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/admin\/analytics$/);
  });

  await test.step('a card of the settings', async () => {
    await openAlive(page, '/admin');
    await search(page, 'cnpj');
    await expect(group(page, 'Configurações').getByRole('option')).toHaveText(/Loja.*CPF ou CNPJ/);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/admin\/settings\?secao=loja#group-seller$/);
    await expect(page.getByRole('heading', { name: 'Quem vende' })).toBeInViewport();
  });

  await test.step('actions', async () => {
    for (const [words, address] of [
      // The way leads through the gates, which nobody has passed here.
      ['novo produto', /\/admin\/products-auth\?novo=1$/],
      ['adicionar chaves', /\/admin\/activation-keys-auth\?novo=1$/],
      // The screen takes the wish out of its address.
      ['novo cupom', /\/admin\/promotions(\?novo=1)?$/],
    ] as const) {
      await openAlive(page, '/admin/settings');
      await page.keyboard.press('ControlOrMeta+k');
      await field(page).fill(words);
      const first = page.getByRole('option').first();
      await expect(first).toContainText(new RegExp(words, 'i'));
      await expect(first).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(address);
      await waitUntilAlive(page);
    }
    await expect(page.getByRole('dialog', { name: 'Adicionar Cupom' })).toBeVisible();
  });

  await test.step('the export of sales', async () => {
    await openAlive(page, '/admin/settings');
    await search(page, 'exportar ven');
    const download = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    expect((await download).suggestedFilename()).toMatch(/^vendas.*\.csv$/);
  });
});

test('offers what this browser opened last, without keeping a name, until sign-out', async ({ page, client }) => {
  const { customerName, ...buyer } = newBuyer();
  const { id } = await buy(client, { ...buyer, customerName, productId: 'lote' });
  await openAlive(page, `/admin/sales?id=${id}`);
  await page.getByRole('dialog').getByRole('link', { name: customerName }).first().click();
  await expect(page).toHaveURL(/\/admin\/customers\//);
  await waitUntilAlive(page);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(group(page, 'Recentes').getByRole('option')).toHaveText([
    new RegExp(`^${customerName}`),
    new RegExp(`^Lote · ${customerName}`),
  ]);
  const kept = () => page.evaluate(() => JSON.stringify(localStorage));
  expect(await kept()).toContain(id);
  expect(await kept()).not.toContain(customerName);
  await field(page).fill('sair');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login/);
  expect(await kept()).not.toContain(id);
});

test('finds what the shop has, says when there is nothing, and is accessible with both', async ({ page, client }) => {
  await test.step('products, customers and purchases', async () => {
    const { customerEmail, ...buyer } = newBuyer();
    const { id, number } = await buy(client, { ...buyer, customerEmail, productId: 'lote' });
    await openAlive(page, '/admin/settings');

    await test.step('a product by its name', async () => {
      await search(page, 'grade cin');
      await expect(group(page, 'Produtos').getByRole('option')).toContainText(['Grade Cinema']);
    });
    await test.step('a purchase by its number, as shown in tables', async () => {
      await search(page, `#${number}`);
      await expect(group(page, 'Vendas').getByRole('option').first()).toContainText(`#${number}`);
      await group(page, 'Vendas').getByRole('option').first().click();
      await expect(page).toHaveURL(new RegExp(`/admin/sales\\?id=${id}$`));
    });
    await test.step('a customer by e-mail', async () => {
      await openAlive(page, '/admin/settings');
      await search(page, customerEmail);
      await expect(group(page, 'Vendas').getByRole('option')).toHaveCount(1);
      await expect(group(page, 'Clientes').getByRole('option')).toHaveCount(1);
      // The first find stays chosen: that may be the purchase.
      await page.keyboard.press('Home');
      await expect(group(page, 'Clientes').getByRole('option')).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/admin\/customers\/[0-9a-f]{32}$/);
    });
  });

  await test.step('coupons, affiliates and keys', async () => {
    await openAlive(page, '/admin/settings');
    await search(page, 'marina');
    await expect(group(page, 'Cupons').getByRole('option')).toContainText(['MARINA10']);
    await expect(group(page, 'Afiliados').getByRole('option')).toContainText(['Marina Tavares']);
    await field(page).fill('cf-');
    await expect(group(page, 'Chaves').getByRole('option')).toHaveCount(5);
    await group(page, 'Chaves').getByRole('option').first().click();
    await expect(page).toHaveURL(/\/admin\/activation-keys-auth\?q=CF-/);
  });

  await test.step('with and without results', async () => {
    await openAlive(page, '/admin/settings');
    await page.keyboard.press('ControlOrMeta+k');
    await expect(field(page)).toBeFocused();
    await field(page).fill('lote');
    await expect(group(page, 'Produtos').getByRole('option')).toContainText(['Lote']);
    await expectAccessible(page, 'palette with results');
    await field(page).fill('xyzxyz');
    await expect(palette(page).getByRole('status')).toHaveText(/^Nada encontrado para “xyzxyz”/);
    await expect(page.getByRole('option')).toHaveCount(0);
    await expectAccessible(page, 'palette without results');
  });
});

test.describe('when a request fails', () => {
  test.use({
    provokes: /Failed to load resource|Falha na chamada|Não foi possível carregar a busca|dynamically imported/,
  });

  test('says what could not be searched or loaded, and does it after all', async ({ page }) => {
    await test.step('a search', async () => {
      await openAlive(page, '/admin/settings');
      const response = await holdCalls(page, '**/api/admin/customers?*');
      await search(page, 'ana');
      await expect(palette(page).getByRole('status')).toHaveText('Buscando...');
      response('abort');
      const retry = page.getByRole('option', { name: /^Não foi possível buscar clientes/ });
      await expect(retry).toBeVisible();
      await page.unroute('**/api/admin/customers?*');
      await retry.click();
      await expect(retry).toBeHidden();
      await expect(group(page, 'Clientes')).toBeVisible();
    });

    await test.step('the palette itself', async () => {
      await page.unrouteAll();
      await openAlive(page, '/admin/settings');
      await page.route('**/_astro/palette.*.js', (route) => route.abort(), { times: 1 });
      await page.keyboard.press('ControlOrMeta+k');
      await expect(toast(page)).toContainText('Erro ao abrir a busca');
      await expect(palette(page)).toBeHidden();
      const isReloaded = page.waitForEvent('load');
      await toast(page).getByRole('button', { name: 'Recarregar página' }).click();
      await isReloaded;
      await waitUntilAlive(page);
      await page.keyboard.press('ControlOrMeta+k');
      await expect(field(page)).toBeFocused();
    });
  });
});

function palette(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Buscar ou ir para' });
}

function field(page: Page): Locator {
  return palette(page).getByRole('combobox');
}

function group(page: Page, name: string): Locator {
  return palette(page).getByRole('group', { name });
}

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await field(page).fill(text);
}
