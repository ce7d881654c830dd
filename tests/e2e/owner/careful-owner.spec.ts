import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/axe.ts';
import { enter } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive } from '../../support/browser/checkout.ts';
import { openKeys } from '../../support/browser/key-screen.ts';
import { chooseAction } from '../../support/browser/row-menu.ts';

test.use({ readsOnly: true });

test.beforeEach(({ page, store }) => enter(page, store));

test('what is typed survives an accidental close', async ({ page }) => {
  await openAlive(page, '/admin/promotions');
  const add = page.getByRole('button', { name: 'Adicionar Cupom' });
  await add.click();
  const dialog = page.getByRole('dialog', { name: 'Adicionar Cupom' });
  await dialog.getByLabel('Nome').fill('Cine Clube');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Descartar as alterações?' });
  await expect(question).toContainText('O que você mudou neste cupom ainda não foi salvo.');
  await expectAccessible(page, 'asked before leaving');
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(dialog.getByLabel('Nome')).toHaveValue('Cine Clube');

  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await question.getByRole('button', { name: 'Descartar alterações' }).click();
  await expect(dialog).toBeHidden();
  await add.click();
  await expect(dialog.getByLabel('Nome')).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('a fixed discount is edited with its centavos, and a link without a discount warns', async ({ page }) => {
  await test.step('a fixed discount', async () => {
    await openAlive(page, '/admin/promotions');
    await chooseAction(page, 'BEMVINDO20', 'Editar');
    await expect(page.getByRole('dialog').getByLabel('Desconto em reais')).toHaveValue('R$ 20,00');
  });

  await test.step('the link of a coupon', async () => {
    await page.keyboard.press('Escape');
    await openLink(page, 'FESTIVAL15');
    await expect(page.getByRole('dialog')).toContainText('Hoje este link não dá desconto');
    await expect(page.getByRole('dialog')).toContainText(/O cupom venceu em \d\d\/\d\d\/\d{4}/);
    await page.keyboard.press('Escape');
    await openLink(page, 'EDITA10');
    await expect(page.getByRole('dialog')).not.toContainText('Hoje este link não dá desconto');
  });
});

test('adding keys without a product asks for the product', async ({ page, store }) => {
  await openKeys(page, store, '?novo=1');
  const dialog = page.getByRole('dialog', { name: 'Adicionar Chaves' });
  await dialog.getByRole('textbox', { name: 'Chaves' }).fill('CF-UMA');
  await dialog.getByRole('button', { name: 'Adicionar Chaves' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Produto' })).toBeFocused();
});

async function openLink(page: Page, code: string): Promise<void> {
  await chooseAction(page, code, 'Copiar link com o cupom');
}
