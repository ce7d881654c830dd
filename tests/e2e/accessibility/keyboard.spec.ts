import type { Locator } from '@playwright/test';
import { enter } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import {
  buyLink,
  keyField,
  newBuyer,
  openAlive,
  payButton,
  pixText,
  waitUntilAlive,
} from '../../support/browser/checkout.ts';
import { arrowTo, expectVisibleFocus, tabTo } from '../../support/browser/keyboard.ts';
import { watchText } from '../../support/browser/watch-text.ts';

test.use({ readsOnly: true });

test('buys from storefront to key by keyboard alone', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const buyer = newBuyer();

  await test.step('skips the bar, searches, opens the card', async () => {
    await page.goto('/');
    const skip = page.getByRole('link', { name: 'Pular para o conteúdo' });
    await page.keyboard.press('Tab');
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await tabTo(page, page.getByPlaceholder('Buscar produtos...'));
    await page.keyboard.type('lote');
    const card = buyLink(page, 'Lote');
    await expect(page.locator('[data-card]').filter({ visible: true })).toHaveCount(1);
    await tabTo(page, card);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/checkout\/lote$/);
    await waitUntilAlive(page);
  });

  await test.step('fills in the form with a coupon', async () => {
    await tabTo(page, page.getByLabel('Nome completo'));
    await page.keyboard.type(buyer.customerName);
    await tabTo(page, page.getByLabel('E-mail'));
    await page.keyboard.type(buyer.customerEmail);
    await tabTo(page, page.getByText('Tem um cupom?'));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByLabel('Código do cupom'));
    await page.keyboard.type('EDITA10');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Remover cupom' })).toBeFocused();
    await tabTo(page, payButton(page));
    await page.keyboard.press('Enter');
  });

  await test.step('copies and pays', async () => {
    await expect(page.getByRole('heading', { name: 'Pague R$ 44,91 com Pix' })).toBeFocused();
    await tabTo(page, page.getByRole('button', { name: 'Copiar código Pix' }));
    const isCopied = await watchText(page, 'Copiado');
    await page.keyboard.press('Enter');
    await isCopied();
    await expect(page.getByRole('button', { name: /^Copia(do|r código Pix)$/ })).toBeFocused();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await pixText(page).inputValue());
    await tabTo(page, page.getByRole('button', { name: 'Simular pagamento' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/purchase\/success\//);
    await waitUntilAlive(page);
  });

  await test.step('reaches key, download and receipt', async () => {
    await tabTo(page, keyField(page));
    await tabTo(page, page.getByRole('button', { name: 'Copiar chave' }));
    await page.keyboard.press('Enter');
    const key = await keyField(page).inputValue();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    await tabTo(page, page.getByRole('link', { name: 'Baixar Lote' }));
    await tabTo(page, page.getByRole('button', { name: 'Reenviar e-mail' }));
  });
});

test('every tab stop of the storefront has a visible focus, both ways', async ({ page }) => {
  await page.goto('/');
  const last = page.getByRole('link', { name: 'Privacidade' });
  await tabTo(page, last, 80);
  for (let stop = 0; stop < 20; stop++) {
    await page.keyboard.press('Shift+Tab');
    await expectVisibleFocus(page);
  }
});

test('the theme is chosen by keyboard, and Escape closes its menu', async ({ page }) => {
  await page.goto('/');
  const opener = page.getByRole('button', { name: /^Tema/ });
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Escuro' }));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Escuro' })).toBeHidden();
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Escuro' }));
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveClass(/dark/);
});

