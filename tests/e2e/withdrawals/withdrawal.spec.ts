import { expectAccessible } from '../../support/browser/axe.ts';
import { enter } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { keyField, newBuyer, openAlive, purchasePage } from '../../support/browser/checkout.ts';
import { buy, expectStatus } from '../../support/purchases/buy.ts';

test.use({ settings: { WITHDRAWAL: 'review' } });

const ASKED = 'Pedido de desistência recebido';

test('an unused purchase is given up by keyboard, and the money comes back', async ({ page, client }) => {
  const { id } = await buy(client, { ...newBuyer(), productId: 'grade-cinema' });
  await openAlive(page, purchasePage(id));
  await expect(page.getByText(/^Você pode desistir desta compra até \d\d\/\d\d\/\d{4}, sem explicar/)).toBeVisible();
  const opener = page.getByRole('button', { name: 'Desistir da compra' });
  await opener.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Desistir da compra?' });
  await expect(dialog).toContainText('Você recebe R$ 189,90 de volta pelo mesmo Pix. A chave deixa de valer agora.');
  await expectAccessible(page, 'the withdrawal dialog');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.press('Enter');
  await dialog.getByLabel('O que faltou? (opcional)').fill('Comprei a versão errada');
  await dialog.getByRole('button', { name: 'Desistir e receber de volta' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Reembolsado' })).toBeVisible();
  await expect(page.getByText(/^Desistência concluída, protocolo \w{4}-\w{2}\./)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Reembolsado' })).toBeFocused();
  await expect(opener).toHaveCount(0);
});

test('a used purchase waits for the owner, who reads the reason and refuses', { tag: '@phone' }, async ({
  page,
  client,
  store,
}) => {
  const buyer = { ...newBuyer(), customerName: 'Bruna Prado' };
  const { id } = await buy(client, { ...buyer, productId: 'grade-cinema' });
  await client.get(`/api/payments/download/${id}`);
  await openAlive(page, purchasePage(id));
  await page.getByRole('button', { name: 'Desistir da compra' }).click();
  await page.getByLabel('O que faltou? (opcional)').fill('O plugin trava no meu editor');
  await page.getByRole('button', { name: 'Desistir e receber de volta' }).click();
  await expect(page.getByRole('heading', { name: ASKED })).toBeVisible();
  await expect(page.getByText(/A loja responde até \d\d\/\d\d\/\d{4}\./)).toBeVisible();
  await expect(keyField(page)).toHaveCount(0);
  await expectAccessible(page, 'a withdrawal in review');
  const download = await client.get(`/api/payments/download/${id}`);
  expect(expectStatus(download, 409).json()).toMatchObject({ code: 'withdrawn' });

  await test.step('cancels and asks again', async () => {
    await page.getByRole('button', { name: 'Cancelar o pedido' }).click();
    await expect(page.getByRole('heading', { name: 'Pagamento confirmado' })).toBeVisible();
    await expect(keyField(page)).toHaveValue(/^CF-/);
    await page.getByRole('button', { name: 'Desistir da compra' }).click();
    await page.getByRole('button', { name: 'Desistir e receber de volta' }).click();
    await expect(page.getByRole('heading', { name: ASKED })).toBeVisible();
  });

  await enter(page, store);
  await test.step('the dashboard counts down', async () => {
    await openAlive(page, '/admin');
    const card = page.getByRole('region', { name: 'Precisa de você' });
    const wish = card.getByRole('listitem').filter({ hasText: 'Bruna Prado quer desistir de' });
    await expect(wish).toContainText('responda até');
    await wish.getByRole('link', { name: 'Responder' }).click();
  });

  await test.step('the open sale shows what was used, and the owner answers', async () => {
    const drawer = page.getByRole('dialog', { name: /^Pedido/ });
    await expect(drawer.getByText('O cliente desistiu da compra e espera a sua resposta')).toBeVisible();
    await expect(drawer.getByText('1 download, nenhum computador.')).toBeVisible();
    await expect(drawer.getByText('Cliente desistiu da compra (1 download)').first()).toBeVisible();
    await expectAccessible(page, 'a sale with a withdrawal');
    await drawer.getByRole('button', { name: 'Recusar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Recusar a desistência?' });
    await dialog.getByLabel('Motivo').fill('Curto demais');
    await dialog.getByRole('button', { name: 'Recusar a desistência' }).click();
    await expect(dialog.getByText('Escreva o motivo, com 20 a 500 caracteres.')).toBeVisible();
    await expectAccessible(page, 'the refusal of a withdrawal');
    await dialog.getByLabel('Motivo').fill('O travamento foi resolvido na versão 2.1.');
    await dialog.getByRole('button', { name: 'Recusar a desistência' }).click();
    await expect(drawer.getByText('Desistência recusada', { exact: true })).toBeVisible();
  });

  await openAlive(page, purchasePage(id));
  await expect(page.getByText('O travamento foi resolvido na versão 2.1.')).toBeVisible();
  await expect(keyField(page)).toHaveValue(/^CF-/);
});

test('the owner accepts a withdrawal of the list', async ({ page, client, store }) => {
  const buyer = { ...newBuyer(), customerName: 'Caio Nunes' };
  const { id } = await buy(client, { ...buyer, productId: 'lote' });
  await client.get(`/api/payments/download/${id}`);
  expectStatus(await client.post(`/api/payments/withdrawal/${id}`, { email: buyer.customerEmail }), 200);
  await enter(page, store);
  await openAlive(page, '/admin/sales?status=withdrawal');
  const row = page.getByRole('row').filter({ hasText: 'Caio Nunes' });
  await expect(row.getByText('Desistência')).toBeVisible();
  await openAlive(page, `/admin/sales?id=${id}`);
  await page.getByRole('button', { name: /^Aceitar e devolver R\$/ }).click();
  await page.getByRole('button', { name: /^Devolver R\$/ }).click();
  const drawer = page.getByRole('dialog', { name: /^Pedido/ });
  await expect(drawer.getByText('Reembolsado', { exact: true })).toBeVisible();
  await expect(drawer.getByText('Desistência aceita pelo painel')).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a purchase is given up, and the wish canceled, by forms alone', async ({ page, client }) => {
    const { id } = await buy(client, { ...newBuyer(), productId: 'lote' });
    await client.get(`/api/payments/download/${id}`);
    await page.goto(purchasePage(id));
    await page.getByText('Desistir da compra', { exact: true }).click();
    await page.getByLabel('O que faltou? (opcional)').fill('Comprei por engano');
    await page.getByRole('button', { name: 'Desistir e receber de volta' }).click();
    await expect(page.getByRole('heading', { name: ASKED })).toBeVisible();
    await page.getByRole('button', { name: 'Cancelar o pedido' }).click();
    await expect(page.getByRole('heading', { name: 'Pagamento confirmado' })).toBeVisible();
  });
});
