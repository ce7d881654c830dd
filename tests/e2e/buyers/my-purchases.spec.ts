import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/axe.ts';
import { enter } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { measureWeight, sum } from '../../support/browser/weight.ts';
import type { Client } from '../../support/calls/client.ts';
import { buy, startPurchase } from '../../support/purchases/buy.ts';
import { askForLink, readLink } from '../../support/purchases/buyers.ts';
import { buyAndRefund, buyWithoutKeys } from '../../support/purchases/purchases.ts';
import type { Store } from '../../support/store/store.ts';

const MOST_SCRIPT = 60_000;

let people = 0;
const nextAddress = () => `visita${++people}@exemplo.com.br`;
const buyAs = (client: Client, customerEmail: string, productId = 'grade-cinema') =>
  buy(client, { customerName: 'Bia Prado', customerEmail, productId });

test('a buyer enters by the mailed link and finds every purchase', async ({ page, client, store }) => {
  const email = nextAddress();
  await buyAs(client, email);
  await startPurchase(client, { customerName: 'Bia Prado', customerEmail: email, productId: 'lote' });
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Minhas compras' }).click();
  await expectAccessible(page, 'signed out');

  await page.getByLabel('E-mail').first().fill(email);
  await page.getByRole('button', { name: 'Receber o link de entrada' }).click();
  await expect(page.getByText(/^Se houver compras com este e-mail/)).toBeVisible();
  await expect(page.getByLabel('E-mail').nth(1)).toHaveValue(email);
  await expectAccessible(page, 'link asked');

  const { token } = await linkOf(store, email);
  await page.goto(`/minhas-compras/entrar?t=${token}`);
  await expectAccessible(page, 'button of the link');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page).toHaveURL(/\/minhas-compras$/);
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(2);

  await test.step('pays what is open', async () => {
    await expect(cards.first().getByText('Pix em aberto')).toBeVisible();
    await expect(cards.first().getByRole('link', { name: 'Pagar agora' })).toHaveAttribute(
      'href',
      /^\/checkout\/lote\?compra=[0-9a-f]{32}$/,
    );
  });

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await test.step('copies the key without showing it, and shows it when asked to', async () => {
    const card = cards.last();
    const key = card.getByRole('textbox', { name: 'Chave de Grade Cinema', exact: true });
    await card.getByRole('button', { name: 'Copiar Chave de Grade Cinema' }).click();
    await expect(card.getByText('Copiado')).toBeVisible();
    await expect(key).toBeHidden();
    await card.getByText('Mostrar').click();
    await expect(key).toHaveValue(/^CF-/);
    await expect(card.getByRole('link', { name: /^Baixar/ })).toBeVisible();
  });
  await expectAccessible(page, 'purchases');

  await page.getByRole('link', { name: 'Meus dados' }).click();
  await expect(page.getByRole('heading', { name: 'Meus dados', level: 1 })).toBeVisible();
  await expectAccessible(page, 'personal data');
  await page.getByLabel('Avisos de versões novas do que comprei').uncheck();
  await page.getByRole('button', { name: 'Salvar escolhas' }).click();
  await expect(page.getByText('Suas escolhas foram salvas.')).toBeVisible();
  await expect(page.getByLabel('Avisos de versões novas do que comprei')).not.toBeChecked();

  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page.getByText('Você saiu.')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
});

test('each state of a purchase has its card', async ({ page, client, store }) => {
  const email = nextAddress();
  const refunded = await buyAndRefund(store, client);
  const waiting = await buyWithoutKeys(store, client, 'transita');
  const { id } = await buyAs(client, email, 'grao-16');
  await giveTo(store, id, [refunded, waiting]);
  await enterByCode(page, store, email);
  await page.goto('/minhas-compras');

  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(page.getByText(/^Reembolsada em \d\d\/\d\d\/\d{4}$/)).toBeVisible();
  await expect(page.getByText('Sua chave está a caminho')).toBeVisible();
  await expectAccessible(page, 'purchase states');
});

test('the pages keep their budget', async ({ page, client, store }) => {
  const email = nextAddress();
  await buyAs(client, email);
  const paths = ['/minhas-compras', '/minhas-compras/entrar?t=x'];
  for (const path of paths) {
    const { scripts } = await measureWeight(page, path);
    expect(sum(scripts), path).toBeLessThanOrEqual(MOST_SCRIPT);
  }
  await enterByCode(page, store, email);
  for (const path of ['/minhas-compras', '/minhas-compras/dados']) {
    const { scripts } = await measureWeight(page, path);
    expect(sum(scripts), path).toBeLessThanOrEqual(MOST_SCRIPT);
  }
});

