import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { atTheBank, buy, startPurchase, waitForStatus } from '../support/buy.ts';
import {
  fillIn,
  isSameDocument,
  keyField,
  markDocument,
  newBuyer,
  openAlive,
  orderPix,
  payButton,
  pixText,
  purchaseIn,
  scanQrCode,
  toast,
  waitUntilAlive,
} from '../support/checkout.ts';
import { bankSays, buyAndRefund, buyWithoutKeys, purchaseRow, purchasesOf } from '../support/purchases.ts';
import type { Store } from '../support/store.ts';
import { expect, noteProblems, test } from '../support/walk.ts';

const purchasePage = (id: string) => `/purchase/success/${id}`;

test.describe('a Pix that waits', () => {
  test('stays the same through a reload, a closed tab and another browser', async ({
    page,
    context,
    browser,
    store,
    problems,
  }) => {
    const buyer = newBuyer();
    const code = await orderPix(page, 'lote', buyer);
    const id = purchaseIn(page);

    await page.reload();
    await expect(pixText(page)).toHaveValue(code);
    expect(await scanQrCode(page)).toBe(code);

    await page.close();
    const next = await context.newPage();
    await next.goto('/checkout/lote');
    await expect(next.getByText('Você já tem um Pix de R$ 49,90 em aberto para este produto.')).toBeVisible();
    await next.getByRole('link', { name: 'Continuar pagamento' }).click();
    await expect(pixText(next)).toHaveValue(code);

    const elsewhere = await browser.newContext({ baseURL: store.url });
    await noteProblems(elsewhere, problems);
    const stranger = await elsewhere.newPage();
    await stranger.goto(purchasePage(id));
    await expect(stranger.getByRole('heading', { name: 'Aguardando confirmação de pagamento' })).toBeVisible();
    await expect(pixText(stranger)).toHaveValue(code);
    await elsewhere.close();
    expect(await purchasesOf(store, buyer.customerEmail)).toHaveLength(1);
  });

  test('is found again with "back", and its form still holds what was typed', { tag: '@desktop' }, async ({ page }) => {
    const buyer = newBuyer();
    const code = await orderPix(page, 'lote', buyer);
    await page.goBack();
    await expect(page.getByLabel('Nome completo')).toHaveValue(buyer.customerName);
    await expect(page.getByLabel('E-mail')).toHaveValue(buyer.customerEmail);
    await page.goForward();
    await expect(pixText(page)).toHaveValue(code);
  });

  test('is told as pending when the buyer asks', async ({ page }) => {
    await orderPix(page, 'lote');
    await page.getByRole('button', { name: 'Já paguei, verificar pagamento' }).click();
    await expect(toast(page)).toContainText('Pagamento pendente');

    await openAlive(page, purchasePage(purchaseIn(page)));
    await page.getByRole('button', { name: 'Já paguei, verificar pagamento' }).click();
    await expect(toast(page)).toContainText('Pagamento ainda pendente');
  });

  test('counts down, and offers help and the name that the bank will show', { tag: '@desktop' }, async ({ page }) => {
    await orderPix(page, 'lote');
    const clock = page.getByRole('timer');
    await expect(clock).toHaveText(/^1:59:\d\d$/);
    const before = await clock.textContent();
    await expect(clock).not.toHaveText(before ?? '');
    await expect(page.getByText('Corte Final', { exact: true }).last()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Preciso de ajuda (abre em nova aba)' })).toBeVisible();
  });
});

test.describe('a code that is about to end', { tag: '@desktop' }, () => {
  test('is announced five minutes before', async ({ page, client, store }) => {
    const { purchaseId } = await startPurchase(client, { productId: 'lote' });
    await endAfter(store, purchaseId, 5 * 60 + 4);
    await openAlive(page, purchasePage(purchaseId));
    await expect(page.getByRole('status').filter({ hasText: 'Faltam 5 minutos para o código expirar.' })).toHaveCount(
      1,
    );
    await expect(page.getByRole('timer')).toHaveText(/^0[45]:\d\d$/);
  });

  test('gives way to a new one when its time is over', async ({ page, client, store }) => {
    const { purchaseId } = await startPurchase(client, { productId: 'lote' });
    await endAfter(store, purchaseId, 4);
    await openAlive(page, `/checkout/lote?compra=${purchaseId}`);
    await expect(page.getByRole('heading', { name: 'Este código expirou' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Gerar novo código' })).toBeVisible();
    await expect(pixText(page)).toHaveCount(0);
  });
});

test.describe('a payment made at the bank while the page is open', () => {
  test('waits for the buyer while the tab is hidden, and is there on return', { tag: '@desktop' }, async ({
    page,
    client,
  }) => {
    const { purchaseId, transactionId } = await startPurchase(client, { productId: 'lote' });
    await openAlive(page, purchasePage(purchaseId));
    await setHidden(page, true);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await atTheBank(client, transactionId, 'pay');
    await waitForStatus(client, purchaseId, 'COMPLETED');
    await expect(page.getByRole('heading', { name: 'Aguardando confirmação de pagamento' })).toBeVisible();
    expect(asked).toEqual([]);
    await setHidden(page, false);
    await expect(keyField(page)).toHaveValue(/^CF-/, { timeout: 2_000 });
  });

  test('appears by the event stream alone', async ({ page, client }) => {
    const { purchaseId, transactionId } = await startPurchase(client, { productId: 'lote' });
    const listening = page.waitForRequest('**/events');
    await openAlive(page, purchasePage(purchaseId));
    await listening;
    // The first look on entry is over; from here on no other call gets through.
    await page.waitForLoadState('load');
    await page.route(`**/api/payments/purchase/${purchaseId}`, (route) => route.abort());
    await page.route('**/api/payments/status/**', (route) => route.abort());
    await markDocument(page);
    await atTheBank(client, transactionId, 'pay');

    await expect(page.getByRole('heading', { name: 'Pagamento confirmado' })).toBeVisible({ timeout: 4_000 });
    await expect(keyField(page)).toHaveValue(/^CF-/);
    await expect(page.getByRole('link', { name: 'Baixar Lote' })).toBeVisible();
    await expect(page.getByText('Pagamento confirmado')).toBeInViewport();
    expect(await isSameDocument(page)).toBe(true);
  });

  test.describe('whose event stream is blocked', () => {
    test.use({ provokes: /Failed to load resource/ });

    test('appears all the same', { tag: '@desktop' }, async ({ page, client }) => {
      await page.route('**/events', (route) => route.abort());
      const { purchaseId, transactionId } = await startPurchase(client, { productId: 'lote' });
      await openAlive(page, purchasePage(purchaseId));
      await markDocument(page);
      await atTheBank(client, transactionId, 'pay');
      await expect(keyField(page)).toHaveValue(/^CF-/, { timeout: 8_000 });
      expect(await isSameDocument(page)).toBe(true);
    });
  });

  test('leads from the checkout to the purchase', { tag: '@desktop' }, async ({ page, client, store }) => {
    await orderPix(page, 'lote');
    const { transactionId } = await purchaseRow(store, purchaseIn(page));
    await atTheBank(client, transactionId, 'pay');
    await expect(page.getByText('Pagamento confirmado. Preparando sua entrega…')).toBeVisible();
    await expect(page).toHaveURL(/\/purchase\/success\//, { timeout: 5_000 });
  });
});

test.describe('a Pix that comes to nothing', () => {
  test('expires: one button makes a new code with the same data and coupon', async ({ page, store }) => {
    const buyer = newBuyer();
    await openAlive(page, '/checkout/lote?cupom=EDITA10');
    await fillIn(page, buyer);
    await payButton(page).click();
    const first = await pixText(page).inputValue();
    const firstId = purchaseIn(page);
    await simulate(page, 'Simular expiração');
    await expect(page.getByText('Este código expirou')).toBeVisible();
    await expect(pixText(page)).toHaveCount(0);

    await page.getByRole('button', { name: 'Gerar novo código' }).click();
    await expect(pixText(page)).toBeVisible();
    await expect(pixText(page)).not.toHaveValue(first);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pague R$ 44,91 com Pix');
    const second = await purchaseRow(store, purchaseIn(page));
    expect(second).toMatchObject({ ...buyer, couponCode: 'EDITA10', totalCents: 4_491, status: 'PENDING' });

    await page.goto(`/checkout/lote?compra=${firstId}`);
    await expect(page.getByRole('heading', { name: 'Cancelado' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Tentar novamente' })).toHaveAttribute('href', '/checkout/lote');
  });

  test('is refused by the bank', async ({ page }) => {
    await orderPix(page, 'lote');
    const id = purchaseIn(page);
    await simulate(page, 'Simular recusa');
    await expect(page.getByRole('heading', { name: 'Pagamento recusado' })).toBeVisible();
    await expect(page.getByText('O banco não aceitou este pagamento.')).toBeVisible();
    await page.goto(purchasePage(id));
    await expect(page.getByRole('heading', { name: 'Falhou' })).toBeVisible();
    await expect(page.getByText('Nada foi cobrado.')).toBeVisible();
    await expect(keyField(page)).toHaveCount(0);
  });

  test('runs out before the eyes of an open purchase page', { tag: '@desktop' }, async ({ page, client }) => {
    const { purchaseId, transactionId } = await startPurchase(client, { productId: 'lote' });
    await openAlive(page, purchasePage(purchaseId));
    await atTheBank(client, transactionId, 'expire');
    await expect(page.getByRole('heading', { name: 'Cancelado' })).toBeVisible();
    await expect(pixText(page)).toHaveCount(0);
  });
});

test.describe('a purchase', () => {
  test('that was refunded says so, and shows neither key nor download', async ({ page, client, store }) => {
    await openAlive(page, purchasePage(await buyAndRefund(store, client)));
    await expect(page.getByRole('heading', { name: 'Reembolsado' })).toBeVisible();
    await expect(page.getByText('A chave e o download desta compra não valem mais.')).toBeVisible();
    await expect(keyField(page)).toHaveCount(0);
    await expect(page.getByRole('link', { name: /^Baixar/ })).toHaveCount(0);
  });

  test('that was paid short is under review', { tag: '@desktop' }, async ({ page, client, store }) => {
    const { purchaseId, transactionId } = await startPurchase(client, { productId: 'lote' });
    await bankSays(store, purchaseId, { state: 'paid', amountCents: 100, paidAt: new Date().toISOString() });
    await client.get(`/api/payments/status/${transactionId}`);
    await openAlive(page, purchasePage(purchaseId));
    await expect(page.getByRole('heading', { name: 'Pagamento em análise' })).toBeVisible();
    await expect(pixText(page)).toHaveCount(0);
  });

  test('whose key is on its way shows it as soon as it is there', { tag: '@desktop' }, async ({
    page,
    client,
    store,
  }) => {
    const productId = 'faisca';
    const id = await buyWithoutKeys(store, client, productId);
    await openAlive(page, purchasePage(id));
    await expect(page.getByText('Sua chave está a caminho.')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Baixar/ })).toBeVisible();
    await markDocument(page);

    const now = new Date().toISOString();
    const key = { id: randomUUID(), productId, key: 'CF-TARDE-MAS-CERTA', createdAt: now };
    const assigned = { ...key, purchaseId: id, assignedAt: now };
    await store.database().insertInto('activationKeys').values(assigned).execute();
    await expect(keyField(page)).toHaveValue(key.key, { timeout: 12_000 });
    expect(await isSameDocument(page)).toBe(true);
  });

  test('of a product without key is a download alone', { tag: '@desktop' }, async ({ page, client }) => {
    const { id } = await buy(client, { productId: 'grao-16' });
    await openAlive(page, purchasePage(id));
    await expect(page.getByText('Grão 16 não precisa de chave: é só baixar e instalar.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Baixar Grão 16' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Chave de ativação' })).toHaveCount(0);
  });

  test.describe('that nobody made', () => {
    test.use({ provokes: /status of 404/ });

    test('is not found', { tag: '@desktop' }, async ({ page }) => {
      const answer = await page.goto(purchasePage('0'.repeat(32)));
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole('heading', { name: 'Compra não encontrada' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Voltar para a loja' })).toBeVisible();
    });
  });
});

test.describe('when something fails', () => {
  test.use({ provokes: /Failed to load resource|Falha na chamada|net::ERR/ });

  test('no network is said, and forgotten when it is back', async ({ page, context }) => {
    await orderPix(page, 'lote');
    await context.setOffline(true);
    await expect(page.getByText('Sem internet. Quando a conexão voltar, verificamos de novo.')).toBeVisible();
    await expect(pixText(page)).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('Aguardando pagamento. A confirmação chega sozinha nesta tela.')).toBeVisible();
  });

  test('the order that did not arrive keeps what was typed, and the second try works', async ({ page, store }) => {
    const buyer = newBuyer();
    await page.route('**/api/payments/create', (route) => route.abort());
    await openAlive(page, '/checkout/lote?cupom=EDITA10');
    await fillIn(page, buyer);
    await payButton(page).click();
    await expect(page.getByRole('heading', { name: 'Erro ao processar pagamento' })).toBeFocused();
    await expect(page.getByText('Sem conexão com a loja. Confira sua internet e tente novamente.')).toBeVisible();
    await page.unroute('**/api/payments/create');

    await page.getByRole('button', { name: 'Tentar Novamente' }).click();
    await expect(page.getByLabel('Nome completo')).toHaveValue(buyer.customerName);
    await expect(page.getByLabel('E-mail')).toHaveValue(buyer.customerEmail);
    await expect(payButton(page)).toHaveText('Pagar R$ 44,91 com Pix');
    await payButton(page).click();
    await expect(pixText(page)).toBeVisible();
    expect(await purchasesOf(store, buyer.customerEmail)).toHaveLength(1);
  });

  test('an answer that was lost on the way leads to the same purchase', { tag: '@desktop' }, async ({
    page,
    store,
  }) => {
    const buyer = newBuyer();
    await page.route('**/api/payments/create', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await openAlive(page, '/checkout/lote');
    await fillIn(page, buyer);
    await payButton(page).click();
    const again = page.getByRole('button', { name: 'Tentar Novamente' });
    await expect(again).toBeVisible();
    await page.unroute('**/api/payments/create');
    await again.click();
    await payButton(page).click();
    await expect(pixText(page)).toBeVisible();
    expect(await purchasesOf(store, buyer.customerEmail)).toHaveLength(1);
  });

  test('the coupon and the verification say that they could not be asked', { tag: '@desktop' }, async ({ page }) => {
    await page.route('**/api/validate-coupon', (route) => route.abort());
    await openAlive(page, '/checkout/lote');
    await page.getByText('Tem um cupom?').click();
    await page.getByLabel('Código do cupom').fill('EDITA10');
    await page.getByRole('button', { name: 'Aplicar' }).click();
    await expect(page.getByText('Não foi possível validar o cupom. Tente novamente.')).toBeVisible();

    await orderPix(page, 'lote');
    await page.route('**/api/payments/status/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Já paguei, verificar pagamento' }).click();
    await expect(toast(page)).toContainText('Erro ao verificar pagamento');
  });

  test('the receipt says that it could not be sent', { tag: '@desktop' }, async ({ page, client }) => {
    const { id } = await buy(client, { productId: 'lote' });
    await page.route('**/api/payments/resend-email/**', (route) => route.abort());
    await openAlive(page, purchasePage(id));
    await page.getByRole('button', { name: 'Reenviar e-mail' }).click();
    await expect(toast(page)).toContainText('Erro ao enviar');
  });
});

test.describe('a browser that does not let pages copy', () => {
  test('leaves the code selected and says so', { tag: '@desktop' }, async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
      document.execCommand = () => false;
    });
    const code = await orderPix(page, 'lote');
    await page.getByRole('button', { name: 'Copiar código Pix' }).click();
    await expect(toast(page)).toContainText('Erro ao copiar');
    const selected = await pixText(page).evaluate((field: HTMLTextAreaElement) =>
      field.value.slice(field.selectionStart, field.selectionEnd),
    );
    expect(selected).toBe(code);
  });
});

test.describe('the form', () => {
  test('says what is wrong with each field, at the field', async ({ page, store }) => {
    const before = await countPurchases(store);
    await openAlive(page, '/checkout/lote');
    await fillIn(page, { customerName: 'Jo', customerEmail: 'ana@' });
    await payButton(page).click();
    const name = page.getByLabel('Nome completo');
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription('Nome completo deve ter pelo menos 3 caracteres');
    await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription('Email inválido');
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await name.fill('Joana');
    await expect(page.getByText('Nome completo deve ter pelo menos 3 caracteres')).toHaveCount(0);
    expect(await countPurchases(store)).toBe(before);
  });

  test('makes one purchase of a double click', async ({ page, store }) => {
    const buyer = newBuyer();
    await openAlive(page, '/checkout/lote');
    await fillIn(page, buyer);
    await payButton(page).dblclick();
    await expect(pixText(page)).toBeVisible();
    expect(await purchasesOf(store, buyer.customerEmail)).toHaveLength(1);
  });

  test('brings back what was typed after a reload', { tag: '@desktop' }, async ({ page }) => {
    const buyer = newBuyer();
    await openAlive(page, '/checkout/lote');
    await fillIn(page, buyer);
    await page.reload();
    await waitUntilAlive(page);
    await expect(page.getByLabel('Nome completo')).toHaveValue(buyer.customerName);
    await expect(page.getByLabel('E-mail')).toHaveValue(buyer.customerEmail);
  });
});

async function simulate(page: Page, button: string): Promise<void> {
  await page.getByText('Outros resultados').click();
  await page.getByRole('button', { name: button }).click();
}

async function countPurchases(store: Store): Promise<number> {
  return (await store.database().selectFrom('purchases').select('id').execute()).length;
}

/** The purchase runs out that many seconds from now. */
async function endAfter(store: Store, id: string, seconds: number): Promise<void> {
  const expiresAt = new Date(Date.now() + seconds * 1_000).toISOString();
  await store.database().updateTable('purchases').set({ expiresAt }).where('id', '=', id).execute();
}

/** What the browser tells a page whose tab is put in the background, and brought back. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}
