import { setTimeout as wait } from 'node:timers/promises';
import type { Page, Route } from '@playwright/test';
import { expectAccessible } from '../../support/browser/axe.ts';
import { enterAlone } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive, reloadAlive, waitUntilAlive } from '../../support/browser/checkout.ts';

const LOGOUT = '**/api/logout';
const STILL_OPEN = 'Não foi possível encerrar a sessão no servidor';
const { describe } = test;

test.beforeEach(({ page, store }) => enterAlone(page, store));

const LEFT = 'Você saiu do painel neste navegador e no servidor.';
const leave = (page: Page) => page.getByRole('button', { name: 'Sair' }).filter({ visible: true }).click();
const answerWith = (status: number) => (route: Route) =>
  route.fulfill({ status, contentType: 'application/json', body: '{"message":"Não deu.","code":"unavailable"}' });
/** The store may have ended a connection that was idle for as long as it waits. */
const isIn = async (page: Page) =>
  (await (await page.request.get('/api/auth/status', { maxRetries: 1 })).json()).isAuthenticated;

describe('a logout that does not reach the server', () => {
  test.use({
    provokes: /Failed to load resource|Falha na chamada|Não foi possível avisar|net::ERR|não pôde ser carregada/,
  });

  test('shows the login with a message that stays, and lets nobody back in', async ({ page }) => {
    await page.route(LOGOUT, answerWith(500));
    await openAlive(page, '/admin');
    await leave(page);
    await expect(page).toHaveURL(/\/login\?saida=pendente$/);
    const alert = page.getByRole('alert');
    await expect(alert).toContainText(STILL_OPEN);
    await expect(alert.getByRole('button', { name: 'Tentar encerrar de novo' })).toBeVisible();
    await expectAccessible(page, 'login after a failed logout');
    expect(await isIn(page)).toBe(true);

    // Neither the back-office nor the plain login lets anybody back in.
    for (const path of ['/admin/customers', '/login']) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/login\?saida=pendente$/);
      await expect(alert).toContainText(STILL_OPEN);
    }
    // A page that is left while its own retry is under way would end the session unheard.
    await waitUntilAlive(page);
    await expect(alert.getByRole('button', { name: 'Tentar encerrar de novo' })).toBeVisible();
    await page.unroute(LOGOUT);
    await page.reload();
    // The browser has heard it too: until then the login comes back as that of a logout that waits.
    await expectLeft(page);
    expect(await isIn(page)).toBe(false);
    await page.goto('/admin');
    await expect(page).toHaveURL(/\/login$/);
  });

  test('is retried, at once and by the login page', async ({ page, store }) => {
    await test.step('after the first failure', async () => {
      await page.route(LOGOUT, answerWith(503), { times: 1 });
      await openAlive(page, '/admin');
      await leave(page);
      await expect(page).toHaveURL(/\/login$/);
      expect(await isIn(page)).toBe(false);
    });

    await test.step('failing twice', async () => {
      await page.unrouteAll();
      await enterAlone(page, store);
      await page.route(LOGOUT, answerWith(503), { times: 2 });
      await openAlive(page, '/admin');
      await leave(page);
      await expect(page.getByText(LEFT)).toBeVisible();
      await expect(page).toHaveURL(/\/login$/);
      expect(await isIn(page)).toBe(false);
    });
  });

  test('without a network covers the page until the network is back', async ({ page, context }) => {
    await openAlive(page, '/admin');
    await context.setOffline(true);
    await leave(page);
    const cover = page.getByRole('dialog', { name: 'Saída do painel' });
    await expect(cover).toContainText(STILL_OPEN);
    await page.keyboard.press('Escape');
    await expect(cover).toBeVisible();
    await expectAccessible(page, 'logout without a connection');
    await context.setOffline(false);
    await expect(page.getByText(LEFT)).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
    expect(await isIn(page)).toBe(false);
  });

  test('is forgotten at the next login, whose session no retry from before it ends', async ({ page, store }) => {
    const entered = page.waitForResponse('**/api/auth/login');
    await page.route(LOGOUT, async (route) => {
      // The retry of the login page is answered once the page knows of its new session.
      if (page.url().includes('/login')) await entered.then(() => wait(100));
      await answerWith(500)(route);
    });
    await openAlive(page, '/admin');
    await leave(page);
    await expect(page.getByRole('alert')).toContainText(STILL_OPEN);
    // The form works before its script does, too, but only the script knows of the logout that waits.
    await waitUntilAlive(page);
    await page.getByLabel('Email').fill(store.admin.email);
    await page.getByLabel('Senha', { exact: true }).fill(store.admin.password);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page).toHaveURL(/\/admin$/);
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    await reloadAlive(page);
    await page.waitForLoadState('networkidle');
    await expect(page).toHaveURL(/\/admin$/);
  });
});

test('a link to the page of a failed logout ends no session', async ({ page }) => {
  await openAlive(page, '/login?saida=pendente');
  await expect(page.getByRole('alert')).toContainText(STILL_OPEN);
  await page.waitForLoadState('networkidle');
  expect(await isIn(page)).toBe(true);
  await page.getByRole('button', { name: 'Tentar encerrar de novo' }).click();
  await expect(page.getByText(LEFT)).toBeVisible();
  expect(await isIn(page)).toBe(false);
});

/** The page gives the server five seconds, twice, which a busy one may not keep; then there is the button. */
async function expectLeft(page: Page): Promise<void> {
  const left = page.getByText(LEFT);
  const isHeard = await left.waitFor({ timeout: 20_000 }).then(
    () => true,
    () => false,
  );
  if (!isHeard) await page.getByRole('button', { name: 'Tentar encerrar de novo' }).click();
  await expect(left).toBeVisible();
}
