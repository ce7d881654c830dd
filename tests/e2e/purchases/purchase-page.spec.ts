import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/axe.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import {
  isSameDocument,
  keyField,
  markDocument,
  openAlive,
  openFollowing,
  orderPix,
  pixText,
  purchaseIn,
  purchasePage,
  toast,
} from '../../support/browser/checkout.ts';
import { wasSeen, watchText } from '../../support/browser/watch-text.ts';
import { actAtSandbox, buy, startPurchase, waitForStatus } from '../../support/purchases/buy.ts';
import { buyWithoutKeys, purchaseRow, purchasesInEachState } from '../../support/purchases/purchases.ts';

test.describe('a payment at the bank while the page is open', () => {
  test('is shown by the event stream alone', { tag: '@phone' }, async ({ page, client }) => {
    const { purchaseId, transactionId } = await startPurchase(client, { productId: 'lote' });
    await openFollowing(page, purchasePage(purchaseId), purchaseId);
    // No other call gets an answer from here on.
    for (const call of [`**/api/payments/purchase/${purchaseId}`, '**/api/payments/status/**']) {
      await page.route(call, () => {});
    }
    await markDocument(page);
    await actAtSandbox(client, transactionId, 'pay');

    await expect(page.getByRole('heading', { name: 'Pagamento confirmado' })).toBeVisible();
    await expect(keyField(page)).toHaveValue(/^CF-/);
    await expect(page.getByRole('link', { name: 'Baixar Lote' })).toBeVisible();
    await expect(page.getByText('Pagamento confirmado')).toBeInViewport();
    expect(await isSameDocument(page)).toBe(true);
  });

  test.describe('with the event stream blocked', () => {
    test.use({ provokes: /Failed to load resource/ });

    test('is shown by polling', async ({ page, client }) => {
      await page.route('**/events', (route) => route.abort());
      const { purchaseId, transactionId } = await startPurchase(client, { productId: 'lote' });
      await page.clock.install();
      await openAlive(page, purchasePage(purchaseId));
      await markDocument(page);
      await actAtSandbox(client, transactionId, 'pay');
      await page.clock.fastForward('00:05');
      await expect(keyField(page)).toHaveValue(/^CF-/);
      expect(await isSameDocument(page)).toBe(true);
    });
  });

  test('the checkout becomes the purchase in its place', async ({ page, client, store }) => {
    await orderPix(page, 'lote');
    const { transactionId } = await purchaseRow(store, purchaseIn(page));
    const said = 'Pagamento confirmado. Preparando sua entrega…';
    await watchText(page, said);
    await markDocument(page);
    await actAtSandbox(client, transactionId, 'pay');
    await expect(page.getByRole('heading', { level: 1, name: 'Pagamento confirmado' })).toBeFocused();
    await expect(keyField(page)).toHaveValue(/^CF-/);
    expect(await wasSeen(page, said)).toBe(true);
    expect(await isSameDocument(page)).toBe(true);
    await expect(page).toHaveURL(/\/purchase\/success\//);
    const key = await keyField(page).inputValue();
    await page.reload();
    await expect(keyField(page)).toHaveValue(key);
  });

  test('is shown on return to a hidden tab, and an end by itself', async ({ page, client }) => {
    await test.step('an open page expires', async () => {
      const { purchaseId, transactionId } = await startPurchase(client, { productId: 'lote' });
      await openAlive(page, purchasePage(purchaseId));
      await actAtSandbox(client, transactionId, 'expire');
      await expect(page.getByRole('heading', { name: 'Cancelado' })).toBeVisible();
      await expect(pixText(page)).toHaveCount(0);
    });

    await test.step('on return to a hidden tab', async () => {
      const { purchaseId, transactionId } = await startPurchase(client, { productId: 'lote' });
      await openFollowing(page, purchasePage(purchaseId), purchaseId);
      await setHidden(page, true);
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/')) asked.push(request.url());
      });
      await actAtSandbox(client, transactionId, 'pay');
      await waitForStatus(client, purchaseId, 'COMPLETED');
      await expect(page.getByRole('heading', { name: 'Aguardando confirmação de pagamento' })).toBeVisible();
      expect(asked).toEqual([]);
      await setHidden(page, false);
      await expect(keyField(page)).toHaveValue(/^CF-/);
    });
  });
});

