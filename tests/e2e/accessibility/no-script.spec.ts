import type { Page, Response } from '@playwright/test';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { buyLink, fillIn, keyField, newBuyer, payButton, pixText, scanQrCode } from '../../support/browser/checkout.ts';
import { actAtSandbox, startPurchase } from '../../support/purchases/buy.ts';

test.use({ readsOnly: true, javaScriptEnabled: false, provokes: /status of 4\d\d/ });

test('the storefront shows every product, and no control that needs scripts', async ({ page, client }) => {
  const products = (await client.get('/api/public/products')).json<{ id: string; name: string }[]>();
  await page.goto('/');
  for (const { id, name } of products) {
    await expect(page.locator(`[data-card] a[href="/checkout/${id}"]`)).toBeVisible();
    await expect(page.getByRole('heading', { name, level: 3 })).toBeVisible();
  }
  await expect(page.getByPlaceholder('Buscar produtos...')).toBeHidden();
  await expect(page.getByRole('button', { name: /^Tema/ })).toBeHidden();
  await expect(page.getByRole('button', { name: /^Assistir/ })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Assistir à demonstração' })).toHaveAttribute(
    'href',
    '/uploads/grade-cinema.webm',
  );
});

test('editors are links to their own pages', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Editor' }).getByRole('link', { name: 'Final Cut' }).click();
  await expect(page).toHaveURL(/\/editores\/final-cut$/);
  await expect(page.getByRole('heading', { name: 'Plugins para Final Cut Pro', level: 1 })).toBeVisible();
  await expect(page.locator('[data-card] h3')).toHaveText(['Onda Áudio', 'Legenda Já', 'Grão 16', 'Luz do Sertão']);
});

test('categories are links to their own pages', async ({ page }) => {
  await page.goto('/');
  const categories = page.getByRole('navigation', { name: 'Categoria' });
  await categories.getByRole('link', { name: 'Animação de Texto' }).click();
  await expect(page).toHaveURL(/\/categorias\/animacao-de-texto$/);
  await expect(page.getByRole('heading', { name: 'Animação de Texto', level: 1 })).toBeVisible();
  await expect(page.locator('[data-card] h3')).toHaveCount(2);
  await expect(categories.locator('[aria-current=page]')).toHaveText('Animação de Texto');
});

test("a product's page says all, plays by a link, and leads to the checkout", async ({ page }) => {
  await page.goto('/plugins/grade-cinema');
  await expect(page.getByRole('button', { name: /^Assistir/ })).toBeHidden();
  await expect(page.getByRole('link', { name: /^Assistir/ }).first()).toHaveAttribute('href', /^\/uploads\//);
  await page.getByText('Termos da licença').click();
  await expect(page.locator('details[open]')).toContainText('Licença vitalícia');
  await page.getByLabel('Licenças', { exact: true }).fill('3');
  await page
    .getByRole('button', { name: /^Comprar agora ?: Grade Cinema$/ })
    .first()
    .click();
  await expect(page).toHaveURL('/checkout/grade-cinema?licencas=3');
  await expect(payButton(page)).toContainText('R$ 569,70');
});

test('buys with a coupon by forms alone', async ({ page }) => {
  const buyer = newBuyer();
  await page.goto('/');
  await buyLink(page, 'Grade Cinema').first().click();

  await test.step('an invalid form keeps the typed data', async () => {
    await fillIn(page, { customerName: 'Jo', customerEmail: 'ana@' });
    const response = await posted(page, () => payButton(page).click());
    expect(response.status()).toBe(422);
    await expect(page.getByLabel('Nome completo')).toHaveValue('Jo');
    await expect(page.getByLabel('E-mail')).toHaveValue('ana@');
    await expect(page.getByText('Nome completo deve ter pelo menos 3 caracteres')).toBeVisible();
    await expect(page.getByText('Email inválido')).toBeVisible();
  });

  await test.step('a wrong coupon shows an error, a right one applies', async () => {
    await fillIn(page, buyer);
    await page.getByText('Tem um cupom?').click();
    await page.getByLabel('Código do cupom').fill('naoexiste');
    const refused = await posted(page, () => page.getByRole('button', { name: 'Aplicar' }).click());
    expect(refused.status()).toBe(422);
    await expect(page.getByText(/^Cupom inválido\./)).toBeVisible();
    await page.getByLabel('Código do cupom').fill('edita10');
    await page.getByRole('button', { name: 'Aplicar' }).click();
    await expect(page.getByText('Cupom EDITA10 aplicado')).toBeVisible();
    await expect(page.getByLabel('E-mail')).toHaveValue(buyer.customerEmail);
  });

  await test.step('Enter in a field submits the order', async () => {
    await page.getByLabel('E-mail').press('Enter');
    await expect(page).toHaveURL(/\/purchase\/success\/[0-9a-f]{32}$/);
    await expect(page.getByRole('heading', { name: 'Pague R$ 170,91 com Pix' })).toBeVisible();
    expect(await scanQrCode(page)).toBe(await pixText(page).inputValue());
    await expect(page.getByRole('button', { name: 'Copiar código Pix' })).toBeHidden();
  });

  await test.step('polls, pays, and gets key and download', async () => {
    await page.getByRole('button', { name: 'Já paguei, verificar pagamento' }).click();
    await expect(page.getByText(/^Pagamento ainda pendente/)).toBeVisible();
    await page.getByRole('button', { name: 'Simular pagamento' }).click();
    await expect(page.getByRole('heading', { name: 'Pagamento confirmado' })).toBeVisible();
    await expect(keyField(page)).toHaveValue(/^CF-/);
    const arriving = page.waitForEvent('download');
    await page.getByRole('link', { name: /^Baixar Grade Cinema/ }).click();
    expect((await arriving).suggestedFilename()).toMatch(/\.zip$/);
  });

  await test.step('has the receipt sent again, twice', async () => {
    for (const sentence of [/^E-mail enviado/, /^E-mail enviado/, /^Limite atingido/]) {
      const response = await posted(page, () => page.getByRole('button', { name: 'Reenviar e-mail' }).click());
      expect(response.status()).toBe(303);
      await expect(page.getByText(sentence)).toBeVisible();
    }
  });
});

test('another payment method than Pix is rejected', async ({ page }) => {
  await page.goto('/checkout/lote');
  await fillIn(page, newBuyer());
  // Somebody writes another value into the page.
  await page.getByRole('radio', { name: /^Pix/ }).evaluate((radio) => radio.setAttribute('value', 'cartao'));
  const response = await posted(page, () => payButton(page).click());
  expect(response.status()).toBe(422);
  await expect(page.getByText('Método de pagamento inválido')).toBeVisible();
});

test('a purchase page reloads itself while something is pending', async ({ page, client }) => {
  const { purchaseId, transactionId } = await startPurchase(client, { productId: 'lote' });
  const path = `/purchase/success/${purchaseId}`;
  const refresh = page.locator('meta[http-equiv=refresh]');
  await page.goto(path);
  await expect(refresh).toHaveAttribute('content', `20;url=${path}`);
  await actAtSandbox(client, transactionId, 'pay');
  await page.reload();
  await expect(keyField(page)).toHaveValue(/^CF-/);
  await expect(refresh).toHaveCount(0);
});

/** Returns what the page's own address answers to a form that is sent to it. */
async function posted(page: Page, send: () => Promise<void>): Promise<Response> {
  const answer = page.waitForResponse((response) => response.request().method() === 'POST');
  await send();
  return answer;
}
