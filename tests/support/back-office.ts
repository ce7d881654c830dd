import { expect, type Page } from '@playwright/test';
import { openAlive } from './checkout.ts';
import type { Store } from './store.ts';

/** Gives the page's browser the session of the store's first administrator. */
export async function enter(page: Page, store: Store): Promise<void> {
  const answer = await page.request.post('/api/auth/login', { data: store.admin });
  expect(answer.status()).toBe(200);
}

/** Passes a password gate on its own page; what lies behind it opens. */
export async function passGate(page: Page, store: Store, gate: 'products' | 'activation-keys'): Promise<void> {
  await openAlive(page, `/admin/${gate}-auth`);
  await page.getByLabel('Senha').fill(store.gatePassword);
  await page.getByRole('button', { name: 'Acessar' }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/${gate}$`));
}
