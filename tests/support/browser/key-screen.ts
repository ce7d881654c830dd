import { expect, type Locator, type Page } from '@playwright/test';
import type { Store } from '../store/store.ts';
import { passGate } from './back-office.ts';
import { openAlive } from './checkout.ts';

export async function openKeys(page: Page, store: Store, search = ''): Promise<void> {
  await passGate(page, store, 'activation-keys');
  await openAlive(page, `/admin/activation-keys${search}`);
}

export function keyRows(page: Page): Locator {
  return page.getByRole('table', { name: 'Chaves de ativação' }).locator('tbody tr');
}

export async function choose(page: Page, field: Locator, name: string): Promise<void> {
  await field.click();
  await page.getByRole('option', { name, exact: true }).click();
  await expect(field).toHaveText(name);
}

let drawn = 0;
export function newKey(): string {
  drawn += 1;
  return `PASSEIO-${Date.now().toString(36).toUpperCase()}-${drawn}`;
}
