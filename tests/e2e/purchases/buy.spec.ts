import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import {
  buyLink,
  fillIn,
  keyField,
  newBuyer,
  openAlive,
  orderPix,
  payButton,
  pixText,
  scanQrCode,
  toast,
  waitUntilAlive,
} from '../../support/browser/checkout.ts';
import { wasSeen, watchText } from '../../support/browser/watch-text.ts';

// Things glide, as most people see them.
test.use({ readsOnly: true, contextOptions: { reducedMotion: 'no-preference' } });

test('a visitor searches, buys with a coupon, and gets key, download and receipt', { tag: '@phone' }, async ({
  page,
  context,
  store,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const buyer = newBuyer();

  await test.step('finds the product', async () => {
    await page.goto('/');
    await page.getByPlaceholder('Buscar produtos...').fill('CORRECAO de cor escopos');
    await expect(page.getByRole('listitem').filter({ hasText: 'Comprar agora' })).toHaveCount(1);
    await buyLink(page, 'Grade Cinema').last().click();
    await expect(page).toHaveURL(/\/checkout\/grade-cinema$/);
    await waitUntilAlive(page);
  });

  await test.step('applies a coupon', async () => {
    await page.getByText('Tem um cupom?').click();
    const code = page.getByLabel('Código do cupom');
    await code.fill('naoexiste');
    await page.getByRole('button', { name: 'Aplicar' }).click();
    await expect(
      page.getByText('Cupom inválido. Cupom não encontrado. Confira o código e tente de novo.'),
    ).toBeVisible();
    await expect(payButton(page)).toHaveText('Pagar R$ 189,90 com Pix');
    await code.fill(' edita10 ');
    await code.press('Enter');
    await expect(page.getByText('Cupom EDITA10 aplicado: − R$ 18,99')).toBeVisible();
    await expect(payButton(page)).toHaveText('Pagar R$ 170,91 com Pix');
    const summary = page.getByRole('complementary', { name: 'Resumo do pedido' });
    if (!(await summary.getByText('Subtotal').last().isVisible())) await summary.getByText('Resumo do pedido').click();
    for (const line of ['R$ 189,90', 'Cupom EDITA10', '− R$ 18,99', 'R$ 170,91']) {
      await expect(summary.getByText(line).filter({ visible: true }).first()).toBeVisible();
    }
  });

  await test.step('types name and e-mail, and corrects a typo', async () => {
    await fillIn(page, { ...buyer, customerEmail: buyer.customerEmail.replace('exemplo.com.br', 'gmial.com') });
    await page.getByLabel('E-mail').blur();
    const meant = buyer.customerEmail.replace('exemplo.com.br', 'gmail.com');
    await page.getByRole('button', { name: meant }).click();
    await expect(page.getByLabel('E-mail')).toHaveValue(meant);
    await page.getByLabel('E-mail').fill(buyer.customerEmail);
  });

  await test.step('gets a Pix and copies it', async () => {
    await payButton(page).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pague R$ 170,91 com Pix');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    const code = await pixText(page).inputValue();
    const isCopied = await watchText(page, 'Copiado');
    await page.getByRole('button', { name: 'Copiar código Pix' }).click();
    await isCopied();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
    expect(await scanQrCode(page)).toBe(code);
    await expect(page.getByRole('button', { name: 'Copiar código Pix' })).toBeVisible();
  });

  await test.step('pays and sees the key in the same page', async () => {
    const said = 'Pagamento confirmado. Preparando sua entrega…';
    await watchText(page, said);
    await page.getByRole('button', { name: 'Simular pagamento' }).click();
    await expect(page).toHaveURL(/\/purchase\/success\/[0-9a-f]{32}$/);
    await expect(page.getByRole('heading', { name: 'Pagamento confirmado' })).toBeVisible();
    expect(await wasSeen(page, said)).toBe(true);
    await expect(page.getByText('Recebemos R$ 170,91 por Pix.')).toBeVisible();
    await waitUntilAlive(page);
    const isCopied = await watchText(page, 'Copiado');
    await page.getByRole('button', { name: 'Copiar chave' }).click();
    await isCopied();
    const key = await keyField(page).inputValue();
    expect(key).toMatch(/^CF-/);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  });

  await test.step('downloads the file', async () => {
    const arriving = page.waitForEvent('download');
    await page.getByRole('link', { name: /^Baixar Grade Cinema/ }).click();
    const file = await arriving;
    expect(file.suggestedFilename()).toMatch(/\.zip$/);
    expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK');
  });

  await test.step('has the receipt sent again twice, and not a third time', async () => {
    const again = page.getByRole('button', { name: 'Reenviar e-mail' });
    for (let time = 0; time < 2; time++) {
      const response = page.waitForResponse('**/api/payments/resend-email/**');
      await again.click();
      expect((await response).status()).toBe(200);
      await expect(toast(page)).toContainText('E-mail enviado');
      await expect(again).toHaveAttribute('aria-disabled', 'false');
    }
    await again.click();
    await expect(toast(page)).toContainText('Limite atingido');
    await expect(toast(page)).toHaveCount(1);
  });

  await test.step('finds the same key in the mail', async () => {
    const key = await keyField(page).inputValue();
    const mails = async () =>
      (await store.mailbox()).filter(({ to }) => to?.some(({ address }) => address === buyer.customerEmail));
    await expect.poll(async () => (await mails()).length).toBe(3);
    for (const mail of await mails()) {
      expect(mail.text).toContain(key);
      expect(mail.html).toContain(page.url());
    }
  });
});

test('a coupon in the address is applied and can be removed', async ({ page }) => {
  await openAlive(page, '/checkout/lote?cupom=EDITA10');
  await expect(payButton(page)).toHaveText('Pagar R$ 44,91 com Pix');
  await page.getByRole('button', { name: 'Remover cupom' }).click();
  await expect(payButton(page)).toHaveText('Pagar R$ 49,90 com Pix');
  await expect(page.getByLabel('Código do cupom')).toBeFocused();
});

test('on a desktop the QR code comes first', async ({ page }) => {
  const { copy, picture } = await orderAtTop(page);
  expect(picture.x + picture.width).toBeLessThan(copy.x);
  expect(copy.y).toBeLessThan(900);
});

test('on a phone the copy button comes first, without scrolling', { tag: '@phone' }, async ({ page }) => {
  const { copy, picture } = await orderAtTop(page);
  expect(copy.y + copy.height).toBeLessThan(Math.min(picture.y, 844));
  expect(copy.height).toBeGreaterThanOrEqual(52);
});

async function orderAtTop(page: Page) {
  await orderPix(page, 'lote');
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  return placesOf(page);
}

async function placesOf(page: Page) {
  const copy = await placeOf(page.getByRole('button', { name: 'Copiar código Pix' }));
  const picture = await placeOf(page.getByRole('img', { name: /^Código QR/ }));
  if (!copy || !picture) throw new Error('The PIX step shows no copy button or no QR.');
  return { copy, picture };
}

/** Returns where it has come to rest. */
async function placeOf(target: Locator) {
  const element = await target.elementHandle();
  await element?.waitForElementState('stable');
  return target.boundingBox();
}
