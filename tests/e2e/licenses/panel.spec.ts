import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { KeyMachines } from '#src/wire/licenses/machines.ts';
import type { LicenseResponse } from '#src/wire/purchases/purchases.ts';
import { axeProblems } from '../../support/browser/axe.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { login } from '../../support/calls/client.ts';
import { buy } from '../../support/purchases/buy.ts';
import type { Store } from '../../support/store/store.ts';

/** The panel is a page of the file system, as in an editor: its origin is `null` and it has no cookie of the shop. */
const PRODUCT = 'grade-cinema';
let folder: string;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'panel-'));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

test('a panel activates, works offline, is refused on the third computer, and gets the place that the buyer frees', async ({
  browser,
  client,
  store,
}) => {
  const { itemId, key } = await givenKeyForTwo(store);
  await buildPanel(store);

  await using first = await openPanel(browser);
  await activate(first.page, key, 'Ilha 1');
  await expect(first.page.getByText('Plugin ativado')).toBeVisible();
  await expect(first.page.getByRole('definition').first()).toHaveText('Ilha 1');

  await first.context.setOffline(true);
  await first.page.reload();
  await expect(first.page.getByText('Sem internet. A licença foi conferida aqui mesmo.')).toBeVisible();
  await expect(first.page.getByText('Plugin ativado')).toBeVisible();

  await using second = await openPanel(browser);
  await activate(second.page, key, 'Ilha 2');
  await expect(second.page.getByText('Plugin ativado')).toBeVisible();

  await using third = await openPanel(browser);
  await activate(third.page, key, 'Notebook');
  await expect(third.page.getByRole('alert')).toContainText('Esta chave já está em uso em 2 de 2 computadores');
  await expect(third.page.getByRole('alert')).toContainText('Ilha 1 (visto hoje)');

  const path = `/api/payments/machines/${itemId}`;
  const { machines } = (await client.get(path)).json<KeyMachines>();
  await client.post(`${path}/release`, { machineId: machines.find(({ name }) => name === 'Ilha 1')?.id });

  await third.page.getByRole('button', { name: 'Ativar', exact: true }).click();
  await expect(third.page.getByText('Plugin ativado')).toBeVisible();

  await first.context.setOffline(false);
  await first.page.reload();
  await expect(first.page.getByRole('alert')).toHaveText(
    'Este computador não está ativado com esta chave. Ative-o para continuar.',
  );
});

test('a panel keeps its ticket whatever comes back, until the shop itself says no', async ({ browser, store }) => {
  const { key } = await givenKeyForTwo(store);
  await buildPanel(store);
  await using panel = await openPanel(browser);
  const { context, page } = panel;
  await activate(page, key, 'Ilha 1');
  await expect(page.getByText('Plugin ativado')).toBeVisible();
  const ticket = await page.evaluate(() => localStorage.getItem('licenca.ticket'));
  const others = [
    { status: 429, body: '{"message": "Esta chave foi consultada vezes demais.", "code": "too_many_checks"}' },
    { status: 503, body: '{"message": "A loja está ocupada.", "valid": false}' },
    { status: 404, body: '<h1>Not found</h1>' },
    { status: 200, body: '<h1>Entre na rede do hotel</h1>' },
    { status: 200, body: 'null' },
    { status: 200, body: '{}' },
    { status: 200, body: '{"valid": true, "ticket": "eyJhbGciOiJub25lIn0.e30."}' },
  ];
  for (const answer of others) {
    await context.route('**/api/licenses/**', (route) =>
      route.fulfill({ ...answer, headers: { 'access-control-allow-origin': '*' } }),
    );
    await page.reload();
    await expect(page.getByRole('status')).toContainText('A licença foi conferida aqui mesmo.');
    await page.getByRole('button', { name: 'Desativar este computador' }).click();
    await expect(page.getByRole('button', { name: 'Desativar este computador' })).toBeEnabled();
    await expect(page.getByText('Plugin ativado')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('licenca.ticket'))).toBe(ticket);
    await context.unroute('**/api/licenses/**');
  }
  await page.getByRole('button', { name: 'Desativar este computador' }).click();
  await expect(page.getByRole('button', { name: 'Ativar', exact: true })).toBeVisible();
});

test('a computer without internet is activated by a code and a file', async ({ browser, client, store }) => {
  const { itemId, key } = await givenKeyForTwo(store);
  await buildPanel(store);
  await using offline = await openPanel(browser);
  await offline.context.setOffline(true);
  const { page } = offline;
  await fill(page, key, 'Ilha sem rede');
  await page.getByText('Ativar sem internet').click();
  const request = await page.getByLabel('Copie este código').inputValue();

  const given = await client.post(`/api/payments/machines/${itemId}/offline`, { request });

  const { ticket, fileName } = given.json<{ ticket: string; fileName: string }>();
  const file = { name: fileName, mimeType: 'application/octet-stream', buffer: Buffer.from(ticket) };
  const choose = page.getByLabel('Traga de volta o arquivo');
  await choose.setInputFiles({ ...file, buffer: Buffer.from(ticket.replace(/.{6}$/, 'AAAAAA')) });
  await expect(page.getByRole('alert')).toHaveText('Este arquivo não é uma licença deste computador.');
  await choose.setInputFiles(file);
  await expect(page.getByText('Plugin ativado')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Plugin ativado')).toBeVisible();
});

test('the panel is easy to read and to reach', async ({ browser, store }) => {
  const { key } = await givenKeyForTwo(store);
  await buildPanel(store);
  await using opened = await openPanel(browser);
  const { page } = opened;
  for (const width of [280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  expect(await axeProblems(page)).toEqual([]);
  await activate(page, key, 'Ilha 1');
  await expect(page.getByText('Plugin ativado')).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
});

async function givenKeyForTwo(store: Store): Promise<{ itemId: string; key: string }> {
  const owner = await login(store);
  await owner.put(`/api/admin/products/${PRODUCT}`, { machineLimit: 2 });
  const { id: itemId } = await buy(owner, { productId: PRODUCT });
  const { activationKey } = (await owner.get(`/api/payments/license/${itemId}`)).json<LicenseResponse>();
  return { itemId, key: activationKey ?? '' };
}

/** A seller does so: the shop's address and its public keys go into the settings. */
async function buildPanel(store: Store): Promise<void> {
  await cp(fileURLToPath(new URL('../../../examples/panel', import.meta.url)), folder, { recursive: true });
  const { keys } = (await (await fetch(`${store.url}/api/licenses/keys.json`)).json()) as { keys: object[] };
  const settings = { shop: store.url, productId: PRODUCT, pluginVersion: '1.0.0', keys };
  await writeFile(join(folder, 'settings.js'), `globalThis.SETTINGS = ${JSON.stringify(settings)};`);
}

type Panel = { context: BrowserContext; page: Page; [Symbol.asyncDispose](): Promise<void> };

/** Each is another computer, which keeps its own number. */
async function openPanel(browser: Browser): Promise<Panel> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(pathToFileURL(join(folder, 'index.html')).href);
  await expect(page.getByRole('button', { name: 'Ativar', exact: true })).toBeVisible();
  return { context, page, [Symbol.asyncDispose]: () => context.close() };
}

async function activate(page: Page, key: string, machineName: string): Promise<void> {
  await fill(page, key, machineName);
  await page.getByRole('button', { name: 'Ativar', exact: true }).click();
}

async function fill(page: Page, key: string, machineName: string): Promise<void> {
  await page.getByLabel('Chave de ativação').fill(key);
  await page.getByLabel('Nome deste computador').fill(machineName);
}
