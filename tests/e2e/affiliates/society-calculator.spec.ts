import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/axe.ts';
import { enter } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive, toast } from '../../support/browser/checkout.ts';
import { tabTo } from '../../support/browser/keyboard.ts';
import { watchText } from '../../support/browser/watch-text.ts';

test.use({ readsOnly: true });

test.beforeEach(async ({ page, store }) => {
  await enter(page, store);
  await openAlive(page, '/admin/society-calculator');
});

test('takes the revenue of a month, says what is no amount, and splits profit and loss', async ({ page, context }) => {
  await test.step('the revenue of a month', async () => {
    const months = await page.request.get('/api/admin/dashboard-stats');
    const { monthlyData }: { monthlyData: { vendas: number }[] } = await months.json();
    const reais = (value = 0) => new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2 }).format(value);

    await page.getByRole('button', { name: 'Usar o mês' }).click();
    await expect(result(page).getByRole('status').first()).toHaveText(`R$ ${reais(monthlyData.at(-1)?.vendas)}`);
    await expect(page.getByLabel('Receita')).toHaveAccessibleDescription(/Receita de .+ de \d{4} até agora: \d+ venda/);

    await page.getByRole('combobox', { name: 'Mês da loja' }).click();
    await page.getByRole('option').nth(1).click();
    await page.getByRole('button', { name: 'Usar o mês' }).click();
    await expect(result(page).getByRole('status').first()).toHaveText(`R$ ${reais(monthlyData.at(-2)?.vendas)}`);

    await page.getByLabel('Receita').fill('1');
    await expect(page.getByLabel('Receita')).toHaveAccessibleDescription(/O que entrou/);
  });

  await test.step('an invalid amount', async () => {
    const revenue = page.getByLabel('Receita');
    await revenue.fill('10,999');

    await expect(revenue).toHaveAccessibleDescription(
      /Informe um valor de até R\$ 999.999.999,99, com no máximo duas casas decimais/,
    );
    await expect(result(page).getByRole('status').first()).toHaveText('—');
    await expect(shares(page)).toHaveCount(0);
    await revenue.fill('10,9');
    await expect(shares(page)).toHaveText(['R$ 2,18', 'R$ 1,09', 'R$ 7,63']);
  });

  await test.step('each percentage stands within its bar', async () => {
    await page.getByLabel('Receita').fill('100');
    await expect(result(page).locator('svg svg text')).toHaveText(['20%', '10%', '70%']);
    const room = await result(page)
      .locator('svg svg text')
      .evaluateAll((texts) =>
        texts.map((text) => {
          const [inner, outer] = [text, text.previousElementSibling ?? text].map((part) =>
            part.getBoundingClientRect(),
          );
          return Math.min((inner?.left ?? 0) - (outer?.left ?? 0), (outer?.right ?? 0) - (inner?.right ?? 0));
        }),
      );
    for (const pixels of room) expect(pixels).toBeGreaterThan(0);
  });

  await test.step('profit and loss, copied as text', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByLabel('Receita').fill('1234,57');
    await page.getByLabel('Custo', { exact: true }).fill('234,56');

    await page.getByLabel('Custo', { exact: true }).blur();
    await expect(page.getByLabel('Receita')).toHaveValue('R$ 1.234,57');
    await expect(page.getByLabel('Custo', { exact: true })).toHaveValue('R$ 234,56');
    await expect(result(page).getByRole('status').first()).toHaveText('R$ 1.000,01');
    await expect(shares(page)).toHaveText(['R$ 200,00', 'R$ 100,00', 'R$ 700,01']);
    await expect(result(page)).toContainText('Sócio A20%');
    await expect(result(page)).toContainText('GBR70%');
    await expect(page.getByLabel('Resumo')).toHaveValue(
      'Receita: R$ 1.234,57\nCusto: R$ 234,56\nBase: R$ 1.000,01\n' +
        'Sócio A (20%): R$ 200,00\nSócio B (10%): R$ 100,00\nGBR (70%): R$ 700,01',
    );

    await page.getByLabel('Receita').fill('100');
    await page.getByLabel('Custo', { exact: true }).fill('150');

    await expect(result(page).getByRole('heading')).toHaveText('Prejuízo a dividir');
    await expect(result(page).getByText('O custo passou da receita')).toBeVisible();
    await expect(shares(page)).toHaveText(['−R$ 10,00', '−R$ 5,00', '−R$ 35,00']);
    const isCopied = await watchText(page, 'Copiado');
    await page.getByRole('button', { name: 'Copiar resultado' }).click();
    await isCopied();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('GBR (70%): −R$ 35,00');
  });
});

test.describe('when the revenue fails to load', () => {
  test.use({ provokes: /Failed to load resource|Falha na chamada/ });

  test('shows the error and keeps the typed data', async ({ page }) => {
    await page.route('**/api/admin/analytics*', (route) => route.abort());
    await page.getByLabel('Receita').fill('55');
    await page.getByRole('button', { name: 'Usar o mês' }).click();
    await expect(toast(page)).toContainText('Não foi possível buscar a receita do mês');
    await expect(page.getByLabel('Receita')).toHaveValue('R$ 55,00');
    await page.unroute('**/api/admin/analytics*');
    await page.getByRole('button', { name: 'Usar o mês' }).click();
    await expect(page.getByLabel('Receita')).not.toHaveValue('R$ 55,00');
  });
});

test('works by keyboard alone', async ({ page }) => {
  await tabTo(page, page.getByLabel('Receita'));
  await page.keyboard.type('80,00');
  await tabTo(page, page.getByRole('combobox', { name: 'Mês da loja' }));
  await tabTo(page, page.getByRole('button', { name: 'Usar o mês' }));
  await tabTo(page, page.getByLabel('Custo', { exact: true }));
  await page.keyboard.type('30');
  await expect(shares(page)).toHaveText(['R$ 10,00', 'R$ 5,00', 'R$ 35,00']);
  await tabTo(page, page.getByRole('button', { name: 'Copiar resultado' }));
});

test('is accessible and does not scroll sideways', async ({ page }) => {
  await page.getByLabel('Receita').fill('999999999,99');
  await expect(shares(page)).toHaveCount(3);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await expectAccessible(page, 'the split');
});

function result(page: Page) {
  return page.getByRole('region', { name: /Base da divisão|Prejuízo a dividir/ });
}

function shares(page: Page) {
  return result(page).locator('dd');
}
