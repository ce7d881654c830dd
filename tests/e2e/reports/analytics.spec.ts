import type { Page } from '@playwright/test';
import type { Analytics } from '#src/wire/reports/analytics.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { enter } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive, reloadAlive } from '../../support/browser/checkout.ts';
import { tabTo } from '../../support/browser/keyboard.ts';

test.use({ readsOnly: true });

test.describe('the analytics', () => {
  test.beforeEach(({ page, store }) => enter(page, store));

  test('show months, figures, products and coupons, which are sorted by each column, and all products of a phone at a touch', async ({
    page,
  }) => {
    await test.step('the last 30 days', async () => {
      await openAlive(page, '/admin/analytics');
      await expect(page.getByRole('heading', { name: 'Estatísticas' })).toBeVisible();
      await expect(page.getByRole('radio', { name: '30 dias' })).toBeChecked();
      await expect(page.locator('.apexcharts-bar-area')).toHaveCount(12);

      const { revenue, products, coupons } = await readAnalytics(page, await shownDays(page));
      await expect(figure(page, 'Receita')).toContainText(money(revenue));
      await expect(rows(page, 'Produtos')).toHaveCount(products.length);
      await expect(rows(page, 'Cupons')).toHaveCount(Math.min(10, coupons.length));
      await expect(rows(page, 'Cupons').last()).toContainText('Sem cupom');
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await expectAccessible(page, 'statistics');
    });

    await test.step('a period without sales', async () => {
      await openAlive(page, '/admin/analytics?from=2020-01-01&to=2020-01-31');
      await expect(figure(page, 'Receita')).toContainText('R$ 0,00');
      await expect(figure(page, 'Ticket médio')).toContainText('— vs. dezembro de 2019 (—)');
      await expect(figure(page, 'Conversão')).toContainText('Nenhum pedido iniciado no período.');
      await expect(page.getByText('Nenhuma venda neste período')).toBeVisible();
    });

    await test.step('products by each column', async () => {
      await openAlive(page, '/admin/analytics?period=all');
      const names = rows(page, 'Produtos').locator('td:first-child');
      const byRevenue = await names.allTextContents();
      await sortBy(page, 'Produto');
      await expect(page).toHaveURL(/sort=name&order=asc/);
      const byName = byRevenue.toSorted((one, other) => one.localeCompare(other, 'pt-BR'));
      await expect(names).toHaveText(byName);
      await sortBy(page, 'Produto');
      await expect(names).toHaveText(byName.toReversed());
      await sortBy(page, 'Vendas');
      await expect(page).toHaveURL(/sort=sales&order=desc/);
      await page.goBack();
      await expect(names).toHaveText(byName.toReversed());
    });

    await test.step('on a phone', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await openAlive(page, '/admin/analytics');
      const { products } = await readAnalytics(page, await shownDays(page));
      const region = page.getByRole('region', { name: 'Produtos', exact: true });
      const seen = rows(page, 'Produtos').filter({ visible: true });
      await expect(seen).toHaveCount(5);
      await expect(region.getByRole('status')).toBeHidden();
      await region.getByRole('button', { name: 'Mostrar todas' }).click();
      await expect(seen).toHaveCount(products.length);
      await expect(region.getByRole('status')).toHaveText(
        `Mostrando 1 a ${products.length} de ${products.length} produtos`,
      );
    });
  });

  test('follow the period, also one of chosen days and after reload and back', async ({ page }) => {
    await test.step('a period of the list', async () => {
      await openAlive(page, '/admin/analytics');
      const usual = await figure(page, 'Receita').textContent();
      await choose(page, 'Tudo');
      const { revenue } = await readAnalytics(page, '');
      await expect(figure(page, 'Receita')).toContainText(money(revenue));
      await expect(page).toHaveURL(/\?period=all$/);
      await expect(page.getByText('desde a primeira venda')).toBeVisible();

      await reloadAlive(page);
      await expect(page.getByRole('radio', { name: 'Tudo' })).toBeChecked();
      await expect(figure(page, 'Receita')).toContainText(money(revenue));

      await choose(page, 'Hoje');
      await expect(page).toHaveURL(/\?period=today$/);
      await page.goBack();
      await expect(page.getByRole('radio', { name: 'Tudo' })).toBeChecked();
      await expect(figure(page, 'Receita')).toContainText(money(revenue));
      expect(usual).not.toContain(money(revenue));
    });

    await test.step('chosen days', async () => {
      await choose(page, 'Outras datas');
      await page.getByLabel('De', { exact: true }).fill('2026-03-10');
      await page.getByLabel('Até').fill('2026-03-01');
      const [field, button] = await Promise.all(
        [page.getByLabel('De', { exact: true }), page.getByRole('button', { name: 'Mostrar período' })].map((one) =>
          one.boundingBox(),
        ),
      );
      const isOneLine = (field?.x ?? 0) + (field?.width ?? 0) < (button?.x ?? 0);
      if (isOneLine) expect(button?.y).toBeCloseTo(field?.y ?? 0, 0);
      await page.getByRole('button', { name: 'Mostrar período' }).click();
      await expect(page.getByLabel('Até')).toHaveAccessibleDescription('O último dia não pode vir antes do primeiro.');
      await page.getByLabel('De', { exact: true }).fill('2026-02-01');
      await page.getByRole('button', { name: 'Mostrar período' }).click();

      await expect(page).toHaveURL(/\?from=2026-02-01&to=2026-03-01$/);
      await expect(page.getByText('01/02/2026 a 01/03/2026')).toBeVisible();
      const { sales } = await readAnalytics(page, '?from=2026-02-01&to=2026-03-01');
      await expect(figure(page, 'Vendas')).toContainText(String(sales));
      await reloadAlive(page);
      await expect(page.getByRole('radio', { name: 'Outras datas' })).toBeChecked();
      await expect(page.getByLabel('Até')).toHaveValue('2026-03-01');
    });
  });

  test.describe('when a request fails', () => {
    test.use({ provokes: /Failed to load resource|Falha na chamada/ });

    test('keep the page, show the error quietly, and retry', async ({ page }) => {
      await openAlive(page, '/admin/analytics');
      await page.route('**/api/admin/analytics*', (route) => route.abort());
      await choose(page, 'Tudo');
      await expect(page.getByText('Os números deste período não chegaram.')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Vendas por mês' })).toBeVisible();
      await expect(page.locator('.apexcharts-bar-area')).toHaveCount(12);
      await expect(figure(page, 'Receita')).toContainText('—');
      await expectAccessible(page, 'statistics without an answer');
      await page.unroute('**/api/admin/analytics*');
      await page.getByRole('button', { name: 'Tentar novamente' }).click();
      await expect(page.getByText('Os números deste período não chegaram.')).toBeHidden();
      await expect(rows(page, 'Produtos').first()).toBeVisible();
    });
  });

  test('work by keyboard alone', async ({ page }) => {
    await openAlive(page, '/admin/analytics');
    await tabTo(page, page.getByRole('radio', { name: '30 dias' }));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'Este mês' })).toBeChecked();
    await expect(page).toHaveURL(/period=month/);
    await tabTo(page, page.getByRole('button', { name: 'Parte' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('columnheader', { name: 'Parte' })).toHaveAttribute('aria-sort', 'descending');
  });
});

async function readAnalytics(page: Page, query: string): Promise<Analytics> {
  // The store may close a kept connection at the moment the call uses it.
  const response = await page.request.get(`/api/admin/analytics${query}`, { maxRetries: 1 });
  expect(response.status()).toBe(200);
  return response.json();
}

/** The days that the page says it shows, as the call takes them. */
async function shownDays(page: Page): Promise<string> {
  const text = (await page.getByText(/^\d\d\/\d\d\/\d{4} a /).textContent()) ?? '';
  const [from, to] = text.split(' a ').map((day) => day.split('/').reverse().join('-'));
  return `?from=${from}&to=${to}`;
}

async function choose(page: Page, name: string): Promise<void> {
  await page.locator('.chip', { hasText: name }).click();
}

async function sortBy(page: Page, name: string): Promise<void> {
  await page.getByRole('region', { name: 'Produtos' }).getByRole('button', { name, exact: true }).click();
}

function figure(page: Page, name: string) {
  return page.locator('dl > div').filter({ has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) });
}

function rows(page: Page, section: string) {
  return page.getByRole('region', { name: section }).locator('tbody tr');
}

function money(reais: number): string {
  const format = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
  return format.format(reais).replace(/\u00a0/g, ' ');
}
