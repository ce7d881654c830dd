import { expectAccessible } from '../../support/browser/axe.ts';
import { enter } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { newBuyer, openAlive, toast } from '../../support/browser/checkout.ts';
import { tabTo } from '../../support/browser/keyboard.ts';
import { login } from '../../support/calls/client.ts';
import { buy } from '../../support/purchases/buy.ts';
import { giveBack } from '../../support/purchases/purchases.ts';

test('the owner reads what chosen buyers get, sends it by keyboard, and nobody gets it twice', async ({
  page,
  store,
  client,
}) => {
  const buyer = { ...newBuyer(), customerName: 'Nara Avisada', productId: 'lote' };
  const paid = await buy(client, buyer);
  const refunded = await buy(client, buyer);
  await giveBack(await login(store), refunded.id);
  await store.database().deleteFrom('outbox').where('purchaseId', '=', paid.id).execute();
  await enter(page, store);
  await openAlive(page, `/admin/sales?q=${buyer.customerEmail}`);
  const all = page.getByRole('checkbox', { name: 'Escolher todas as linhas desta página' });
  const bar = page.getByRole('region', { name: 'Linhas escolhidas' });
  const dialog = page.getByRole('dialog', { name: 'Avisar os compradores de 2 vendas?' });

  await tabTo(page, all);
  await page.keyboard.press('Space');
  await tabTo(page, bar.getByRole('button', { name: 'Avisar compradores' }));
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('1 recebe o recibo de novo')).toBeVisible();
  await expect(dialog.getByText('1 fica de fora')).toBeVisible();
  await expect(dialog.getByText('1 reembolsada')).toBeVisible();
  await expectAccessible(page, 'what chosen buyers get');
  await tabTo(page, dialog.getByRole('button', { name: 'Enviar 1 e-mail' }), 6);
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('1 e-mail a caminho');
  await expect(dialog).toBeHidden();
  await expect(bar).toBeHidden();
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);

  await tabTo(page, all);
  await page.keyboard.press('Space');
  await tabTo(page, bar.getByRole('button', { name: 'Avisar compradores' }));
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('1 avisada há menos de uma hora')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Enviar/ })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(bar.getByRole('button', { name: 'Avisar compradores' })).toBeFocused();
});
