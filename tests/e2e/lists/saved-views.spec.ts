import { expectAccessible } from '../../support/browser/axe.ts';
import { enter } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive, toast } from '../../support/browser/checkout.ts';
import { tabTo } from '../../support/browser/keyboard.ts';
import { rowMenu } from '../../support/browser/row-menu.ts';

test('an owner saves a view, renames it by keyboard, and deactivates chosen coupons', async ({ page, store }) => {
  await enter(page, store);
  await openAlive(page, '/admin/promotions?status=active&q=edita');
  const views = page.getByRole('group', { name: 'Visões desta lista' });
  await views.getByRole('button', { name: 'Salvar esta visão' }).click();
  const dialog = page.getByRole('dialog', { name: 'Salvar esta visão' });
  await dialog.getByLabel('Nome').fill('Edição');
  await dialog.getByRole('switch', { name: 'De todos' }).check();
  await dialog.getByRole('button', { name: 'Salvar visão' }).click();
  await expect(views.getByRole('button', { name: /^Edição/, pressed: true })).toBeVisible();
  await expect(page).toHaveURL(/view=/);

  await views.getByRole('button', { name: 'Ativos', exact: true }).click();
  await expect(page).toHaveURL(/status=active&view=active$/);
  await expect(views.getByRole('button', { name: 'Ativos', pressed: true })).toBeVisible();
  await expect(views.getByRole('button', { name: /Ações da visão|Salvar esta visão/ })).toHaveCount(0);

  await views.getByRole('button', { name: 'Todos', exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/promotions$/);
  await views.getByRole('button', { name: /^Edição/ }).click();
  await expect(page).toHaveURL(/q=edita&status=active/);
  await tabTo(page, page.getByRole('button', { name: 'Ações da visão Edição' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Renomear...' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Renomear visão' }).getByLabel('Nome').fill('Quem edita');
  await page.keyboard.press('Enter');
  await expect(views.getByRole('button', { name: /^Quem edita/ })).toBeVisible();

  await page.getByRole('checkbox', { name: 'Escolher EDITA10' }).check();
  const bar = page.getByRole('region', { name: 'Linhas escolhidas' });
  await expect(bar).toContainText('1 escolhido');
  await expect(bar.getByRole('button', { name: 'Ativar', exact: true })).toHaveCount(0);
  await expect(bar.getByText(/excluir/i)).toHaveCount(0);
  await expectAccessible(page, 'a list with a view and a choice');
  await bar.getByRole('button', { name: 'Desativar' }).click();
  await expect(toast(page)).toContainText('1 cupom desativado');
  await expect(bar).toBeHidden();
  const [shown, headline] = await Promise.all([
    toast(page).boundingBox(),
    page.getByRole('heading', { level: 1 }).boundingBox(),
  ]);
  expect(shown?.y).toBeGreaterThan((headline?.y ?? 0) + (headline?.height ?? 0));
  await toast(page).getByRole('button', { name: 'Desfazer' }).click();
  await expect(toast(page)).toContainText('Desfeito');
  await expect(rowMenu(page, 'EDITA10')).toHaveCount(1);
});
