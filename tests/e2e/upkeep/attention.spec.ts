import { expectAccessible } from '../../support/browser/axe.ts';
import { passGate } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive } from '../../support/browser/checkout.ts';
import { newKey } from '../../support/browser/key-screen.ts';
import { buy } from '../../support/purchases/buy.ts';

test('a pool runs out: a visitor asks to be told, the owner answers with one click, and the mail comes', {
  tag: '@phone',
}, async ({ page, store, client }) => {
  const productId = 'recorte-ia';
  const free = store.database().deleteFrom('activationKeys').where('productId', '=', productId);
  await free.where('itemId', 'is', null).execute();
  await buy(client, { productId });
  await store.database().updateTable('products').set({ pauseWithoutKeys: 1 }).where('id', '=', productId).execute();
  const soldOut = store.database().selectFrom('products').select('soldOutAt').where('id', '=', productId);
  await expect.poll(async () => (await soldOut.executeTakeFirstOrThrow()).soldOutAt).not.toBeNull();
  await passGate(page, store, 'activation-keys');

  const email = `avise-${Date.now()}@exemplo.com.br`;
  await test.step('the visitor leaves an address', async () => {
    await page.goto(`/avise-me/${productId}`);
    await expect(page.getByText('Volta em breve')).toBeVisible();
    await expectAccessible(page, 'a product that comes back soon');
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Avise-me' }).click();
    await expect(page.getByRole('status')).toHaveText(/^Pronto\. Quando voltar, um e-mail chega/);
  });

  await test.step('the owner finds what waits, by keyboard, and adds keys', async () => {
    await openAlive(page, '/admin');
    const card = page.getByRole('region', { name: 'Precisa de você' });
    const waiting = card.getByRole('listitem').filter({ hasText: '1 comprador espera a chave de Recorte IA' });
    await expect(waiting).toBeVisible();
    await expectAccessible(page, 'the dashboard with what needs its owner');
    await waiting.getByRole('link', { name: 'Adicionar chaves' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Recorte IA');
    await dialog
      .getByRole('textbox')
      .first()
      .fill(Array.from({ length: 20 }, newKey).join('\n'));
    await dialog.getByRole('button', { name: /^Adicionar/ }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('nothing waits there any more, and one mail left', async () => {
    await openAlive(page, '/admin');
    await expect(page.getByRole('region', { name: 'Precisa de você' })).not.toContainText('Recorte IA');
    const told = async () =>
      (await store.mailbox())
        .filter((mail) => mail.to?.some(({ address }) => address === email))
        .map(({ subject }) => subject);
    await expect.poll(told).toEqual(['Recorte IA voltou']);
    const notices = store.database().selectFrom('stockNotices').select('id').where('email', '=', email);
    await expect.poll(() => notices.execute()).toEqual([]);
  });
});

test('keys that a failover holds come back to sale after a question', { tag: '@phone' }, async ({ page, store }) => {
  const at = new Date().toISOString();
  await store
    .database()
    .insertInto('restores')
    .values({ backupAt: at, restoredAt: at, heldKeys: 2, failover: 'waiting' })
    .execute();
  await passGate(page, store, 'activation-keys');
  await openAlive(page, '/admin');
  const waiting = page.getByRole('listitem').filter({ hasText: 'O banco de dados foi trocado' });
  await waiting.getByRole('link', { name: 'Responder' }).click();
  const nothingLost = page.getByRole('button', { name: 'Nada se perdeu' });
  const dialog = page.getByRole('alertdialog', { name: 'Nada se perdeu?' });
  await nothingLost.press('Enter');
  await expectAccessible(page, 'the question whether keys come back');
  await dialog.getByRole('button', { name: 'Cancelar' }).press('Enter');
  await expect(nothingLost).toBeFocused();
  await nothingLost.press('Enter');
  await dialog.getByRole('button', { name: 'Devolver à venda' }).press('Enter');
  await expect(page.getByText('As chaves voltaram à venda', { exact: true })).toBeVisible();
  await expect(nothingLost).toBeHidden();
});
