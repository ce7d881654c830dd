import { fileURLToPath } from 'node:url';
import { openApiPixSide } from '../../support/banks/real-banks.ts';
import { payAt } from '../../support/browser/bank-walk.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { newBuyer, orderPix, purchaseIn } from '../../support/browser/checkout.ts';
import { NEW_SHOP } from '../../support/calls/new-shop.ts';
import { openMailServer } from '../../support/calls/smtp.ts';
import { addFirstProduct, makeAccount, openShop, saveStep, skipStep } from '../../support/installation/walk.ts';

test.use({ settings: NEW_SHOP, provokes: /status of 422/ });

const LOGIN = { user: 'loja', password: 'senha de app 4f2a' };
const CERTIFICATE = new URL('../../support/banks/certificates/shop.p12', import.meta.url);

test('a new shop at a bank of the API Pix sends its first receipt by the account of its owner', {
  tag: '@phone',
}, async ({ page, store }) => {
  const [bank, office] = await Promise.all([openApiPixSide(), openMailServer(LOGIN)]);
  await makeAccount(page, store);
  await skipStep(page, 'endereco');
  await skipStep(page, 'banco');

  await test.step('types the bank, with its certificate', async () => {
    await page.getByText('Outro banco (API Pix)').click();
    const typed = {
      'Chave Pix': bank.settings['PIX_KEY'],
      'Client ID': bank.settings['PIX_CLIENT_ID'],
      'Client Secret': bank.settings['PIX_CLIENT_SECRET'],
      'Senha do certificado': 'testes',
      'Segredo do endereço dos avisos': bank.settings['PIX_WEBHOOK_SECRET'],
      'Endereço da API (homologação)': bank.settings['PIX_API_URL'],
      'Endereço do token': bank.settings['PIX_OAUTH_URL'],
    };
    await page.getByText('Mais opções').filter({ visible: true }).click();
    for (const [label, text = ''] of Object.entries(typed)) {
      await page.getByLabel(label).filter({ visible: true }).fill(text);
    }
    const certificate = page.getByLabel('Certificado', { exact: true });
    await certificate.setInputFiles(fileURLToPath(CERTIFICATE));
    await page.getByRole('button', { name: 'Conferir' }).filter({ visible: true }).click();
    await expect(page.getByText('O banco aceitou o certificado e as credenciais.')).toBeVisible();
    await expect(page.getByText('Arquivo recebido.').first()).toBeVisible();
    await saveStep(page, 'email');
  });

  await test.step('types the mail account, wrong at first', async () => {
    await page.getByLabel('Quem envia os seus e-mails').selectOption('Outro servidor');
    await page.getByLabel('Servidor', { exact: true }).fill('127.0.0.1');
    await page.getByLabel('Porta', { exact: true }).fill(new URL(office.url).port);
    await page.getByLabel('STARTTLS').check();
    await page.getByLabel('Usuário').fill(LOGIN.user);
    await page.getByLabel('Senha').fill('errada');
    await page.getByLabel('Remetente').fill('loja@localhost');
    await page.getByRole('button', { name: 'Conferir' }).click();
    await expect(page.getByRole('status', { name: 'Resultado' })).toContainText('senha de aplicativo');
    await page.getByLabel('Senha').fill(LOGIN.password);
    await page.getByRole('button', { name: 'Conferir' }).click();
    await expect(page.getByRole('status', { name: 'Resultado' })).toContainText('Aceito pelo servidor.');
    await saveStep(page, 'pronto');
  });

  await openShop(page);
  const buyer = newBuyer();
  await orderPix(page, await addFirstProduct(page), buyer);
  await payAt(bank, store, purchaseIn(page));
  await expect(page).toHaveURL(/\/purchase\/success\//);
  const [receipt] = await office.waitForMails(1, { to: buyer.customerEmail });
  expect(receipt?.envelope.from).toBe('loja@localhost');
  await Promise.all([bank.close(), office.close()]);
});
