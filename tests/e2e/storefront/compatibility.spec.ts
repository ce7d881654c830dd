import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/axe.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive, payButton } from '../../support/browser/checkout.ts';

test.use({ readsOnly: true });

test('what a visitor works with is judged, remembered, and told at the button and the checkout', async ({ page }) => {
  await page.goto('/plugins/recorte-ia');
  await expect(atButton(page).getByRole('link', { name: 'Funciona no seu editor? Confira' })).toBeVisible();

  await test.step('a version too old', async () => {
    await setup(page).getByLabel('Versão').fill('24');
    const refusal = 'Não funciona: precisa do Premiere 25 ou mais novo';
    await expect(setup(page).getByRole('status')).toContainText(refusal);
    await expect(atButton(page)).toContainText(refusal);
    await expectAccessible(page, 'a product that does not fit');
    await page.reload();
    await expect(setup(page).getByLabel('Versão')).toHaveValue('24');
    await expect(atButton(page)).toContainText(refusal);
    await openAlive(page, '/checkout/recorte-ia');
    await expect(page.getByText(refusal)).toBeVisible();
    await expect(payButton(page)).toBeEnabled();
  });

  await test.step('one that fits, one that is too new, and another system', async () => {
    await page.goto('/plugins/recorte-ia');
    await setup(page).getByLabel('Versão').fill('26');
    await expect(atButton(page)).toContainText('Funciona no seu Premiere 26');
    await setup(page).getByLabel('Sistema').selectOption('macOS (Intel)');
    await expect(atButton(page)).toContainText('Não funciona no macOS (Intel)');
    await setup(page).getByLabel('Sistema').selectOption('Windows');
    await setup(page).getByLabel('Versão').fill('27');
    await expect(atButton(page)).toContainText('Ainda não testado no Premiere 27: o último testado é o 26.1');
    await openAlive(page, '/checkout/recorte-ia');
    await expect(page.getByText('Ainda não testado no Premiere 27: o último testado é o 26.1')).toBeVisible();
    await page.evaluate(() => localStorage.removeItem('setup'));
    await openAlive(page, '/checkout/recorte-ia');
    await expect(page.locator('[data-own-fit]')).toBeHidden();
  });
});

test('cards say what works with the remembered editor, shelves begin with it, and it can be forgotten', async ({
  page,
}) => {
  await page.goto('/plugins/grade-cinema');
  await setup(page).getByLabel('Editor').selectOption('VEGAS Pro');
  await setup(page).getByLabel('Versão').fill('23');
  await expect(cardOf(page, 'Luz do Sertão')).toContainText('Funciona no seu VEGAS 23');
  await watchShift(page);
  await page.goto('/editores/premiere');
  const own = page.locator('[data-own-editor]');
  await expect(own).toContainText('Conferido para o VEGAS 23.');
  await expect(page.getByLabel('Ordenar por')).toHaveValue('meu-editor');
  const fits = () =>
    page.locator('[data-card]').evaluateAll((cards) => cards.map((card) => card.getAttribute('data-fit')));
  const first = await fits();
  expect(first.slice(0, 3)).toEqual(['yes', 'yes', 'yes']);
  expect(new Set(first.slice(3))).toEqual(new Set(['no']));
  await expect(cardOf(page, 'Legenda Já')).toContainText('Não funciona no seu VEGAS 23');
  expect(await page.evaluate(() => Number(document.documentElement.dataset['shift'] ?? 0))).toBeLessThanOrEqual(0.01);
  await expectAccessible(page, 'a shelf that knows the editor');

  await page.goto('/');
  await expect(cardOf(page, 'Transita')).toContainText('Funciona no seu VEGAS 23');
  await expect(page.getByLabel('Ordenar por')).toHaveValue('lancamento');
  await own.getByRole('button', { name: 'Esquecer' }).click();
  await expect(own).toBeHidden();
  await expect(cardOf(page, 'Transita').getByText('Funciona no seu VEGAS 23')).toBeHidden();
  await page.goto('/editores/premiere?ordem=meu-editor');
  await expect(page.getByLabel('Ordenar por')).toHaveValue('lancamento');
  expect(new Set(await fits())).toEqual(new Set([null]));
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the table says what a product works with', async ({ page }) => {
    await page.goto('/plugins/recorte-ia');
    const table = page.getByRole('region', { name: 'Funciona em' });
    await expect(table.getByRole('row', { name: /DaVinci Resolve 19 20\.2/ })).toBeVisible();
    await expect(setup(page)).toBeHidden();
    await atButton(page).getByRole('link', { name: 'Funciona no seu editor? Confira' }).click();
    await expect(page).toHaveURL(/#funciona-em$/);
  });
});

function setup(page: Page) {
  return page.getByRole('form', { name: 'Qual é o seu?' });
}

function atButton(page: Page) {
  return page.getByRole('complementary', { name: 'Comprar' });
}

function cardOf(page: Page, name: string) {
  return page.locator('[data-card]').filter({ hasText: name });
}

async function watchShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('value' in entry && typeof entry.value === 'number') shift += entry.value;
      }
      document.documentElement.dataset['shift'] = String(shift);
    }).observe({ type: 'layout-shift', buffered: true });
  });
}