test('the keyboard alone asks for the link and shows the key', async ({ page, client, store }) => {
  const email = nextAddress();
  await buyAs(client, email);
  await page.goto('/minhas-compras');
  await page.getByLabel('E-mail').first().focus();
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Se houver compras com este e-mail/)).toBeVisible();
  const { code } = await linkOf(store, email);
  await page.getByLabel('Código de seis números').focus();
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('article').locator('summary').filter({ hasText: 'Mostrar' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Chave de Grade Cinema', exact: true })).toHaveValue(/^CF-/);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, provokes: /status of 404/ });

  test('a buyer enters by the code, changes, recovers and erases by forms alone', async ({ page, client, store }) => {
    const email = nextAddress();
    const { id } = await buyAs(client, email);
    await page.goto('/minhas-compras');

    await test.step('finds one purchase without mail', async () => {
      await page.getByText('Não recebeu o e-mail?').click();
      const form = page.locator('form').filter({ hasText: 'Abra uma compra com o código do Pix' });
      await form.getByLabel('E-mail').fill(email);
      await form.getByLabel('Número longo da compra ou código do Pix').fill('1'.repeat(32));
      await form.getByRole('button', { name: 'Abrir a compra' }).click();
      const reference = form.getByLabel('Número longo da compra ou código do Pix');
      await expect(reference).toHaveAccessibleDescription(/^Não achamos uma compra com esses dados/);
      await expect(reference).toBeFocused();
      await expect(form.getByLabel('E-mail')).toHaveValue(email);
      await form.getByLabel('Número longo da compra ou código do Pix').fill(id);
      await form.getByRole('button', { name: 'Abrir a compra' }).click();
      await expect(page).toHaveURL(`/purchase/success/${id}`);
    });

    await page.goto('/minhas-compras');
    await page.getByLabel('E-mail').first().fill(email);
    await page.getByRole('button', { name: 'Receber o link de entrada' }).click();
    const { code } = await linkOf(store, email);
    const form = page.locator('form').filter({ hasText: 'Código de seis números' });
    await form.getByLabel('E-mail').fill(email);
    await form.getByLabel('Código de seis números').fill(code);
    await form.getByRole('button', { name: 'Entrar' }).click();
    await expect(page.getByRole('article')).toHaveCount(1);
    await page.getByText('Mostrar').click();
    await expect(page.getByRole('textbox', { name: 'Chave de Grade Cinema', exact: true })).toHaveValue(/^CF-/);

    await page.getByRole('link', { name: 'Meus dados' }).click();
    const arriving = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Baixar meus dados' }).click();
    expect((await arriving).suggestedFilename()).toBe('meus-dados.json');
    await page.getByLabel('Novo e-mail').fill(nextAddress());
    await page.getByRole('button', { name: 'Trocar de e-mail' }).click();
    await expect(page.getByText(/^Enviamos um link para o novo endereço\. A troca/)).toBeVisible();
    await page.getByLabel('Digite APAGAR para confirmar').fill('APAGAR');
    await page.getByRole('button', { name: 'Apagar meus dados' }).click();
    await expect(page.getByText('Seus dados foram apagados da loja.')).toBeVisible();
  });
});

test.describe('on the narrowest phone', { tag: '@phone' }, () => {
  test('nothing scrolls sideways', async ({ page, client, store }) => {
    const email = nextAddress();
    await buyAs(client, email);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/minhas-compras');
    await expect.poll(() => hiddenWidth(page)).toBe(0);
    await enterByCode(page, store, email);
    await page.goto('/minhas-compras');
    await page.getByText('Mostrar').click();
    await expect.poll(() => hiddenWidth(page)).toBe(0);
    await page.goto('/minhas-compras/dados');
    await expect.poll(() => hiddenWidth(page)).toBe(0);
  });
});

test.describe('the owner', () => {
  test.use({ provokes: /status of 409|Falha na chamada/ });

  test('corrects an address, and joins two customers only after a warning', async ({ page, client, store }) => {
    const [wrong, right] = [nextAddress(), nextAddress()];
    const { id } = await buyAs(client, wrong);
    await buyAs(client, right);
    await enter(page, store);
    await page.goto(`/admin/sales?id=${id}`);
    await page.getByRole('button', { name: 'Corrigir e-mail' }).click();
    const dialog = page.getByRole('dialog', { name: 'Corrigir e-mail' });
    await dialog.getByLabel('E-mail').fill(right);
    await dialog.getByRole('button', { name: 'Corrigir e-mail' }).click();
    await expect(dialog.getByText(/^Outro cliente já usa este e-mail/)).toBeVisible();
    await expectAccessible(page, 'correct an address');
    await dialog.getByRole('button', { name: 'Juntar os dois clientes' }).click();
    await expect(page.getByText('E-mail corrigido', { exact: true })).toBeVisible();
    await expect(page.getByRole('dialog').getByText(right)).toBeVisible();
  });
});

async function linkOf(store: Store, email: string): Promise<{ token: string; code: string }> {
  const links = async () =>
    (await store.mailbox()).filter((mail) => mail.to?.[0]?.address === email && /^Seu link/.test(mail.subject ?? ''));
  await expect.poll(async () => (await links()).length).toBeGreaterThan(0);
  const newest = (await links()).at(-1);
  if (!newest) throw new Error('The link did not arrive.');
  return readLink(newest);
}

async function enterByCode(page: Page, store: Store, email: string): Promise<void> {
  const { code } = await askForLink(store, email);
  await page.request.post('/api/buyer/session', { data: { email, code } });
}

/** Purchases of the helpers belong to somebody else. */
async function giveTo(store: Store, purchaseId: string, others: string[]): Promise<void> {
  const books = store.database();
  const owner = books.selectFrom('purchases').select('customerId').where('id', '=', purchaseId);
  const { customerId } = await owner.executeTakeFirstOrThrow();
  await books.updateTable('purchases').set({ customerId }).where('id', 'in', others).execute();
}

function hiddenWidth(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
