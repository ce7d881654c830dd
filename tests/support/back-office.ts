import { expect, type Page } from '@playwright/test';
import { GATE_FLAGS } from '#src/client/session.ts';
import type { Store } from './store.ts';

type Gate = 'products' | 'activation-keys';

const FLAGS: Record<Gate, string> = { products: GATE_FLAGS.products, 'activation-keys': GATE_FLAGS.activationKeys };

/** Gives the page's browser the session of the store's first administrator. */
export async function enter(page: Page, store: Store): Promise<void> {
  const answer = await page.request.post('/api/auth/login', { data: store.admin });
  expect(answer.status()).toBe(200);
}

/** Gives session and browser what they have once the password gate was passed on its own page. */
export async function passGate(page: Page, store: Store, gate: Gate): Promise<void> {
  const answer = await page.request.post(`/api/admin/gates/${gate}`, { data: { password: store.gatePassword } });
  expect(answer.status()).toBe(200);
  await rememberGate(page, store, gate);
}

/**
 * The browser remembers the gate, the session does not: what lies behind it comes by a call, which a test can change.
 * Only for a browser that shows no page of the store yet: the memory is emptied first, and an open page would notice.
 */
export async function rememberGate(page: Page, store: Store, gate: Gate): Promise<void> {
  expect(page.url()).toBe('about:blank');
  const { cookies, origins } = await page.context().storageState();
  const remembered = origins.find(({ origin }) => origin === store.url)?.localStorage ?? [];
  const localStorage = [...remembered, { name: FLAGS[gate], value: 'true' }];
  await page.context().setStorageState({ cookies, origins: [{ origin: store.url, localStorage }] });
}
