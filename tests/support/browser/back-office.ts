import { randomBytes } from 'node:crypto';
import { type Cookie, expect, type Page } from '@playwright/test';
import { GATE_FLAGS } from '#src/client/session.ts';
import { hashOf } from '../calls/logins.ts';
import type { Store } from '../store/store.ts';

type Gate = 'products' | 'activation-keys';

const FLAGS: Record<Gate, string> = { products: GATE_FLAGS.products, 'activation-keys': GATE_FLAGS.activationKeys };

export function enter(page: Page, store: Store): Promise<void> {
  return shareSession(page, store, 'entered', () => logIn(page, store));
}

/** Opens a separate session, for tests that end it or pass a gate with it. */
export async function enterAlone(page: Page, store: Store): Promise<void> {
  await page.context().clearCookies();
  await logIn(page, store);
}

export async function enterWithoutAudit(page: Page, store: Store): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  const books = store.database();
  const { id } = await books.selectFrom('users').select('id').where('isAdmin', '=', 1).executeTakeFirstOrThrow();
  const now = Math.floor(Date.now() / 1000);
  const session = { id: hashOf(token), user_id: id, created_at: now, expires_at: now + 3_600 };
  await books.insertInto('sessions').values(session).execute();
  await page.context().addCookies([{ name: 'session', value: token, url: store.url }]);
}

export async function passGate(page: Page, store: Store, gate: Gate): Promise<void> {
  await shareSession(page, store, 'behind the gates', async () => {
    await enterAlone(page, store);
    for (const each of GATES) {
      const response = await page.request.post(`/api/admin/gates/${each}`, {
        data: { password: store.gatePassword },
        maxRetries: 1,
      });
      expect(response.status()).toBe(200);
    }
  });
  await rememberGate(page, store, gate);
}

/** Hashing a password is slow, so the tests of a store share one session while it is valid and nobody is asked who they are. */
async function shareSession(page: Page, store: Store, kind: string, open: () => Promise<void>): Promise<void> {
  const kept = sessions.get(store) ?? new Map<string, Kept>();
  sessions.set(store, kept);
  const { cookies, until } = kept.get(kind) ?? { cookies: [], until: 0 };
  await page.context().addCookies(cookies);
  if (Date.now() < until && (await page.request.get('/api/auth/user', { maxRetries: 1 })).status() === 200) return;
  await open();
  kept.set(kind, { cookies: await page.context().cookies(), until: Date.now() + SHARED_MS });
}

async function logIn(page: Page, store: Store): Promise<void> {
  const response = await page.request.post('/api/auth/login', { data: store.admin, maxRetries: 1 });
  expect(response.status()).toBe(200);
}

const GATES: Gate[] = ['products', 'activation-keys'];

type Kept = { cookies: Cookie[]; until: number };

const sessions = new WeakMap<Store, Map<string, Kept>>();

/** Half of the time for which a sign-in proves who somebody is. */
const SHARED_MS = 5 * 60_000;

/** Remembers the gate in the browser but not in the session, so that the screen loads its data by a call. */
export async function rememberGate(page: Page, store: Store, gate: Gate): Promise<void> {
  expect(page.url()).toBe('about:blank');
  const { cookies, origins } = await page.context().storageState();
  const remembered = origins.find(({ origin }) => origin === store.url)?.localStorage ?? [];
  const localStorage = [...remembered, { name: FLAGS[gate], value: 'true' }];
  await page.context().setStorageState({ cookies, origins: [{ origin: store.url, localStorage }] });
}
