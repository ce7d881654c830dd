import type { Purchase } from '#src/wire/purchases/purchases.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import {
  fillIn,
  newBuyer,
  openAlive,
  orderPix,
  payButton,
  pixText,
  toast,
  waitUntilAlive,
} from '../../support/browser/checkout.ts';
import { holdCalls } from '../../support/calls/calls.ts';
import { actAtSandbox } from '../../support/purchases/buy.ts';
import { purchasesOf } from '../../support/purchases/purchases.ts';
import type { Store } from '../../support/store/store.ts';

test.use({ readsOnly: true });

test.describe('the checkout form', () => {
  test('reports each error at its field, restores typed data, and makes one purchase of a double click', async ({
    page,
    store,
  }) => {
    await test.step('errors', async () => {
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

    const buyer = newBuyer();
    await test.step('a reload', async () => {
      await fillIn(page, buyer);
      await page.reload();
      await waitUntilAlive(page);
      await expect(page.getByLabel('Nome completo')).toHaveValue(buyer.customerName);
      await expect(page.getByLabel('E-mail')).toHaveValue(buyer.customerEmail);
    });

    await test.step('a double click', async () => {
      // The answer waits for the second click, however long a busy machine takes over it.
      const response = await holdCalls(page, '**/api/payments/create');
      await payButton(page).dblclick();
      response('continue');
      await expect(pixText(page)).toBeVisible();
      expect(await purchasesOf(store, buyer.customerEmail)).toHaveLength(1);
    });
  });
});

test("each field of the shop's forms says what a phone's Enter does", async ({ page }) => {
  const paths = ['/', '/plugins/lote', '/checkout/lote?cupom=EDITA10', '/minhas-compras', '/abrir', '/login'];
  for (const path of paths) {
    await page.goto(path);
    const typed = page.locator('input:not([readonly], [type=radio], [type=checkbox], [type=range], [type=hidden])');
    const silent = typed.and(page.locator(':not([enterkeyhint])'));
    expect(await typed.count(), path).toBeGreaterThan(0);
    expect(await silent.evaluateAll((fields) => fields.map(({ outerHTML }) => outerHTML)), path).toEqual([]);
  }
  await page.goto('/checkout/lote');
  await expect(page.getByLabel('Nome completo')).toHaveAttribute('enterkeyhint', 'next');
  await expect(page.getByLabel('E-mail')).toHaveAttribute('enterkeyhint', 'go');
});

test('an open Pix is offered when Back shows the form again', async ({ page, client }) => {
  await orderPix(page, 'lote');
  await page.goBack();
  const offer = page.getByRole('link', { name: 'Continuar pagamento' });
  await expect(offer).toBeVisible();
  await expectAccessible(page, 'the form with an open Pix');

  const purchaseId = new URL((await offer.getAttribute('href')) ?? '', page.url()).searchParams.get('compra') ?? '';
  const { transactionId } = (await client.get(`/api/payments/purchase/${purchaseId}`)).json<Purchase>();
  await actAtSandbox(client, transactionId, 'pay');
  // A browser says so of a page that it had kept in memory.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(offer).toBeHidden();
});

test('a second click while the coupon is checked makes no second order', async ({ page, store }) => {
  const buyer = newBuyer();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') asked.push(new URL(request.url()).pathname);
  });
  const response = await holdCalls(page, '**/api/payments/quote');
  await openAlive(page, '/checkout/lote');
  await page.getByText('Tem um cupom?').click();
  await page.getByLabel('Código do cupom').fill('EDITA10');
  await fillIn(page, buyer);
  await payButton(page).click();
  await expect(page.getByLabel('Código do cupom')).toHaveAttribute('readonly');
  await page.getByLabel('E-mail').press('Enter');
  response('continue');
  await expect(pixText(page)).toBeVisible();
  expect(asked).toEqual(['/api/payments/quote', '/api/payments/create']);
  expect(await purchasesOf(store, buyer.customerEmail)).toHaveLength(1);
});