test.describe('the owner', () => {
  test('logs in and uses the menu', async ({ page, store }) => {
    await page.goto('/login');
    await waitUntilAlive(page);
    await tabTo(page, page.getByLabel('Email'));
    await page.keyboard.type(store.admin.email);
    await tabTo(page, page.getByLabel('Senha', { exact: true }));
    await page.keyboard.type(store.admin.password);
    await tabTo(page, page.getByRole('button', { name: 'Mostrar senha' }));
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: 'Ocultar senha' })).toBeFocused();
    await expect(page.getByLabel('Senha', { exact: true })).toHaveAttribute('type', 'text');
    await tabTo(page, page.getByRole('button', { name: 'Entrar' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/admin$/);
    await waitUntilAlive(page);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Pular para o conteúdo' })).toBeFocused();
    for (const name of ['Dashboard', 'Porcentagem', 'Configurações', 'Visitar Loja']) {
      await tabTo(page, page.getByRole('link', { name }));
    }
    await tabTo(page, page.getByRole('button', { name: 'Sair' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/login$/);
  });

  test('opens the menu on a phone, which traps the focus and returns it', { tag: '@phone' }, async ({
    page,
    store,
  }) => {
    await enter(page, store);
    await page.goto('/admin');
    await waitUntilAlive(page);
    const opener = page.getByRole('button', { name: 'Abrir menu' });
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu).toBeVisible();
    for (let stop = 0; stop < 24; stop++) {
      await page.keyboard.press('Tab');
      const place = await page.evaluate(() => {
        const element = document.activeElement;
        // The browser's own bar has the focus after the last stop, and the page none.
        return element === document.body || element?.closest('dialog') ? 'inside' : element?.outerHTML.slice(0, 80);
      });
      expect(place).toBe('inside');
    }
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(opener).toBeFocused();
  });

  test('rotates a tablet with the menu open, and the page stays usable', { tag: '@phone' }, async ({ page, store }) => {
    await enter(page, store);
    await openAlive(page, '/admin/settings');
    await page.getByRole('button', { name: 'Abrir menu' }).click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    await page.setViewportSize({ width: 1180, height: 820 });
    await page.getByRole('complementary').getByRole('link', { name: 'Porcentagem' }).click();
    await expect(page).toHaveURL(/\/admin\/society-calculator$/);
    await waitUntilAlive(page);
  });

  test('compares periods on the dashboard, and looks at days', async ({ page, store }) => {
    await enter(page, store);
    await openAlive(page, '/admin');
    const chooser = page.getByRole('combobox', { name: 'Período dos números' });
    await tabTo(page, chooser);
    await page.keyboard.press('Enter');
    await arrowTo(page, page.getByRole('option', { name: 'Últimos 7 dias' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\?period=7d$/);
    await expect(chooser).toBeFocused();
    await expect(page.getByRole('region', { name: 'Resumo do período' })).toContainText(/% vs\. |— vs\. /);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option', { name: 'Últimos 7 dias' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(chooser).toBeFocused();

    await tabTo(page, page.getByRole('radio', { name: 'Mês' }));
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('radio', { name: 'Dia' })).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Vendas por dia' })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Vendas de cada dia do período' }).getByRole('row')).toHaveCount(8);
  });

  test('walks through the origins of sales', async ({ page, store }) => {
    await enter(page, store);
    await openAlive(page, '/admin/analytics/origins');
    await tabTo(page, page.getByRole('button', { name: 'Criar link' }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Criar link' });
    await expect(dialog.getByRole('combobox', { name: 'Página' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Criar link' })).toBeFocused();

    await tabTo(page, page.getByRole('radio', { name: '30 dias' }));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'Este mês' })).toBeFocused();
    await expect(page).toHaveURL(/period=month/);
    // On the last day it is a whole month, compared with a whole one.
    await expect(page.getByText(/ vs\. (?:1 (?:a \d+ )?de |[a-zç]+)/).first()).toBeVisible();
    // On its first day the month may have sold nothing.
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('radio', { name: '30 dias' })).toBeFocused();
    await tabTo(page, page.getByRole('radio', { name: 'Origem' }));
    await page.keyboard.press('ArrowRight');
    const campaign = page.getByRole('radio', { name: 'Campanha' });
    await expect(campaign).toBeFocused();
    await expect(page).toHaveURL(/by=campaign/);
    await expect(page.getByRole('heading', { name: 'Por campanha' })).toBeVisible();
    await expect(campaign).toBeFocused();
    const first = page.getByRole('table').getByRole('link').first();
    // The heading comes with the choice, the rows with the answer.
    await expect(first).toHaveAttribute('href', /origem=campanha/);
    await tabTo(page, first);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/admin\/sales\?origem=campanha/);
  });

  test('keeps the filters as a view, opens it, and drops it again', async ({ page, store }) => {
    await enter(page, store);
    await openAlive(page, '/admin/sales?status=completed');
    const views = page.getByRole('group', { name: 'Visões desta lista' });
    await tabTo(page, views.getByRole('button', { name: 'Salvar esta visão' }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Salvar esta visão' });
    await expect(dialog.getByLabel('Nome')).toBeFocused();
    await page.keyboard.type('Pagas');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    const view = views.getByRole('button', { name: 'Pagas', exact: true });
    await expect(view).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => isInside(views), { message: 'the focus stays among the views' }).toBe(true);

    await tabTo(page, views.getByRole('button', { name: 'Ações da visão Pagas' }));
    await page.keyboard.press('Enter');
    await arrowTo(page, page.getByRole('menuitem', { name: 'Excluir...' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('alertdialog').getByRole('button', { name: /^Excluir/ }), 4);
    await page.keyboard.press('Enter');
    await expect(view).toBeHidden();
    await expect(page).toHaveURL(/\/admin\/sales$/);
    await expect.poll(() => isInside(views), { message: 'the focus stays among the views' }).toBe(true);
  });

  test('chooses affiliates, deactivates them and takes it back', async ({ page, store }) => {
    await enter(page, store);
    await openAlive(page, '/admin/affiliates');
    const choose = page.getByRole('checkbox', { name: 'Escolher Marina Tavares' });
    const bar = page.getByRole('region', { name: 'Linhas escolhidas' });
    const row = page.getByRole('row').filter({ hasText: 'Marina Tavares' });
    for (const [action, state] of [
      ['Desativar', 'Pendente'],
      ['Ativar', 'Ativo'],
    ] as const) {
      await tabTo(page, choose);
      await page.keyboard.press('Space');
      await expect(bar).toContainText('1 escolhido');
      await tabTo(page, bar.getByRole('button', { name: action, exact: true }));
      await page.keyboard.press('Enter');
      await expect(row.getByText(state, { exact: true })).toBeVisible();
      await expect(bar).toBeHidden();
      await expect.poll(() => isInside(page.getByRole('table')), { message: 'the focus is not lost' }).toBe(true);
    }
  });
});

function isInside(place: Locator): Promise<boolean> {
  return place.evaluate((element) => element !== document.activeElement && element.contains(document.activeElement));
}
