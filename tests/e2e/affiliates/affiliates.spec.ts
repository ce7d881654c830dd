import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Affiliate } from '#src/wire/affiliates/affiliates.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { enter } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive, reloadAlive, toast } from '../../support/browser/checkout.ts';
import { tabTo } from '../../support/browser/keyboard.ts';
import { chooseAction } from '../../support/browser/row-menu.ts';
import { holdCalls } from '../../support/calls/calls.ts';
import { type Client, login } from '../../support/calls/client.ts';
import { buy, expectStatus } from '../../support/purchases/buy.ts';

const PATH = '/admin/affiliates';

test.beforeEach(({ page, store }) => enter(page, store));

test('shows what affiliates sold and are owed, and finds both by filters and by keyboard', async ({ page, store }) => {
  const affiliate = await takeIn(await login(store));
  await test.step('the affiliates', async () => {
    await openAlive(page, PATH);
    await expect(page.getByRole('heading', { name: 'Afiliados' })).toBeVisible();
    await expect(row(page, 'Marina Tavares')).toContainText('20%');
    await expect(row(page, 'Marina Tavares')).toContainText('MARINA10');
    await expect(row(page, 'Marina Tavares')).toContainText('Ativo');
    await expectAccessible(page, PATH);
    await page.getByRole('searchbox', { name: 'Buscar afiliados' }).fill('ilha');
    await expect(page).toHaveURL(/\?q=ilha$/);
    await expect(rows(page)).toHaveCount(1);
    await page.getByRole('searchbox', { name: 'Buscar afiliados' }).fill('ninguém');
    await expect(page.getByText('Nenhum afiliado encontrado')).toBeVisible();
    await page.getByRole('button', { name: 'Limpar busca' }).last().click();
    await expect(row(page, 'Marina Tavares')).toBeVisible();
  });

  await test.step('the sales of all', async () => {
    await page.getByRole('tab', { name: 'Vendas' }).click();
    await expect(page).toHaveURL(/\?tab=sales$/);
    await expect(sales(page)).toHaveCount(10);
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Paga', exact: true }).click();
    await expect(page).toHaveURL(/status=paid/);
    await expect(sales(page).first()).toContainText('Paga');
    await page.getByRole('combobox', { name: 'Afiliado' }).click();
    await page.getByRole('option', { name: affiliate.name }).click();
    await expect(page.getByText('Nenhuma venda encontrada para este afiliado.')).toBeVisible();
    await page.getByRole('button', { name: 'Ver todas as vendas' }).click();
    await expect(sales(page)).toHaveCount(10);
  });

  await test.step('the keyboard reaches tabs and dialog, and the focus returns', async () => {
    await openAlive(page, PATH);
    await tabTo(page, page.getByRole('tab', { name: 'Afiliados' }));
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL(/tab=sales/);
    await page.keyboard.press('ArrowLeft');
    await expect(page).toHaveURL(new RegExp(`${PATH}$`));
    const add = page.getByRole('button', { name: 'Adicionar Afiliado' });
    await tabTo(page, add);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Adicionar Afiliado' }).getByLabel('Nome')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(add).toBeFocused();
  });
});

test('creates an affiliate with an own code and a password that is shown once', async ({ page }) => {
  const name = `Ângela ${randomUUID().slice(0, 6)}`;
  await openAlive(page, PATH);
  await page.getByRole('button', { name: 'Adicionar Afiliado' }).click();
  const dialog = page.getByRole('dialog', { name: 'Adicionar Afiliado' });
  await expect(dialog.getByLabel('Nome')).toBeFocused();
  await expect(dialog.getByLabel('Comissão em %')).toHaveValue('10');
  await dialog.getByRole('button', { name: 'Gerar automaticamente' }).click();
  await expect(dialog.getByLabel('Nome')).toHaveAccessibleDescription(/Informe o nome do afiliado/);
  await dialog.getByLabel('Nome').fill(name);
  await dialog.getByLabel('E-mail').fill(`${randomUUID()}@exemplo.com.br`);
  await dialog.getByLabel('Comissão em %').fill('15');
  await dialog.getByRole('button', { name: 'Gerar automaticamente' }).click();
  await expect(dialog.getByLabel('Código do cupom')).toHaveValue(/^ANGELA15(-\d+)?$/);
  await expectAccessible(page, 'adding an affiliate');
  const code = await dialog.getByLabel('Código do cupom').inputValue();
  await dialog.getByRole('button', { name: 'Criar afiliado' }).click();

  const password = page.getByRole('dialog', { name: 'Afiliado criado' });
  await expect(password.getByLabel(/^Senha de/)).toHaveValue(/^\S{16}$/);
  await expect(password).toContainText('ela não aparece de novo');
  await expectAccessible(page, 'the password of a new affiliate');
  await password.getByRole('button', { name: 'Já guardei a senha' }).click();
  await expect(password).toBeHidden();
  await expect(page.getByRole('button', { name: 'Adicionar Afiliado' })).toBeFocused();
  await expect(row(page, name)).toContainText(code);

  await chooseAction(page, name, 'Editar');
  const editing = page.getByRole('dialog', { name: 'Editar Afiliado' });
  await editing.getByLabel('Comissão em %').fill('12,5');
  await editing.getByRole('switch', { name: 'Ativo' }).click();
  await editing.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect(toast(page)).toContainText('Afiliado atualizado');
  await expect(row(page, name)).toContainText('12,5%');
  await expect(row(page, name)).toContainText('Pendente');

  await chooseAction(page, name, 'Excluir...');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await expect(toast(page)).toContainText('Afiliado excluído');
  await expect(row(page, name)).toHaveCount(0);
});

