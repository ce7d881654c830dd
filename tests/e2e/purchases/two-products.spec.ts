import type { Page } from '@playwright/test';
import { enter } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { newBuyer, openAlive, openFollowing, purchaseIn, purchasePage } from '../../support/browser/checkout.ts';
import { actAtSandbox, buy, readPurchase, startPurchase } from '../../support/purchases/buy.ts';
import { askForLink, mailTo } from '../../support/purchases/buyers.ts';

const BOTH = { productId: 'grade-cinema', furtherProductIds: ['curva-motion'] };
const NAMES = ['Grade Cinema', 'Curva Motion'];
const KEYS = [/^CF-/, /^CURVA-/];

test.describe('two products of one Pix', () => {
  test('show a key and a download each, as soon as they are paid', { tag: '@phone' }, async ({ page, client }) => {
    const { purchaseId, transactionId } = await startPurchase(client, { ...BOTH, ...newBuyer() });
    await openFollowing(page, purchasePage(purchaseId), purchaseId);
    await expect(page).toHaveTitle(/^Sua compra: Grade Cinema e Curva Motion/);
    await actAtSandbox(client, transactionId, 'pay');

    await expectBoth(page);
    await page.reload();
    await expectBoth(page);
    await expect(page.getByRole('heading', { name: /^Seus computadores com Curva Motion/ })).toBeVisible();
  });

  test('are all told of by the receipt, the room of the buyer and the sale', async ({ page, client, store }) => {
    const buyer = newBuyer();
    const { id, number } = await buy(client, { ...BOTH, ...buyer });
    const receipt = await mailTo(store, buyer.customerEmail, /^Compra confirmada .*: Grade Cinema e Curva Motion$/);
    for (const name of NAMES) expect(receipt.text).toContain(`Baixar ${name}`);
    expect(receipt.text).toMatch(/CF-.*CURVA-/s);

    const { code } = await askForLink(store, buyer.customerEmail);
    await page.request.post('/api/buyer/session', { data: { email: buyer.customerEmail, code } });
    await page.goto('/minhas-compras');
    const card = page.getByRole('article', { name: `Compra ${number}: Grade Cinema e Curva Motion` });
    for (const [at, name] of NAMES.entries()) {
      await expect(card.getByRole('heading', { level: 2, name })).toBeVisible();
      await card
        .getByRole('region', { name: `Chave de ${name}` })
        .getByText('Mostrar')
        .click();
      await expect(card.getByRole('textbox', { name: `Chave de ${name}` })).toHaveValue(KEYS[at] ?? '');
    }
    expect(await doubledIds(page)).toEqual([]);

    await enter(page, store);
    await openAlive(page, `/admin/sales?id=${id}`);
    const drawer = page.getByRole('dialog', { name: `Pedido #${number}` });
    await expect(drawer.getByText('R$ 189,90')).toBeVisible();
    await expect(drawer.getByText('R$ 99,90')).toBeVisible();
    for (const name of NAMES) await expect(drawer.getByRole('definition').filter({ hasText: name })).toHaveCount(3);
    await expect(drawer.getByRole('img', { name: 'Chave oculta' })).toHaveCount(2);
  });

  test('are paid on their own page, and ordered again together when the code has expired', async ({ page, client }) => {
    const { purchaseId, transactionId } = await startPurchase(client, { ...BOTH, ...newBuyer() });
    await page.goto(`/checkout/grade-cinema?compra=${purchaseId}`);
    await expect(page).toHaveURL(purchasePage(purchaseId));
    await actAtSandbox(client, transactionId, 'expire');
    await page.getByRole('button', { name: 'Gerar novo código' }).click();
    await expect.poll(() => purchaseIn(page)).not.toBe(purchaseId);

    const again = await readPurchase(client, purchaseIn(page));
    expect(again.items.map(({ productName }) => productName)).toEqual(NAMES);
  });
});

async function expectBoth(page: Page): Promise<void> {
  for (const [at, name] of NAMES.entries()) {
    const key = page.getByRole('textbox', { name: `Chave de ativação de ${name}` });
    await expect(key).toHaveValue(KEYS[at] ?? '');
    await expect(page.getByRole('heading', { name: `Download de ${name}` })).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: name })).toHaveCount(1);
  }
  expect(await doubledIds(page)).toEqual([]);
}

function doubledIds(page: Page): Promise<string[]> {
  return page
    .locator('[id]')
    .evaluateAll((elements) => elements.map(({ id }) => id).filter((id, at, all) => all.indexOf(id) !== at));
}
