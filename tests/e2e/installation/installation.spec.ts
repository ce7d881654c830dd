import type { Page } from '@playwright/test';
import { openFakeMercadoPago } from '../../support/banks/fake-mercado-pago.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { orderPix } from '../../support/browser/checkout.ts';
import { tabTo } from '../../support/browser/keyboard.ts';
import { ANA, NEW_SHOP, printedLink } from '../../support/calls/new-shop.ts';
import { addFirstProduct } from '../../support/installation/walk.ts';

test.use({ ownProcess: true, settings: NEW_SHOP, provokes: /status of (?:422|503)/ });

/** From the printed link to a paid charge at a real bank, by forms alone; the store is killed after each step. */
test('a new shop is set up in the browser', { tag: '@phone' }, async ({ page, store, browser }) => {
  const goOn = async (step: string) => {
    await expect(page).toHaveURL(new RegExp(`/instalar/${step}$`));
    await store.kill();
    await store.restart();
    await page.goto('/instalar');
    await expect(page).toHaveURL(new RegExp(`/instalar/${step}$`));
  };
  const bank = await openFakeMercadoPago();
  const visitor = await (await browser.newContext({ baseURL: store.url })).newPage();
  const next = () => page.getByRole('button', { name: 'Salvar e continuar' });

  await test.step('is closed to visitors', async () => {
    await visitor.goto('/');
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Esta loja está sendo preparada');
    await expectAccessible(visitor, 'a shop that is being prepared');
  });

  await test.step('makes the account', async () => {
    await page.goto(printedLink(store.output()));
    await expect(page).toHaveURL(/\/instalar\/conta$/);
    await page.getByLabel('Seu nome').fill(ANA.name);
    await page.getByLabel('E-mail').fill(ANA.email);
    await page.getByLabel('Senha', { exact: true }).fill('curta');
    await expect(page.getByText('Faltam 7 caracteres.')).toBeVisible();
    await next().click();
    await expect(page.getByText('pelo menos 12 caracteres')).toBeVisible();
    await expect(page.getByLabel('Seu nome')).toHaveValue(ANA.name);
    await judge(page, 'the account');
    await page.getByLabel('Senha', { exact: true }).fill(ANA.password);
    await expect(page.getByText('Boa.')).toBeVisible();
    await page.keyboard.press('Enter');
    await goOn('loja');
  });

  await test.step('names the shop, by keyboard', async () => {
    await typeInto(page, 'Nome da loja', 'Estúdio Lume');
    await typeInto(page, 'Nome ou razão social', 'Lume Plugins Ltda.');
    await typeInto(page, 'CPF ou CNPJ', '11.222.333/0001-81');
    await judge(page, 'the shop');
    await page.keyboard.press('Enter');
    await goOn('endereco');
  });

  await test.step('leaves the address for later, once a domain is read and agreed to', async () => {
    await page.getByLabel('Domínio').fill('loja');
    await next().click();
    await expect(page.getByText('Informe só o domínio, como loja.exemplo.com.br.')).toBeVisible();
    await expect(page.getByText('Marque que concorda com os termos')).toBeVisible();
    await expect(page.getByLabel('Domínio')).toHaveValue('loja');
    await judge(page, 'the address');
    await page.getByRole('button', { name: 'Pular este passo' }).click();
    await goOn('banco');
  });

  await test.step('chooses the bank, checked before it is saved', async () => {
    await page.getByText('Avisos de pagamento na hora').click();
    await page.getByText('Mais opções').first().click();
    await page.getByLabel('Access Token').fill(bank.accessToken);
    await page.getByLabel('Endereço da API (homologação)').first().fill(bank.url);
    await page.getByRole('button', { name: 'Conferir' }).first().click();
    await expect(page.getByText('O Mercado Pago aceitou o token de acesso.')).toBeVisible();
    await expect(page.getByText(`${store.url}/api/webhooks/mercadopago`, { exact: true })).toBeVisible();
    await expect(page.getByText(`termina em ${bank.accessToken.slice(-4)}`)).toBeVisible();
    await judge(page, 'the bank');
    await next().click();
    await goOn('email');
  });

  await test.step('leaves the mail for later', async () => {
    await page.getByLabel('Quem envia os seus e-mails').selectOption('Brevo');
    await expect(page.getByText('gere uma chave de SMTP')).toBeVisible();
    await judge(page, 'the mail');
    await page.getByRole('button', { name: 'Pular este passo' }).click();
    await goOn('pronto');
  });

  await test.step('opens', async () => {
    await expect(page.getByRole('link', { name: 'Criar o primeiro produto' })).toBeVisible();
    await judge(page, 'the last step');
    await visitor.reload();
    await expect(visitor.getByText('Esta loja está sendo preparada')).toBeVisible();
    await page.getByRole('button', { name: 'Abrir a loja' }).click();
    await expect(page).toHaveURL(/\/admin$/);
    await visitor.goto('/');
    await expect(visitor).toHaveTitle(/Estúdio Lume/);
    await expect(visitor.getByText(/banco de teste|nenhum pagamento é real/i)).toHaveCount(0);
  });

  await test.step('takes the first payment', async () => {
    await page.goto('about:blank');
    await store.kill();
    await store.restart();
    await orderPix(visitor, await addFirstProduct(page));
    const [order] = bank.orders();
    await bank.pay(order?.external_reference ?? '');
    await visitor.getByRole('button', { name: 'Já paguei, verificar pagamento' }).click();
    await expect(visitor).toHaveURL(/\/purchase\/success\//);
  });

  await visitor.context().close();
  await bank.close();
});

async function judge(page: Page, screen: string): Promise<void> {
  await expectAccessible(page, screen);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), screen).toBeLessThanOrEqual(0);
}

async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label), 60);
  await page.keyboard.type(text);
}
