import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/axe.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { buyLink, newBuyer, payButton, toast, waitUntilAlive } from '../../support/browser/checkout.ts';
import { tabTo } from '../../support/browser/keyboard.ts';

test.use({ settings: { DEMO_DATA: 'false' } });

const PLUGIN = { name: 'neblina-1.0.0.zip', mimeType: 'application/zip', buffer: Buffer.from('um plugin inteiro') };

/** The walk goes from an empty shop to the first sale, by keyboard alone and without a terminal. */
test("a new owner's first hour", async ({ page, store }) => {
  await test.step('enters, and reads what the shop still needs', async () => {
    await page.goto('/login');
    await waitUntilAlive(page);
    await type(page, page.getByLabel('Email'), store.admin.email);
    await type(page, page.getByLabel('Senha', { exact: true }), store.admin.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/admin$/);
    await waitUntilAlive(page);
    await expect(page.getByText('Nenhum produto está à venda. Adicione o primeiro.')).toBeVisible();
    await expectAccessible(page, 'the dashboard of an empty shop');
  });

  await test.step('says who sells', async () => {
    await press(page, page.getByRole('link', { name: 'Completar os dados' }));
    await expect(page).toHaveURL(/\/admin\/settings\?secao=loja/);
    await waitUntilAlive(page);
    await type(page, page.getByLabel('Nome da loja'), 'Estúdio Lume');
    await type(page, page.getByLabel('Nome ou razão social'), 'Lume Plugins Ltda.');
    await type(page, page.getByLabel('CPF ou CNPJ'), '11.222.333/0001-81');
    await type(page, page.getByLabel('Endereço', { exact: true }), 'Rua das Lentes, 12, São Paulo');
    await type(page, page.getByLabel('E-mail de contato'), 'oi@lume.exemplo');
    await page.keyboard.press('Enter');
    await expect(toast(page)).toContainText('Configurações salvas');
  });

  await test.step('passes the gate and prepares the first product', async () => {
    await press(page, page.getByRole('complementary').getByRole('link', { name: 'Produtos' }));
    await waitUntilAlive(page);
    await type(page, page.getByLabel('Senha', { exact: true }), store.gatePassword);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/admin\/products$/);
    await waitUntilAlive(page);
    await press(page, page.getByRole('button', { name: 'Adicionar Produto' }).first());
    const dialog = page.getByRole('dialog', { name: 'Adicionar Novo Produto' });
    await type(page, dialog.getByLabel('Nome', { exact: true }), 'Neblina');
    await type(page, dialog.getByLabel('Descrição', { exact: true }), 'Neblina que entra pelo fundo do quadro.');
    await expect(dialog.getByRole('combobox', { name: 'Status' })).toHaveText('Em revisão');
    await expect(dialog.getByText('Sem arquivo, fica Em revisão. Publique uma versão e ative.')).toBeVisible();
    await type(page, dialog.getByLabel('Preço', { exact: true }), '59,9');
    const chosen = page.waitForEvent('filechooser');
    await press(page, dialog.getByLabel('Solte o instalador aqui ou escolha'), 'Space');
    await (await chosen).setFiles(PLUGIN);
    await expect(dialog.getByRole('list', { name: 'Instaladores' })).toContainText('neblina-1.0.0.zip');
    await expect(dialog.getByText(/^As chaves ficam como NEBLIN-/)).toBeVisible();
    await press(page, dialog.getByRole('button', { name: 'Criar produto' }));
    await expect(toast(page)).toContainText('Produto criado');
  });

  const dialog = page.getByRole('dialog', { name: 'Editar Produto' });
  const drawer = page.locator('[data-drawer]');

  await test.step('publishes the version, which is sent already', async () => {
    await expect(page).toHaveURL(/\/admin\/products\?id=[^&]+&aba=versoes$/);
    await expect(drawer.getByRole('textbox', { name: 'Versão' })).toHaveValue('1.0.0');
    await expect(drawer.getByText('Enviado e conferido')).toBeVisible();
    await press(page, drawer.getByRole('button', { name: 'Publicar versão' }));
    await expect(toast(page)).toContainText('Versão 1.0.0 publicada');
    await expect(toast(page)).toContainText('Ativar na loja');
    await expect(drawer).toBeHidden();
  });

  await test.step('puts it on sale', async () => {
    await expect(dialog.getByText('Em revisão: ainda não aparece na loja')).toBeVisible();
    await press(page, dialog.getByRole('button', { name: 'Ativar na loja' }));
    await expect(toast(page)).toContainText('Neblina está na loja');
    await expect(dialog.getByText('Em revisão: ainda não aparece na loja')).toBeHidden();
    await press(page, dialog.getByRole('button', { name: 'Fechar' }));
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/admin\/products$/);
  });

  const buyer = newBuyer();

  await test.step('opens the shop as a visitor does, and buys', async () => {
    await page.goto('/');
    await expect(page).toHaveTitle(/Estúdio Lume/);
    await press(page, page.getByRole('link', { name: 'Neblina', exact: true }).first());
    await expect(page).toHaveURL(/\/plugins\/neblina$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Neblina');
    await expect(page.getByText('11.222.333/0001-81').first()).toBeVisible();
    await press(page, buyLink(page, 'Neblina').first());
    await waitUntilAlive(page);
    await type(page, page.getByLabel('Nome completo'), buyer.customerName);
    await type(page, page.getByLabel('E-mail'), buyer.customerEmail);
    await press(page, payButton(page));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pague R$ 59,90 com Pix');
    await press(page, page.getByRole('button', { name: 'Simular pagamento' }));
    await expect(page.getByRole('heading', { name: 'Pagamento confirmado' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Baixar/ }).first()).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Chave de ativação' })).toHaveValue(/^NEBLIN-/);
  });

  await test.step('sees the first sale', async () => {
    await page.goto('/admin');
    await waitUntilAlive(page);
    await expect(page.getByRole('row').filter({ hasText: buyer.customerName })).toContainText('R$ 59,90');
    await expect(page.getByText('Neblina 1.0.0')).toBeVisible();
    await expect(page.getByText('Completos (Decreto 7.962)')).toBeVisible();
  });
});

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target, 120);
  await page.keyboard.press(key);
}

async function type(page: Page, field: Locator, text: string): Promise<void> {
  if (!(await field.evaluate((element) => element === document.activeElement))) await tabTo(page, field, 120);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}