test('marks a commission as paid, and updates the totals', async ({ page, client, store }) => {
  const affiliate = await takeIn(await login(store));
  await buy(client, { productId: 'grade-cinema', couponCode: affiliate.couponCode, customerName: 'Bia Nunes' });
  await openAlive(page, PATH);
  await chooseAction(page, affiliate.name, 'Ver vendas');
  await expect(page).toHaveURL(new RegExp(`tab=sales&affiliate=${affiliate.id}$`));
  await expect(page.getByRole('tab', { name: 'Vendas' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('combobox', { name: 'Afiliado' })).toContainText(affiliate.name);
  await expect(total(page, 'Comissões a pagar')).toContainText('R$ 17,09');
  await expect(sales(page)).toHaveCount(1);
  await expect(sales(page)).toContainText('R$ 170,91');
  await expectAccessible(page, 'the sales of one affiliate');

  await chooseAction(page, /^Ações de comissão/, 'Marcar como paga...');
  const question = page.getByRole('alertdialog', { name: 'Marcar comissão como paga' });
  await expect(question).toContainText(`R$ 17,09 para ${affiliate.name}`);
  await expect(question).toContainText('não dá para desfazer');
  await expect(question).toContainText('até lá o cliente ainda pode desistir');
  await question.getByRole('button', { name: 'Marcar assim mesmo' }).click();
  await expect(toast(page)).toContainText('Comissão marcada como paga');
  await expect(sales(page)).toContainText('Paga');
  await expect(total(page, 'Comissões a pagar')).toContainText('R$ 0,00');
  await expect(total(page, 'Comissões pagas')).toContainText('R$ 17,09');

  await reloadAlive(page);
  await expect(sales(page)).toContainText('Paga');
  await page.goBack();
  await expect(row(page, affiliate.name)).toBeVisible();
});

test('back leads to the other tab, also before hydration', async ({ page }) => {
  await openAlive(page, PATH);
  await page.getByRole('tab', { name: 'Vendas' }).click();
  await expect(page).toHaveURL(/\?tab=sales$/);
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Afiliados' })).toHaveAttribute('aria-selected', 'true');
  await page.goForward();
  await expect(page).toHaveURL(/\?tab=sales$/);
  const response = await holdCalls(page, '**/_astro/affiliates.*.js');
  await page.reload();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`${PATH}$`));
  response('continue');
  await expect(page.getByRole('tab', { name: 'Afiliados' })).toHaveAttribute('aria-selected', 'true');
  await expect(row(page, 'Marina Tavares')).toBeVisible();
});

