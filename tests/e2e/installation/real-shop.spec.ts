import { expectAccessible } from '../../support/browser/axe.ts';
import { enterAlone } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { ANA } from '../../support/calls/new-shop.ts';
import { openStoreDatabase } from '../../support/store/store-database.ts';

test.use({
  ownProcess: true,
  settings: { DEMO_DATA: 'true' },
  provokes: /status of (?:401|422|503)|volta em um minuto/,
});

/** From the desk of the demo to a shop of one's own, without a terminal. */
test('the demo gives way to a real shop, and stays as it was', async ({ page, store }) => {
  const sold = await soldIn(`${store.folder}/store.sqlite`);
  expect(sold.length).toBeGreaterThan(100);

  await test.step('is offered on the desk, for the password', async () => {
    await enterAlone(page, store);
    await page.goto('/admin');
    await page.getByRole('link', { name: 'Abrir sua loja de verdade' }).click();
    await expect(page.getByText(`${store.folder}/loja`)).toBeVisible();
    await expectAccessible(page, 'the offer of a real shop');
    await page.getByLabel('Sua senha da demonstração').fill('outra-senha');
    await page.getByRole('button', { name: 'Abrir sua loja de verdade' }).click();
    await expect(page.getByText('Esta não é a sua senha atual.')).toBeVisible();
    await page.getByLabel('Sua senha da demonstração').fill(store.admin.password);
    await page.getByRole('button', { name: 'Abrir sua loja de verdade' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Abrindo a sua loja');
  });

  await test.step('leads to the first step, where the account is made', async () => {
    await expect(page).toHaveURL(/\/instalar\/conta$/);
    await page.getByLabel('Seu nome').fill(ANA.name);
    await page.getByLabel('E-mail').fill(ANA.email);
    await page.getByLabel('Senha', { exact: true }).fill(ANA.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/instalar\/loja$/);
  });

  await test.step('is there again after a restart, and the demo is not', async () => {
    await store.restart();
    await page.goto('/instalar');
    await expect(page).toHaveURL(/\/instalar\/loja$/);
    expect(await page.request.get('/plugins/curva-motion').then((response) => response.status())).not.toBe(200);
    expect(await soldIn(`${store.folder}/loja/store.sqlite`)).toEqual([]);
    expect(await soldIn(`${store.folder}/store.sqlite`)).toEqual(sold);
  });
});

async function soldIn(path: string): Promise<unknown[]> {
  const books = openStoreDatabase(path);
  try {
    const rows = (table: 'products' | 'purchases' | 'activationKeys') =>
      books.selectFrom(table).selectAll().orderBy('id').execute();
    return (await Promise.all([rows('products'), rows('purchases'), rows('activationKeys')])).flat();
  } finally {
    await books.destroy();
  }
}