test.describe('a purchase', () => {
  test('says what became of it, is accessible in each state, and is printed', async ({ page, client, store }) => {
    const told: Record<string, () => Promise<void>> = {
      refunded: async () => {
        await expect(page.getByRole('heading', { name: 'Reembolsado' })).toBeVisible();
        await expect(page.getByText('A chave e o download desta compra não valem mais.')).toBeVisible();
        await expect(keyField(page)).toHaveCount(0);
        await expect(page.getByRole('link', { name: /^Baixar/ })).toHaveCount(0);
      },
      'under review': async () => {
        await expect(page.getByRole('heading', { name: 'Pagamento em análise' })).toBeVisible();
        await expect(pixText(page)).toHaveCount(0);
      },
      'paid, without a key': async () => {
        await expect(page.getByRole('link', { name: 'Baixar Grão 16' })).toBeVisible();
        await expect(page.getByRole('heading', { name: 'Chave de ativação' })).toHaveCount(0);
      },
    };
    const purchases = await purchasesInEachState(store, client);
    for (const [state, id] of Object.entries(purchases)) {
      await test.step(state, async () => {
        await openAlive(page, purchasePage(id));
        await told[state]?.();
        await expectAccessible(page, `purchase ${state}`);
      });
    }

    await test.step('printed in dark letters without buttons, in the dark theme too', async () => {
      await page.emulateMedia({ colorScheme: 'dark' });
      await openAlive(page, purchasePage(purchases['paid'] ?? ''));
      const root = page.locator('html');
      await expect(root).toHaveCSS('color-scheme', 'dark');
      await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
      await expect(root).toHaveCSS('color-scheme', 'light');
      await expect(keyField(page)).toBeVisible();
      await expect(page.getByRole('button')).toHaveCount(0);
    });
  });

  test('that waits for its key shows it as soon as it exists', async ({ page, client, store }) => {
    const productId = 'faisca';
    const id = await buyWithoutKeys(store, client, productId);
    await page.clock.install();
    await openAlive(page, purchasePage(id));
    await expect(page.getByText('Sua chave está a caminho.')).toBeVisible();
    await expect(page.getByText(/^Na fila desde .* Se ela não chegar até/)).toBeVisible();
    await expect(page.getByRole('link', { name: /^fale com a gente/ })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Baixar/ }).first()).toBeVisible();
    await markDocument(page);

    const now = new Date().toISOString();
    const key = { id: randomUUID(), productId, key: 'CF-TARDE-MAS-CERTA', createdAt: now };
    const assigned = { ...key, itemId: id, assignedAt: now };
    await store.database().insertInto('activationKeys').values(assigned).execute();
    // Nobody tells the page: it looks every 10 s.
    await page.clock.fastForward('00:10');
    await expect(keyField(page)).toHaveValue(key.key);
    expect(await isSameDocument(page)).toBe(true);
  });

  test.describe('on a phone', { tag: '@phone' }, () => {
    test.use({ provokes: /status of 404/ });

    test('comes first as a code that opens it on a computer, with and without scripts', async ({
      page,
      browser,
      client,
      store,
    }) => {
      const { id } = await buy(client, { productId: 'lote' });
      const computer = await browser.newPage({
        baseURL: store.url,
        javaScriptEnabled: false,
        isMobile: false,
        hasTouch: false,
      });
      await openAlive(page, purchasePage(id));
      await page.getByRole('button', { name: 'Mostrar o código' }).click();
      const code = page.getByText(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
      await expect(page.getByText(`${new URL(store.url).host}/abrir`)).toBeVisible();
      await expectAccessible(page, 'code for the computer');
      const typed = ((await code.textContent()) ?? '').toLowerCase().replace('-', ' ');

      await page.goto('/abrir');
      await expectAccessible(page, 'page of the short address');
      await computer.goto('/abrir');
      await computer.getByLabel('Código').fill('ABC');
      await computer.getByRole('button', { name: 'Abrir a compra' }).click();
      await expect(computer.getByText('O código tem oito letras e números, como no celular.')).toBeVisible();
      await computer.getByLabel('Código').fill(typed);
      await computer.getByRole('button', { name: 'Abrir a compra' }).click();
      await expect(computer).toHaveURL(purchasePage(id));
      await expect(computer.getByText('Abra no computador')).toBeHidden();

      await computer.goto('/abrir');
      await computer.getByLabel('Código').fill(typed);
      await computer.getByRole('button', { name: 'Abrir a compra' }).click();
      await expect(computer.getByText(/^Este código não abre nenhuma compra/)).toBeVisible();
      await computer.close();
    });
  });

  test.describe('whose receipt', () => {
    test.use({ provokes: /Failed to load resource|Falha na chamada/ });

    test('cannot be sent again shows an error', async ({ page, client }) => {
      const { id } = await buy(client, { productId: 'lote' });
      await page.route('**/api/payments/resend-email/**', (route) => route.abort());
      await openAlive(page, purchasePage(id));
      await page.getByRole('button', { name: 'Reenviar e-mail' }).click();
      await expect(toast(page)).toContainText('Erro ao enviar');
    });
  });
});

/** The browser tells it a page whose tab is put in the background, and brought back. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}
