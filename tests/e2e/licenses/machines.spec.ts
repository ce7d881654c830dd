import { readFile } from 'node:fs/promises';
import type { AdminProduct } from '#src/wire/products/products.ts';
import type { LicenseResponse } from '#src/wire/purchases/purchases.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { passGate } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive, toast } from '../../support/browser/checkout.ts';
import { chooseAction } from '../../support/browser/row-menu.ts';
import { type Client, login } from '../../support/calls/client.ts';
import { actAtSandbox, buy, expectStatus, startPurchase } from '../../support/purchases/buy.ts';
import type { Store } from '../../support/store/store.ts';

const FIRST = 'ilha-um-0123456789abcdef';
const SECOND = 'ilha-dois-0123456789abcdef';
const ISLAND = { machineName: 'Ilha 2', platform: 'Windows', pluginVersion: '2.0.3' };

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled, provokes: /status of 422/ });

    test('a buyer frees a computer, and licenses one that has no internet', async ({ page, client, store }) => {
      const { purchaseId, key } = await sellKey(store, client, javaScriptEnabled ? 'Com Ilhas' : 'Sem Scripts');
      await activate(client, key, FIRST, { machineName: 'MacBook da Ana' });
      await activate(client, key, SECOND, ISLAND);
      await page.goto(`/purchase/success/${purchaseId}`);
      await expect(page.getByRole('heading', { name: 'Seus computadores · 2 de 2' })).toBeVisible();
      await expect(page.getByText('Windows · 2.0.3 · visto hoje')).toBeVisible();
      await page.getByText('Liberar Ilha 2', { exact: true }).click();
      await expect(page.getByText(/^Liberar Ilha 2\? O plugin para de funcionar nele/)).toBeVisible();
      await page.getByRole('button', { name: 'Liberar este computador' }).click();
      await expect(page.getByText('Computador liberado. A chave já pode ser usada em outro.')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Seus computadores · 1 de 2' })).toBeVisible();

      const code = page.getByLabel('Código do plugin');
      await page.getByText('Ativar um computador sem internet').click();
      await code.fill('CF1.nada');
      await page.getByRole('button', { name: 'Baixar licença' }).click();
      await expect(code).toHaveAccessibleDescription('Este código não parece certo. Copie tudo, de CF1. até o fim.');
      await expect(code).toHaveValue('CF1.nada');
      if (javaScriptEnabled) await expectAccessible(page, 'computers of a purchase');
      await code.fill(offlineCode(key, SECOND));
      const arriving = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Baixar licença' }).click();
      const file = await arriving;
      expect(file.suggestedFilename()).toBe('licenca.lic');
      expect(await readFile(await file.path(), 'utf8')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);

      await page.goto(`/purchase/success/${purchaseId}`);
      await page.getByText('Liberar Ilha 2', { exact: true }).click();
      const told =
        /^Liberar Ilha 2\? A licença sem internet dele vale até \d\d\/\d\d\/\d{4} e não será renovada\. O lugar volta nesse dia\.$/;
      await expect(page.getByText(told)).toBeVisible();
      await page.getByRole('button', { name: 'Liberar este computador' }).click();
      await expect(page.getByText(/^Computador liberado\. O lugar volta quando terminar/)).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Seus computadores · 2 de 2' })).toBeVisible();
      await expect(page.getByText(/^Liberado · o lugar volta em \d\d\/\d\d\/\d{4}, quando termina/)).toBeVisible();
    });
  });
}

