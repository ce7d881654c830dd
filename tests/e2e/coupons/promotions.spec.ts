import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/axe.ts';
import { enter } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive, reloadAlive, toast } from '../../support/browser/checkout.ts';
import { tabTo } from '../../support/browser/keyboard.ts';
import { chooseAction } from '../../support/browser/row-menu.ts';

const PATH = '/admin/promotions';

test.beforeEach(({ page, store }) => enter(page, store));

test('shows the coupons, keeps a search in the address, and reports invalid input at the fields', async ({ page }) => {
  await test.step('value, uses and status', async () => {
    // Oldest first: those of the demo shop come before what other walks have made.
    await openAlive(page, `${PATH}?sort=createdAt&order=asc`);
    await expect(page.getByRole('heading', { name: 'Promoções' })).toBeVisible();
    await expect(row(page, 'EDITA10')).toContainText('10%');
    await expect(row(page, 'EDITA10').getByText('Ilimitado')).toBeVisible();
    await expect(row(page, 'BEMVINDO20')).toContainText('R$ 20,00');
    await expect(row(page, 'BEMVINDO20')).toContainText('/ 500');
    await expect(row(page, 'MARINA10')).toContainText('Afiliado: Marina Tavares');
    await expect(row(page, 'FESTIVAL15')).toContainText('Expirado');
    await expect(row(page, 'VERAO12')).toContainText('Agendado');
    await expect(row(page, 'VERAO12').getByText('Ativo', { exact: true })).toHaveCount(0);
    await expect(row(page, 'PARCERIA30')).toContainText('Inativo');
    await expectAccessible(page, PATH);
  });

  await test.step('search and empty state', async () => {
    await page.getByRole('searchbox', { name: 'Buscar cupons' }).fill('verao');
    await expect(page).toHaveURL(/[?&]q=verao/);
    await expect(rows(page)).toHaveCount(1);
    await reloadAlive(page);
    await expect(row(page, 'VERAO12')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Buscar cupons' }).fill('nada disso');
    await expect(page.getByText('Nenhum cupom encontrado...')).toBeVisible();
    await page.getByRole('button', { name: 'Limpar busca e status' }).click();
    await expect(row(page, 'EDITA10')).toBeVisible();
  });

  await test.step('invalid input', async () => {
    await page.getByRole('button', { name: 'Adicionar Cupom' }).click();
    const dialog = page.getByRole('dialog', { name: 'Adicionar Cupom' });
    await dialog.getByLabel('Desconto em %').fill('101');
    await dialog.getByLabel('Máximo de usos').fill('0');
    await dialog.getByRole('button', { name: 'Criar cupom' }).click();
    await expect(dialog.getByLabel('Código')).toBeFocused();
    await expect(dialog.getByLabel('Código')).toHaveAccessibleDescription('Informe o código do cupom.');
    await expect(dialog.getByLabel('Máximo de usos')).toHaveAccessibleDescription(/a partir de 1/);
    await dialog.getByLabel('Código').fill('OLA');
    await dialog.getByLabel('Nome').fill('Olá');
    await dialog.getByLabel('Máximo de usos').fill('5');
    await expect(dialog.getByLabel('Desconto em %')).toHaveAccessibleDescription(
      'Um desconto em porcentagem vai de 1 a 100.',
    );
    await expectAccessible(page, 'a coupon that is not right');
  });
});

test('creates, edits, disables and deletes a coupon', async ({ page, client }) => {
  const code = 'MESA-5';
  await openAlive(page, PATH);
  await page.getByRole('button', { name: 'Adicionar Cupom' }).click();
  const dialog = page.getByRole('dialog', { name: 'Adicionar Cupom' });
  await expect(dialog.getByLabel('Código')).toBeFocused();
  await expect(dialog.getByLabel('Desconto em %')).toHaveValue('10');
  await expect(dialog.getByLabel('Máximo de usos')).toHaveValue('100');
  await expect(dialog.getByRole('switch', { name: 'Ativo' })).toBeChecked();
  const from = await dialog.getByLabel('Válido de').inputValue();
  expect(Number((await dialog.getByLabel('Válido até').inputValue()).slice(0, 4))).toBe(Number(from.slice(0, 4)) + 1);

  await dialog.getByLabel('Código').fill(code.toLowerCase());
  await dialog.getByLabel('Nome').fill('Da bancada');
  await dialog.getByLabel('Desconto em %').fill('50');
  await dialog.getByLabel('Máximo de usos').fill('');
  await expect(dialog.locator('output')).toContainText(/R\$ [\d.,]+ vira R\$ [\d.,]+\./);
  await expect(dialog.locator('output')).toContainText('sem limite de usos');
  await dialog.getByRole('button', { name: 'Criar cupom' }).click();
  await expect(toast(page)).toContainText('Cupom criado');
  expect((await toast(page).boundingBox())?.y).toBeGreaterThan(700);
  await expect(dialog).toBeHidden();
  await expect(row(page, code)).toContainText('50%');

  await chooseAction(page, code, 'Editar');
  const editing = page.getByRole('dialog', { name: 'Editar Cupom' });
  await editing.getByRole('combobox', { name: 'Tipo de desconto' }).click();
  await page.getByRole('option', { name: 'Valor fixo (R$)' }).click();
  await editing.getByLabel('Desconto em reais').fill('12,5');
  await editing.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect(row(page, code)).toContainText('R$ 12,50');

  const isGood = async () => {
    const response = await client.post('/api/validate-coupon', { code, productId: 'grade-cinema' });
    return response.json<{ valid: boolean }>().valid;
  };
  expect(await isGood()).toBe(true);
  await chooseAction(page, code, 'Desativar');
  await expect(row(page, code)).toContainText('Inativo');
  await expect.poll(isGood).toBe(false);

  await chooseAction(page, code, 'Excluir...');
  const question = page.getByRole('alertdialog', { name: 'Confirmar exclusão' });
  await expect(question).toContainText(`Tem certeza que deseja excluir o cupom ${code}?`);
  await question.getByRole('button', { name: 'Excluir' }).click();
  await expect(toast(page)).toContainText('Cupom excluído');
  await expect(row(page, code)).toHaveCount(0);
});

test.describe('when the shop refuses', () => {
  test.use({ provokes: /Failed to load resource|Falha na chamada/ });

  test('nothing changes but what was asked for, and nothing typed is lost', async ({ page }) => {
    await test.step('a taken code', async () => {
      await openAlive(page, PATH);
      await page.getByRole('button', { name: 'Adicionar Cupom' }).click();
      const dialog = page.getByRole('dialog', { name: 'Adicionar Cupom' });
      await dialog.getByLabel('Código').fill('marina10');
      await dialog.getByLabel('Nome').fill('Outra Marina');
      await page.route('**/api/admin/coupons', (route) => route.abort());
      await dialog.getByRole('button', { name: 'Criar cupom' }).click();
      await expect(toast(page)).toContainText('Erro ao criar cupom');
      await page.unroute('**/api/admin/coupons');
      await toast(page).getByRole('button', { name: 'Fechar aviso', includeHidden: true }).click();
      await dialog.getByRole('button', { name: 'Criar cupom' }).click();
      await expect(dialog.getByLabel('Código')).toHaveAccessibleDescription(
        'Já existe um cupom com o código MARINA10. Escolha outro.',
      );
      await expect(dialog.getByLabel('Código')).toBeFocused();
      await expect(toast(page)).toBeHidden();
      await expect(dialog.getByLabel('Nome')).toHaveValue('Outra Marina');
      await dialog.getByRole('button', { name: 'Cancelar' }).click();
      await page.getByRole('button', { name: 'Descartar alterações' }).click();
    });

    await test.step('the coupon of an affiliate cannot be deleted alone', async () => {
      await chooseAction(page, 'MARINA10', 'Excluir...');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
      await expect(toast(page)).toContainText('Erro ao excluir cupom');
      await expect(toast(page)).toContainText('Este cupom é de Marina Tavares.');
      await expect(row(page, 'MARINA10')).toBeVisible();
    });

    await test.step('a coupon that could not be deactivated stays active', async () => {
      await page.unrouteAll();
      await openAlive(page, PATH);
      await page.route('**/api/admin/coupons/state', (route) => route.abort());
      await chooseAction(page, 'EDITA10', 'Desativar');
      await expect(toast(page)).toContainText('Nada mudou');
      await expect(row(page, 'EDITA10')).toContainText('Ativo');
    });

    const dialog = page.getByRole('dialog', { name: 'Editar Cupom' });
    await test.step('an edit that did not arrive keeps what was typed', async () => {
      await page.unrouteAll();
      await openAlive(page, PATH);
      await chooseAction(page, 'MARINA10', 'Editar');
      await dialog.getByLabel('Nome').fill('Marina, de novo');
      await page.route('**/api/admin/coupons/*', (route) => route.abort());
      await dialog.getByRole('button', { name: 'Salvar alterações' }).click();
      await expect(toast(page)).toContainText('Erro ao atualizar cupom');
      await expect(dialog.getByLabel('Nome')).toHaveValue('Marina, de novo');
    });

    await test.step('a list that fails to load can be retried', async () => {
      await page.unrouteAll();
      await dialog.getByRole('button', { name: 'Cancelar' }).click();
      await page.getByRole('button', { name: 'Descartar alterações' }).click();
      await page.route('**/api/admin/coupons?*', (route) => route.abort());
      await page.getByRole('searchbox', { name: 'Buscar cupons' }).fill('edita');
      await expect(page.getByText('Erro ao carregar os cupons. Tente novamente mais tarde.')).toBeVisible();
      await page.unroute('**/api/admin/coupons?*');
      await page.getByRole('button', { name: 'Tentar novamente' }).click();
      await expect(row(page, 'EDITA10')).toBeVisible();
    });
  });
});

test('an affiliate’s coupon stays a percentage, and a coupon’s link opens the checkout with it', async ({ page }) => {
  await test.step('a percentage', async () => {
    await openAlive(page, PATH);
    await chooseAction(page, 'MARINA10', 'Editar');
    const dialog = page.getByRole('dialog', { name: 'Editar Cupom' });
    await expect(dialog.getByRole('combobox', { name: 'Tipo de desconto' })).toBeDisabled();
    await dialog.getByLabel('Desconto em %').fill('11');
    await dialog.getByRole('button', { name: 'Salvar alterações' }).click();
    await expect(row(page, 'MARINA10')).toContainText('11%');
    await expect(row(page, 'MARINA10')).toContainText('Afiliado: Marina Tavares');
  });

  await test.step('the link', async () => {
    await chooseAction(page, 'EDITA10', 'Copiar link com o cupom');
    const dialog = page.getByRole('dialog', { name: 'Link com o cupom EDITA10' });
    await dialog.getByRole('combobox', { name: 'Produto' }).click();
    await page.getByRole('option', { name: 'Grade Cinema' }).click();
    await expect(dialog).toContainText('R$ 189,90 vira R$ 170,91');
    await expectAccessible(page, 'the link of a coupon');
    const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
    expect(link).toMatch(/\/checkout\/grade-cinema\?cupom=EDITA10$/);
    await openAlive(page, link);
    await expect(page.getByText('R$ 170,91').filter({ visible: true }).first()).toBeVisible();
  });
});

test('creates a coupon by keyboard alone, and returns the focus', async ({ page }) => {
  await openAlive(page, PATH);
  const add = page.getByRole('button', { name: 'Adicionar Cupom' });
  await tabTo(page, add);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Código')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(add).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Código')).toBeFocused();
  await page.keyboard.type('TECLADO');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Sem mouse');
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Cupom criado');
  await expect(row(page, 'TECLADO')).toBeVisible();
  await expect(add).toBeFocused();
});

function rows(page: Page) {
  return page.getByRole('table', { name: 'Cupons' }).locator('tbody tr');
}

function row(page: Page, code: string) {
  return rows(page).filter({ has: page.getByRole('button', { name: `Copiar o código ${code}`, exact: true }) });
}
