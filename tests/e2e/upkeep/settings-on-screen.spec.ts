import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/axe.ts';
import { enter } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive, toast } from '../../support/browser/checkout.ts';
import { FILES } from '../../support/browser/upload-files.ts';
import { startPurchase } from '../../support/purchases/buy.ts';

test.use({
  settings: { COMMUNITY_URL: 'https://discord.gg/servidor' },
  provokes: /Failed to load resource|Falha na chamada/,
});

test('the owner changes name, color and logo by keyboard, and the shop shows them at once', async ({
  page,
  store,
  client,
}) => {
  await enter(page, store);
  await openAlive(page, '/admin/settings');
  const community = page.getByLabel('Endereço da comunidade');
  await expect(community).toHaveAttribute('readonly');
  await expect(community).toHaveAccessibleDescription(/^Definido no servidor \(COMMUNITY_URL\)/);

  await page.getByLabel('Nome da loja').fill('');
  await page.getByLabel('CPF ou CNPJ').fill('11.222.333/0001-18');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Nome da loja')).toBeFocused();
  await expect(page.getByText('Este CPF ou CNPJ não confere. Veja os dois últimos números.')).toBeVisible();
  await expect(page.getByText('2 alterações, 2 para corrigir')).toBeVisible();
  await expectAccessible(page, 'settings with refused fields');

  await page.keyboard.type('Estúdio Lume');
  await page.getByLabel('CPF ou CNPJ').fill('11.222.333/0001-81');
  await page.getByRole('radio', { name: 'Laranja' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Coral' })).toBeChecked();
  await page
    .getByLabel('Imagem do logo')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: FILES.png.bytes });
  await expect(page.getByRole('button', { name: 'Trocar imagem' })).toBeVisible();
  await page.getByLabel('Nome da loja').press('Enter');
  await expect(toast(page)).toContainText('Configurações salvas');
  await expect(page.getByRole('complementary').getByRole('link', { name: 'Estúdio Lume' })).toBeVisible();

  const shop = (await client.get('/')).text;
  expect(shop).toContain('data-accent="coral"');
  expect(shop).toMatch(/<img src="\/uploads\/[0-9a-f]{32}\.png"/);
  expect(shop).toContain('Estúdio Lume');
});

test('of two owners who change the same, the second sees what it became and decides', async ({
  page,
  context,
  store,
}) => {
  await enter(page, store);
  const other = await context.newPage();
  for (const each of [page, other]) await openAlive(each, '/admin/settings?secao=socios');
  await save(page, 'Ana');
  await expect(toast(page)).toContainText('Configurações salvas');

  await save(other, 'Bia');
  const name = other.getByLabel('Primeiro sócio');
  await expect(name).toHaveAccessibleDescription(/Outra pessoa mudou isto enquanto você editava: agora é “Ana”/);
  await expect(name).toHaveValue('Bia');
  await other.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect(toast(other)).toContainText('Configurações salvas');
  await openAlive(page, '/admin/society-calculator');
  await expect(page.getByText('Bia').first()).toBeVisible();
});

test('the owner sets the time to pay by keyboard: the next order has it, and the one that is open keeps its own', async ({
  page,
  store,
  client,
}) => {
  const former = await startPurchase(client, { productId: 'lote' });
  await enter(page, store);
  await openAlive(page, '/admin/settings?secao=venda');
  const minutes = page.getByLabel('Minutos para pagar um Pix');
  await expect(minutes).toHaveValue('120');
  await minutes.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('20');
  await page.keyboard.press('Enter');
  await expect(minutes).toBeFocused();
  await expect(minutes).toHaveAccessibleDescription(/Informe de 30 a 1\.440 minutos/);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('45');
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Configurações salvas');
  await expectAccessible(page, 'settings of sales');

  expect((await client.get('/')).text).toContain('Por 45 minutos. Se passar disso');
  expect((await client.get('/privacidade')).text).toContain('por até 45 minutos, um Pix');
  const { purchaseId } = await startPurchase(client, { productId: 'lote' });
  await openAlive(page, `/purchase/success/${purchaseId}`);
  await expect(page.getByRole('timer')).toHaveText(/^4[45]:\d\d$/);
  await openAlive(page, `/purchase/success/${former.purchaseId}`);
  await expect(page.getByRole('timer')).toHaveText(/^1:5\d:\d\d$/);
  await openAlive(page, '/admin/audit');
  await expect(page.getByText(/minutos para pagar um Pix/).first()).toBeVisible();
});

test('the owner sets the license of new products by keyboard', async ({ page, store }) => {
  await enter(page, store);
  await openAlive(page, '/admin/settings?secao=licencas');
  const source = page.getByRole('combobox', { name: 'Origem das chaves' });
  await source.press('Enter');
  await page.getByRole('option', { name: 'Chaves que eu adiciono' }).press('ArrowDown');
  await page.getByRole('option', { name: 'Chaves que a loja cria' }).press('Enter');
  await expect(source).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const prefix = page.getByLabel('Prefixo das chaves');
  await expect(prefix).toBeFocused();
  await expect(prefix).toHaveAccessibleDescription(/Use de 2 a 6 letras maiúsculas/);
  await expect(page.getByText('1 alteração, 1 para corrigir')).toBeVisible();
  await page.keyboard.type('trama');
  await page.keyboard.press('Tab');
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Configurações salvas');
  await expect(prefix).toHaveValue('TRAMA');
  await expectAccessible(page, 'settings of licenses');
});

test('the owner sends a test mail and reads how it ended', async ({ page, store }) => {
  await enter(page, store);
  await openAlive(page, '/admin/email-settings');
  await expect(page).toHaveURL(/secao=email$/);
  await page.getByRole('button', { name: 'Enviar e-mail de teste' }).press('Enter');
  const line = page.getByRole('list', { name: 'Últimos e-mails' }).getByRole('listitem').filter({ hasText: 'Teste' });
  await expect(line.filter({ hasText: 'Enviado' }).first()).toContainText(store.admin.email);
  await expectAccessible(page, 'settings of mail');
});

async function save(page: Page, name: string): Promise<void> {
  await page.getByLabel('Primeiro sócio').fill(name);
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
}