for (const page of ['the checkout', 'the page of the purchase']) {
  test(`${page} on which a purchase is paid shows computers and the withdrawal at once`, async ({
    page: browser,
    client,
    store,
  }) => {
    const productId = await addLimitedProduct(store, `Pago na hora em ${page}`);
    const { purchaseId, transactionId } = await startPurchase(client, { productId });
    const address =
      page === 'the checkout' ? `/checkout/${productId}?compra=${purchaseId}` : `/purchase/success/${purchaseId}`;
    await openAlive(browser, address);
    await actAtSandbox(client, transactionId, 'pay');
    await expect(browser.getByRole('heading', { name: 'Seus computadores · 0 de 2' })).toBeVisible();
    await expect(browser.getByRole('heading', { name: 'Desistência' })).toBeVisible();
    await browser.getByText('Ativar um computador sem internet').click();
    const { activationKey } = (await client.get(`/api/payments/license/${purchaseId}`)).json<LicenseResponse>();
    await browser.getByLabel('Código do plugin').fill(offlineCode(activationKey ?? '', FIRST));
    const arriving = browser.waitForEvent('download');
    await browser.getByRole('button', { name: 'Baixar licença' }).click();
    expect((await arriving).suggestedFilename()).toBe('licenca.lic');
  });
}

test('the owner changes the limit of a key and frees its computers', async ({ page, client, store }) => {
  const { key } = await sellKey(store, client, 'Da Dona');
  await activate(client, key, FIRST, { machineName: 'MacBook da Ana' });
  await activate(client, key, SECOND, ISLAND);
  expectStatus(await client.post('/api/licenses/offline', { request: offlineCode(key, SECOND) }), 200);
  await passGate(page, store, 'activation-keys');
  await page.goto('/admin/activation-keys?machines=full');
  await chooseAction(page, key, 'Computadores');
  const drawer = page.locator('[data-drawer]');
  await expect(drawer.getByRole('heading', { name: 'Computadores · 2 de 2' })).toBeVisible();
  await expectAccessible(page, 'computers of a key');
  await drawer.getByRole('button', { name: 'Um a mais' }).click();
  await drawer.getByRole('button', { name: 'Salvar limite' }).click();
  await expect(drawer.getByRole('heading', { name: 'Computadores · 2 de 3' })).toBeVisible();
  await drawer.getByRole('button', { name: 'Liberar Ilha 2' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(
    /Com a licença sem internet funciona até \d\d\/\d\d\/\d{4}, mas o lugar fica livre agora\./,
  );
  await page.getByRole('alertdialog').getByRole('button', { name: 'Liberar' }).click();
  await expect(drawer.getByRole('heading', { name: 'Computadores · 1 de 3' })).toBeVisible();
  await drawer.getByRole('button', { name: 'Liberar todos' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Liberar todos' }).click();
  await expect(drawer.getByText('Nenhum computador', { exact: true })).toBeVisible();
  await expect(toast(page)).toContainText('Computadores liberados');
});

/** Given: a sold key for two computers. */
async function sellKey(store: Store, client: Client, name: string): Promise<{ purchaseId: string; key: string }> {
  const purchase = await buy(client, { productId: await addLimitedProduct(store, name) });
  const response = await client.get(`/api/payments/license/${purchase.id}`);
  const { activationKey } = expectStatus(response, 200).json<LicenseResponse>();
  return { purchaseId: purchase.id, key: activationKey ?? '' };
}

async function addLimitedProduct(store: Store, name: string): Promise<string> {
  const owner = await login(store);
  const license = { requiresActivation: true, keySource: 'made', keyPrefix: 'ILHA', machineLimit: 2 };
  const product = { name, price: 'R$ 10,00', downloadUrl: '/uploads/corte-final-demo.zip', ...license };
  return expectStatus(await owner.post('/api/admin/products', product), 201).json<AdminProduct>().id;
}

async function activate(client: Client, key: string, fingerprint: string, facts: object): Promise<void> {
  const response = await client.post('/api/licenses/activate', { key, fingerprint, ...facts });
  expect(expectStatus(response, 200).json()).toMatchObject({ valid: true });
}

function offlineCode(key: string, fingerprint: string): string {
  return `CF1.${Buffer.from(JSON.stringify({ k: key, f: fingerprint, n: 'Ilha 2' })).toString('base64url')}`;
}
