import type { Locator, Page } from '@playwright/test';
import { collectProblems, expect, test } from '../../support/browser/browser-fixture.ts';
import {
  fillIn,
  keyField,
  newBuyer,
  openAlive,
  openFollowing,
  orderPix,
  payButton,
  pixText,
  purchaseIn,
  purchasePage,
  scanQrCode,
  toast,
} from '../../support/browser/checkout.ts';
import { startPurchase } from '../../support/purchases/buy.ts';
import { purchaseRow, purchasesOf } from '../../support/purchases/purchases.ts';

test.describe('an open Pix', () => {
  test('stays the same after reload, closed tab and another browser', async ({
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
    await collectProblems(elsewhere, problems);
    const anonymous = await elsewhere.newPage();
    await anonymous.goto(purchasePage(id));
    await expect(anonymous.getByRole('heading', { name: 'Aguardando confirmação de pagamento' })).toBeVisible();
    await expect(pixText(anonymous)).toHaveValue(code);
    await elsewhere.close();
    expect(await purchasesOf(store, buyer.customerEmail)).toHaveLength(1);
  });

  test('is found again by "back", and the form keeps its data', async ({ page }) => {
    const buyer = newBuyer();
    const code = await orderPix(page, 'lote', buyer);
    await page.goBack();
    await expect(page.getByLabel('Nome completo')).toHaveValue(buyer.customerName);
    await expect(page.getByLabel('E-mail')).toHaveValue(buyer.customerEmail);
    await page.goForward();
    await expect(pixText(page)).toHaveValue(code);
  });

  test('counts down with whole lines of its code, help and the receiver, and is reported as pending', async ({
    page,
  }) => {
    await test.step('countdown, help and receiver', async () => {
      await orderPix(page, 'lote');
      const clock = page.getByRole('timer');
      await expect(clock).toHaveText(/^1:5\d:\d\d$/);
      const before = await clock.textContent();
      await expect(clock).not.toHaveText(before ?? '');
      await expect(page.getByText('Corte Final', { exact: true }).last()).toBeVisible();
      await expect(page.getByRole('link', { name: 'Preciso de ajuda (abre em nova aba)' })).toBeVisible();
      await expect(nightHint(page)).toBeHidden();
    });

    await test.step('whole lines at any width', async () => {
      const linesShown = () =>
        pixText(page).evaluate((field) => field.clientHeight / Number.parseFloat(getComputedStyle(field).lineHeight));
      for (const width of [320, 390, 768, 1440]) {
        await page.setViewportSize({ width, height: 844 });
        await expect.poll(linesShown, `at ${width} px`).toBe(3);
      }
    });

    await test.step('the buyer checks', async () => {
      await page.getByRole('button', { name: 'Já paguei, verificar pagamento' }).click();
      await expect(page.getByText('Pagamento pendente. Ainda não recebemos a confirmação do banco.')).toBeVisible();
      await expect(toast(page)).toHaveCount(0);

      await openAlive(page, purchasePage(purchaseIn(page)));
      await page.getByRole('button', { name: 'Já paguei, verificar pagamento' }).click();
      await expect(page.getByText('Pagamento ainda pendente. Ainda não recebemos')).toBeVisible();
    });
  });
});

test('a Pix above R$ 1.000 mentions the nightly limits of banks', async ({ page, store }) => {
  await store.database().updateTable('products').set({ priceCents: 100_001 }).where('id', '=', 'transita').execute();
  await orderPix(page, 'transita');
  await expect(nightHint(page)).toBeVisible();
});

test.describe('the countdown', () => {
  // No answer puts the page's clock right again without a network, which the tests put forward.
  test.use({ provokes: /Failed to load resource|Falha na chamada|net::ERR/ });

  test('is announced five minutes before the end', async ({ page, context, client }) => {
    const { purchaseId } = await startPurchase(client, { productId: 'lote' });
    await page.clock.install();
    await openFollowing(page, purchasePage(purchaseId), purchaseId);
    await context.setOffline(true);
    await page.clock.fastForward('01:55:01');
    await expect(page.getByRole('timer')).toHaveText(/^0[0-4]:\d\d$/);
    const announced = page.getByRole('status').filter({ hasText: 'Faltam 5 minutos para o código expirar.' });
    await expect(announced).toHaveCount(1);
  });

  test('is replaced by a new code when it is over', async ({ page, context, client }) => {
    const { purchaseId } = await startPurchase(client, { productId: 'lote' });
    await page.clock.install();
    await openFollowing(page, `/checkout/lote?compra=${purchaseId}`, purchaseId);
    await context.setOffline(true);
    await page.clock.fastForward('02:00:01');
    await expect(page.getByRole('heading', { name: 'Este código expirou' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Gerar novo código' })).toBeVisible();
    await expect(pixText(page)).toHaveCount(0);
  });
});

test.describe('a Pix that fails', () => {
  test('by expiry or by refusal of the bank', async ({ page, store }) => {
    await test.step('expiry: one button creates a new code with the same data and coupon', async () => {
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

      await openAlive(page, `/checkout/lote?compra=${firstId}`);
      await expect(page.getByRole('heading', { name: 'Cancelado' })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Este código expirou' })).toBeVisible();
      await page.getByRole('button', { name: 'Gerar novo código' }).click();
      await expect(pixText(page)).toBeVisible();
    });

    await test.step('refusal of the bank', async () => {
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
  });
});

test.describe('a network failure', () => {
  test.use({ provokes: /Failed to load resource|Falha na chamada|net::ERR/ });

  test('is shown until the network is back', async ({ page, context }) => {
    await orderPix(page, 'lote');
    await context.setOffline(true);
    await expect(page.getByText('Sem internet. Quando a conexão voltar, verificamos de novo.')).toBeVisible();
    await expect(pixText(page)).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('Aguardando pagamento. A confirmação chega sozinha nesta tela.')).toBeVisible();
  });
});

test.describe('a new code that fails', () => {
  test.use({ provokes: /Failed to load resource|Falha na chamada|net::ERR/ });

  test('leads back to the form with as many licenses, also after a reload', async ({ page }) => {
    await openAlive(page, '/checkout/grade-cinema?licencas=3');
    await fillIn(page, newBuyer());
    await payButton(page).click();
    await simulate(page, 'Simular expiração');
    await page.route('**/api/payments/create', (route) => route.abort());
    await page.getByRole('button', { name: 'Gerar novo código' }).click();
    await page.getByRole('button', { name: 'Tentar Novamente' }).click();
    await expect(page).toHaveURL(/\/checkout\/grade-cinema\?licencas=3$/);
    await openAlive(page, page.url());
    await expect(payButton(page)).toContainText('R$ 569,70');
  });
});

test.describe('a browser without clipboard access', () => {
  test('copies by the legacy command, and keeps the focus', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
    });
    await orderPix(page, 'lote');
    await page.getByRole('button', { name: 'Copiar código Pix' }).click();
    // Its name says 'Copiado' for two seconds alone.
    await expect(page.getByRole('button', { name: /^(Copiado|Copiar código Pix)$/ })).toBeFocused();
  });

  test('selects the code and says so', async ({ page }) => {
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

function nightHint(page: Page): Locator {
  return page.getByText('Das 20h às 6h, o banco pode limitar o Pix a R$ 1.000.');
}

async function simulate(page: Page, button: string): Promise<void> {
  await page.getByText('Outros resultados').click();
  await page.getByRole('button', { name: button }).click();
}
