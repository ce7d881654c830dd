import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import type { Page as ListPage } from '#src/wire/lists/lists.ts';
import type { AdminProduct } from '#src/wire/products/products.ts';
import { openAlive } from './checkout.ts';

export const VIDEO = 'db/seed/media/grade-cinema.webm';

const BARE_PRODUCT = { price: '10', downloadUrl: 'https://a.test/a.zip' };

export async function openProducts(page: Page, search = ''): Promise<void> {
  await openAlive(page, `/admin/products${search}`);
  await expect(page.getByRole('heading', { name: 'Gerenciamento de Produtos' })).toBeVisible();
}

export function productDialog(page: Page): Locator {
  return page.getByRole('dialog');
}

export async function closeProduct(page: Page): Promise<void> {
  await productDialog(page).getByRole('button', { name: 'Fechar' }).click();
  await expect(productDialog(page)).toBeHidden();
}

export function productField(page: Page, label: string): Locator {
  return productDialog(page).getByLabel(label, { exact: true });
}

export function productRow(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ hasText: name });
}

export function listStatus(page: Page): Locator {
  return page.getByText(/^Mostrando /);
}

export async function chooseIn(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

export async function makeProduct(page: Page, values: Record<string, unknown>): Promise<AdminProduct> {
  const response = await page.request.post('/api/admin/products', { data: { ...BARE_PRODUCT, ...values } });
  expect(response.status()).toBe(201);
  return response.json();
}

export async function readProducts(page: Page, q: string): Promise<AdminProduct[]> {
  // The store may just close the connection that it was silent on.
  const response = await page.request.get(`/api/admin/products?q=${encodeURIComponent(q)}`, { maxRetries: 1 });
  const { items }: ListPage<AdminProduct> = await response.json();
  return items;
}

/** Noise, which no format compresses well. */
export async function photograph(
  width: number,
  height: number,
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const picture = sharp({ create: { width, height, channels: 3, background: '#a64', noise } });
  return { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: await picture.jpeg({ quality: 90 }).toBuffer() };
}
