import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupAddress } from '#src/wire/backups/backups.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { enterAlone } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive } from '../../support/browser/checkout.ts';
import { login, openClient } from '../../support/calls/client.ts';
import { NEW_SHOP, printedLink } from '../../support/calls/new-shop.ts';
import { buy, readPurchase } from '../../support/purchases/buy.ts';
import { startStoreProcess } from '../../support/store/store.ts';

test.use({ ownProcess: true, provokes: /Failed to load resource|Falha na chamada|status of (?:401|422|503)/ });

test('a backup comes back on the screen with the sale after it, and on an empty machine by its wizard', async ({
  page,
  store,
  browser,
}) => {
  const buyer = openClient(store.url);
  const archive = join(store.folder, 'baixado.tar');

  await test.step('is made, and a sale comes after it', async () => {
    await enterAlone(page, store);
    await openAlive(page, '/admin/settings?secao=backup');
    const backups = page.getByRole('region', { name: 'Backups' });
    await backups.getByRole('button', { name: 'Fazer agora' }).click();
    await expect(backups.getByRole('status')).toContainText('Feito e verificado');
    const path = await backups
      .getByRole('button', { name: /^Baixar/ })
      .evaluate(() => fetch('/api/admin/backups').then((answer) => answer.json()))
      .then(({ backups: [made] }) => `/api/admin/backups/${made.name}`);
    const { address }: BackupAddress = await (await page.request.post(path)).json();
    await writeFile(archive, await (await page.request.get(address)).body());
  });
  const sold = await buy(buyer, { productId: 'lote' });

  await test.step('is restored behind the word', async () => {
    await page.getByRole('button', { name: /^Restaurar o backup de/ }).press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Restaurar o backup de/ });
    await dialog.getByRole('button', { name: 'Conferir' }).press('Enter');
    await expect(dialog).toContainText('vendas: 1, e chaves entregues: 1');
    await expectAccessible(page, 'what a restore would change');
    const word = dialog.getByLabel('Para restaurar, digite RESTAURAR');
    await word.fill('sim');
    await word.press('Enter');
    await expect(word).toHaveAccessibleDescription('Nada foi alterado: a palavra é RESTAURAR.');
    await word.fill('RESTAURAR');
    await dialog.getByRole('button', { name: 'Restaurar a loja' }).click();
    await expect(page).toHaveURL(/\/login/);
  });

  await test.step('tells what it did, and the buyer has the key', async () => {
    await enterAlone(page, store);
    await openAlive(page, '/admin/settings?secao=backup');
    await expect(page.getByText(/^Restaurado em .+, do backup de/)).toBeVisible();
    await expect(page.getByText('Vendas refeitas: 1. Pedidos ainda em aberto: 0.')).toBeVisible();
    await expectAccessible(page, 'what a restore did');
    expect((await readPurchase(buyer, sold.id)).paymentStatus).toBe('COMPLETED');
  });

  const machine = await startStoreProcess(NEW_SHOP);
  try {
    const visitor = await (await browser.newContext({ baseURL: machine.url, javaScriptEnabled: false })).newPage();
    await visitor.goto(printedLink(machine.output()));
    await visitor.getByRole('link', { name: 'Já tenho um backup' }).click();
    await visitor.getByLabel('Arquivo do backup').setInputFiles(archive);
    await visitor.getByRole('button', { name: 'Enviar o arquivo' }).click();
    await visitor.getByRole('button', { name: 'Conferir o backup' }).click();
    await expect(async () => {
      await visitor.reload();
      expect(await visitor.getByLabel('Para restaurar, digite RESTAURAR').isVisible()).toBe(true);
    }).toPass();
    await visitor.getByLabel('Para restaurar, digite RESTAURAR').fill('RESTAURAR');
    await visitor.getByRole('button', { name: 'Restaurar a loja' }).click();
    await expect(async () => {
      await visitor.goto('/login');
      expect(await visitor.getByRole('heading', { name: 'Área Administrativa' }).isVisible()).toBe(true);
    }).toPass();
    await login({ ...machine, admin: store.admin });
  } finally {
    await machine.stop();
  }
});