test.describe('when a request fails', () => {
  test.use({ provokes: /Failed to load resource|Falha na chamada|net::ERR/ });

  test('a failed order keeps the typed data, and the retry succeeds', async ({ page, store }) => {
    const buyer = newBuyer();
    await page.route('**/api/payments/create', (route) => route.abort());
    await openAlive(page, '/checkout/lote?cupom=EDITA10');
    await fillIn(page, buyer);
    await payButton(page).click();
    await expect(page.getByRole('heading', { name: 'Erro ao processar pagamento' })).toBeFocused();
    await expect(page.getByText('Sem conexão com a loja. Confira sua internet e tente novamente.')).toBeVisible();
    await page.unroute('**/api/payments/create');
    const json = { message: 'O banco demorou para responder. Nada foi cobrado.', code: 'bank_unclear' };
    await page.route('**/api/payments/create', (route) => route.fulfill({ status: 502, json }), { times: 1 });
    await page.getByRole('button', { name: 'Tentar Novamente' }).click();
    await payButton(page).click();
    await expect(page.getByText(json.message)).toBeVisible();

    await page.getByRole('button', { name: 'Tentar Novamente' }).click();
    await expect(page.getByLabel('Nome completo')).toHaveValue(buyer.customerName);
    await expect(page.getByLabel('E-mail')).toHaveValue(buyer.customerEmail);
    await expect(payButton(page)).toHaveText('Pagar R$ 44,91 com Pix');
    await payButton(page).click();
    await expect(pixText(page)).toBeVisible();
    expect(await purchasesOf(store, buyer.customerEmail)).toHaveLength(1);
  });

  test('a queued order is repeated automatically, once', async ({ page, store }) => {
    const buyer = newBuyer();
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/payments/create')) keys.push(request.headers()['idempotency-key']);
    });
    const json = { message: 'Tem muita gente comprando agora.', code: 'busy' };
    for (const wait of ['1', '60']) {
      const headers = { 'Retry-After': wait };
      await page.route('**/api/payments/create', (route) => route.fulfill({ status: 503, headers, json }), {
        times: 1,
      });
    }
    await openAlive(page, '/checkout/lote');
    await fillIn(page, buyer);
    await payButton(page).click();
    await expect(page.getByRole('heading', { name: 'Tem muita gente comprando agora' })).toBeFocused();
    await expect(page.getByText('Nada foi cobrado, e o que você digitou está guardado.')).toBeVisible();
    await expectAccessible(page, 'an order in a crowd');
    // Whoever will not wait may ask at once; whoever does nothing is asked for.
    await page.getByRole('button', { name: 'Tentar agora' }).click();
    await expect(pixText(page)).toBeVisible();
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(await purchasesOf(store, buyer.customerEmail)).toHaveLength(1);
  });

  test('a lost response leads to the same purchase', async ({ page, store }) => {
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

  test('a coupon that is refused with the order leaves the full price', async ({ page }) => {
    const refused = { message: 'Este cupom já atingiu o limite de usos.', code: 'coupon_invalid' };
    await page.route('**/api/payments/create', (route) => route.fulfill({ status: 409, json: refused }));
    await openAlive(page, '/checkout/lote?cupom=EDITA10');
    await expect(payButton(page)).toContainText('R$ 44,91');
    await fillIn(page, newBuyer());
    await payButton(page).click();
    await page.getByRole('button', { name: 'Tentar Novamente' }).click();
    await expect(page.getByLabel('Código do cupom')).toHaveAccessibleDescription(`Cupom inválido. ${refused.message}`);
    await expect(payButton(page)).toContainText('R$ 49,90');
  });

  test('coupon and payment check report that they failed', async ({ page }) => {
    const tooMany = { message: 'Muitos códigos que não existem vieram da sua rede.', code: 'too_many_codes' };
    await page.route('**/api/payments/quote', (route) => route.abort());
    await page.route('**/api/payments/quote', (route) => route.fulfill({ status: 429, json: tooMany }), { times: 1 });
    await openAlive(page, '/checkout/lote');
    await page.getByText('Tem um cupom?').click();
    await page.getByLabel('Código do cupom').fill('EDITA10');
    await page.getByRole('button', { name: 'Aplicar' }).click();
    await expect(page.getByLabel('Código do cupom')).toHaveAccessibleDescription(tooMany.message);
    await page.getByRole('button', { name: 'Aplicar' }).click();
    await expect(page.getByText('Não foi possível validar o cupom. Tente novamente.')).toBeVisible();

    await orderPix(page, 'lote');
    await page.route('**/api/payments/status/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Já paguei, verificar pagamento' }).click();
    await expect(toast(page)).toContainText('Erro ao verificar pagamento');
  });
});

async function countPurchases(store: Store): Promise<number> {
  return (await store.database().selectFrom('purchases').select('id').execute()).length;
}
