import type { Page } from '@playwright/test';
import type { AdminProduct } from '#src/wire/products/products.ts';
import { expect } from '../browser/browser-fixture.ts';
import { ANA, FIRST_PRODUCT, printedLink } from '../calls/new-shop.ts';
import type { Store } from '../store/store.ts';

/** From the printed link to the step after the account. */
export async function makeAccount(page: Page, store: Store): Promise<void> {
  await page.goto(printedLink(store.output()));
  await page.getByLabel('Seu nome').fill(ANA.name);
  await page.getByLabel('E-mail').fill(ANA.email);
  await page.getByLabel('Senha', { exact: true }).fill(ANA.password);
  await saveStep(page, 'loja');
}

export async function saveStep(page: Page, following: string): Promise<void> {
  await page.getByRole('button', { name: 'Salvar e continuar' }).click();
  await expect(page).toHaveURL(new RegExp(`/instalar/${following}$`));
}

export async function skipStep(page: Page, following: string): Promise<void> {
  await page.getByRole('button', { name: 'Pular este passo' }).click();
  await expect(page).toHaveURL(new RegExp(`/instalar/${following}$`));
}

export async function openShop(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Abrir a loja' }).click();
  await expect(page).toHaveURL(/\/admin$/);
}

/** The owner of a shop that has just opened adds a product; the gate's password is that of the account. */
export async function addFirstProduct({ request }: Page): Promise<string> {
  expect((await request.post('/api/admin/gates/products', { data: { password: ANA.password } })).status()).toBe(200);
  const response = await request.post('/api/admin/products', { data: FIRST_PRODUCT });
  expect(response.status()).toBe(201);
  const { id }: AdminProduct = await response.json();
  return id;
}
