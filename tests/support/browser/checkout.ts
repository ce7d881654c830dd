import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Buyer } from '#src/client/checkout/checkout-draft.ts';
import { readQrCode } from './qr-reader.ts';
import { readPage } from './shown-texts.ts';

export function newBuyer(): Buyer {
  return { customerName: 'Ana Conceição', customerEmail: `ana.${randomUUID().slice(0, 8)}@exemplo.com.br` };
}

/** Waits for hydration, before which the browser submits forms itself. */
export async function openAlive(page: Page, path: string): Promise<void> {
  await readPage(page);
  await page.goto(path);
  await waitUntilAlive(page);
}

export async function reloadAlive(page: Page): Promise<void> {
  await page.reload();
  await waitUntilAlive(page);
}

export async function waitUntilAlive(page: Page): Promise<void> {
  // A page that is still loading has no islands yet.
  await page.waitForLoadState();
  await expect(page.locator('astro-island[ssr][client=load]')).toHaveCount(0);
  // The islands' effects have run once the browser is idle.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

/** Waits until the first reads of shop and bank are done. */
export async function openFollowing(page: Page, path: string, purchaseId: string): Promise<void> {
  const looks = [`**/api/payments/purchase/${purchaseId}`, '**/api/payments/status/**'];
  const begun = [page.waitForRequest('**/events'), ...looks.map((call) => page.waitForResponse(call))];
  await openAlive(page, path);
  await Promise.all(begun);
  await waitUntilAlive(page);
}

export async function fillIn(page: Page, { customerName, customerEmail }: Buyer): Promise<void> {
  await page.getByLabel('Nome completo').fill(customerName);
  await page.getByLabel('E-mail').fill(customerEmail);
}

export function buyLink(page: Page, name: string): Locator {
  return page.getByRole('link', { name: new RegExp(`^Comprar agora ?: ${name}$`) });
}

export function payButton(page: Page): Locator {
  return page.getByRole('button', { name: /^Pagar R\$/ });
}

export function pixText(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Pix copia e cola' });
}

export function keyField(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Chave de ativação' });
}

export async function orderPix(page: Page, productId: string, buyer: Buyer = newBuyer()): Promise<string> {
  await openAlive(page, `/checkout/${productId}`);
  await fillIn(page, buyer);
  // An expectation that is not met at once looks again at ever longer intervals.
  const made = page.waitForResponse('**/api/payments/create');
  await payButton(page).click();
  await made;
  await expect(page.getByRole('heading', { name: /^Pague R\$ .* com Pix$/ })).toBeVisible();
  return pixText(page).inputValue();
}

export function purchasePage(id: string): string {
  return `/purchase/success/${id}`;
}

export function purchaseIn(page: Page): string {
  const { pathname, searchParams } = new URL(page.url());
  const id = searchParams.get('compra') ?? pathname.split('/').at(-1) ?? '';
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  return id;
}

export async function scanQrCode(page: Page): Promise<string> {
  const picture = page.getByRole('img', { name: /^Código QR/ });
  await picture.scrollIntoViewIfNeeded();
  return readQrCode(await picture.screenshot({ animations: 'disabled' }));
}

/** The visible toast, not its announcement, also beside an open dialog. */
export function toast(page: Page): Locator {
  const seen = { includeHidden: true };
  return page.getByRole('region', { name: /^Avisos/, ...seen }).getByRole('listitem', seen);
}

export async function markDocument(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-marked', ''));
}

export async function isSameDocument(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.hasAttribute('data-marked'));
}