test.describe('when the shop refuses', () => {
  test.use({ provokes: /Failed to load resource|Falha na chamada/ });

  test('errors stand where they belong, and are gone after success', async ({ page, store }) => {
    await test.step('a taken e-mail', async () => {
      await openAlive(page, `${PATH}?novo=1`);
      const dialog = page.getByRole('dialog', { name: 'Adicionar Afiliado' });
      await dialog.getByLabel('Nome').fill('Outra Dona');
      await dialog.getByLabel('E-mail').fill(store.admin.email);
      await dialog.getByLabel('Código do cupom').fill('DONA10');
      await dialog.getByRole('button', { name: 'Criar afiliado' }).click();
      await expect(dialog.getByLabel('E-mail')).toHaveAccessibleDescription(
        'Este e-mail é de um administrador. Use outro para o afiliado.',
      );
      await expect(dialog.getByLabel('E-mail')).toBeFocused();
      await expect(toast(page)).toBeHidden();
    });

    await test.step('an error disappears after success', async () => {
      const dialog = page.getByRole('dialog', { name: 'Adicionar Afiliado' });
      const code = `FALHA${Date.now()}`;
      await dialog.getByLabel('Nome').fill('Falha Primeiro');
      await dialog.getByLabel('E-mail').fill(`${code.toLowerCase()}@exemplo.com.br`);
      await dialog.getByLabel('Código do cupom').fill(code);
      await page.route('**/api/admin/affiliates', (route) => route.abort());
      await dialog.getByRole('button', { name: 'Criar afiliado' }).click();
      await expect(toast(page)).toContainText('Falha ao criar afiliado');
      await page.unroute('**/api/admin/affiliates');
      await dialog.getByRole('button', { name: 'Criar afiliado' }).click();
      const created = page.getByRole('dialog', { name: 'Afiliado criado' });
      await expect(created).toBeVisible();
      await expect(toast(page)).toBeHidden();
      await created.getByRole('button', { name: 'Já guardei a senha' }).click();
    });

    await test.step('a failing change or deletion', async () => {
      await page.route('**/api/admin/affiliates/*', (route) => route.abort());
      await chooseAction(page, 'Marina Tavares', 'Editar');
      const dialog = page.getByRole('dialog', { name: 'Editar Afiliado' });
      await dialog.getByLabel('Comissão em %').fill('21');
      await dialog.getByRole('button', { name: 'Salvar alterações' }).click();
      await expect(toast(page)).toContainText('Falha ao atualizar afiliado');
      await dialog.getByRole('button', { name: 'Cancelar' }).click();
      await page.getByRole('button', { name: 'Descartar alterações' }).click();
      await chooseAction(page, 'Marina Tavares', 'Excluir...');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
      await expect(toast(page).last()).toContainText('Falha ao excluir afiliado');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click();
      await expect(row(page, 'Marina Tavares')).toContainText('20%');
    });

    await test.step('lists that fail to load can be retried', async () => {
      await page.unrouteAll();
      await page.route('**/api/admin/affiliate**', (route) => route.abort());
      await page.getByRole('searchbox', { name: 'Buscar afiliados' }).fill('marina');
      await expect(page.getByText('Falha ao carregar afiliados')).toBeVisible();
      await page.getByRole('tab', { name: 'Vendas' }).click();
      await expect(page.getByText('Falha ao carregar vendas')).toBeVisible();
      await page.unroute('**/api/admin/affiliate**');
      await page.getByRole('button', { name: 'Tentar novamente' }).click();
      await expect(sales(page)).toHaveCount(10);
      await expect(total(page, 'Comissões pagas')).toContainText('R$');
    });

    await test.step('a tab shows a focus ring by keyboard only', async () => {
      const tab = (name: string) => page.getByRole('tab', { name });
      await tab('Vendas').click();
      await expect(tab('Vendas')).toBeFocused();
      await expect(tab('Vendas')).toHaveCSS('outline-style', 'none');
      await page.keyboard.press('ArrowLeft');
      await expect(tab('Afiliados')).toBeFocused();
      await expect(tab('Afiliados')).toHaveCSS('outline-style', 'solid');
    });
  });
});

async function takeIn(owner: Client): Promise<Affiliate> {
  const unique = randomUUID().slice(0, 8);
  const fields = {
    name: `Vendedora ${unique}`,
    email: `${unique}@exemplo.com.br`,
    password: 'segredo-1',
    isAffiliate: true,
    commissionRate: 10,
    couponCode: `V${unique}`,
  };
  return expectStatus(await owner.post('/api/admin/affiliates', fields), 201).json<Affiliate>();
}

function rows(page: Page) {
  return page.getByRole('table', { name: 'Afiliados', exact: true }).locator('tbody tr');
}

function row(page: Page, name: string) {
  return rows(page).filter({ hasText: name });
}

function sales(page: Page) {
  return page.getByRole('table', { name: 'Vendas de afiliados' }).locator('tbody tr');
}

function total(page: Page, label: string) {
  return page.locator('dl > div').filter({ hasText: label });
}
