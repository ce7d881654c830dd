import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { enter } from '../support/back-office.ts';
import { expect, test } from '../support/browser-fixture.ts';
import { openAlive } from '../support/checkout.ts';
import { openKeys } from '../support/key-screen.ts';

test.use({ readsOnly: true });

test.beforeEach(({ page, store }) => enter(page, store));

const FORMS = [
  { path: '/admin/promotions', dialog: 'Adicionar Cupom', add: 'Adicionar Cupom', where: 'neste cupom' },
  { path: '/admin/affiliates', dialog: 'Adicionar Afiliado', add: 'Adicionar Afiliado', where: 'neste afiliado' },
];

for (const { path, dialog: title, add, where } of FORMS) {
  test(`typed data "${where}" survives an accidental close`, async ({ page }) => {
    await openAlive(page, path);
    await page.getByRole('button', { name: add }).click();
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.getByLabel('Nome').fill('Cine Clube');
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Descartar as alterações?' });
    await expect(question).toContainText(`O que você mudou ${where} ainda não foi salvo.`);
    await expectAccessible(page, `asked before leaving, ${path}`);
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect(dialog.getByLabel('Nome')).toHaveValue('Cine Clube');

    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await question.getByRole('button', { name: 'Descartar alterações' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: add }).click();
    await expect(dialog.getByLabel('Nome')).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
}

test('the link of a coupon that gives no discount today shows a warning', async ({ page }) => {
  await openAlive(page, '/admin/promotions');
  await openLink(page, 'FESTIVAL15');
  await expect(page.getByRole('dialog')).toContainText('Hoje este link não dá desconto');
  await expect(page.getByRole('dialog')).toContainText(/O cupom venceu em \d\d\/\d\d\/\d{4}/);
  await page.keyboard.press('Escape');
  await openLink(page, 'EDITA10');
  await expect(page.getByRole('dialog')).not.toContainText('Hoje este link não dá desconto');
});

test('a fixed discount is edited with its centavos', async ({ page }) => {
  await openAlive(page, '/admin/promotions');
  await page.getByRole('button', { name: 'Editar o cupom BEMVINDO20' }).click();
  await expect(page.getByRole('dialog').getByLabel('Desconto em reais')).toHaveValue('R$ 20,00');
});

test('adding keys without a product asks for the product', async ({ page, store }) => {
  await openKeys(page, store, '?novo=1');
  const dialog = page.getByRole('dialog', { name: 'Adicionar Chaves' });
  await dialog.getByRole('textbox', { name: 'Chaves' }).fill('CF-UMA');
  await dialog.getByRole('button', { name: 'Adicionar Chaves' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Produto' })).toBeFocused();
});

test('the tooltip of the next button is shown at once', async ({ page }) => {
  await page.clock.install();
  await openAlive(page, '/admin/promotions');
  await page.getByRole('button', { name: 'Editar o cupom EDITA10' }).hover();
  await expect(page.getByRole('tooltip')).toHaveText('Editar o cupom EDITA10');
  // The page's own clock stands still: a word that waits never comes, and no way to the next sign takes too long.
  await page.clock.pauseAt(Date.now() + 60_000);
  const next = page.getByRole('button', { name: 'Excluir o cupom EDITA10' });
  await glideTo(page, next);
  await expect(page.getByRole('tooltip')).toHaveText('Excluir o cupom EDITA10');
  // The primitive's word for: without the delay that the first one had.
  await expect(next).toHaveAttribute('data-state', 'instant-open');
});

/**
 * As a hand does it, which goes on trembling there: a word stays for a pointer that leaps, since that might be on its way to the
 * word.
 */
async function glideTo(page: Page, sign: Locator): Promise<void> {
  const box = await sign.boundingBox();
  if (!box) throw new Error('The sign is not on the page.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y, { steps: 12 });
  const isWordOpen = async () => {
    await page.mouse.move(x + 1, y);
    await page.mouse.move(x, y);
    return (await sign.getAttribute('data-state')) !== 'closed';
  };
  await expect.poll(isWordOpen).toBe(true);
}

async function openLink(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: `Copiar link com o cupom ${code}` }).click();
}
