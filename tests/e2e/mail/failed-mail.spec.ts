import { expectAccessible } from '../../support/browser/axe.ts';
import { enter } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive } from '../../support/browser/checkout.ts';
import { buy } from '../../support/purchases/buy.ts';
import type { Store } from '../../support/store/store.ts';

test('failed mail is listed on the dashboard until it is sent again', async ({ page, store, client }) => {
  const buyers = ['um', 'dois', 'três'].map((name) => `Cliente ${name}`);
  const purchases: string[] = [];
  for (const [turn, customerName] of buyers.entries()) {
    purchases.push((await buy(client, { customerName, customerEmail: `c${turn}-${Date.now()}@exemplo.com.br` })).id);
  }
  await expect.poll(() => countOf(store, purchases, 'sent')).toBe(3);
  await store
    .database()
    .updateTable('outbox')
    .set({ state: 'given_up', lastError: 'ECONNECTION' })
    .where('purchaseId', 'in', purchases)
    .execute();

  await enter(page, store);
  await openAlive(page, '/admin');
  const waiting = page.getByRole('region', { name: 'Precisa de você' });
  await expect(waiting.getByRole('listitem').filter({ hasText: '3 e-mails não saíram' })).toBeVisible();
  await waiting.getByRole('button', { name: 'Ver e-mails' }).click();
  const card = page.getByRole('region', { name: '3 e-mails não saíram' });
  await expect(card.getByRole('listitem')).toHaveCount(3);
  await expect(card).toContainText('o servidor de e-mail não respondeu');
  await expectAccessible(page, 'dashboard with mail that was given up');

  await card.getByRole('button', { name: 'Enviar de novo para Cliente um' }).click();
  await expect(page.getByRole('region', { name: '2 e-mails não saíram' }).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Enviar todos de novo' }).click();
  await expect(page.getByText(/e-mails? não sa/)).toHaveCount(0);
  await expect.poll(() => countOf(store, purchases, 'sent')).toBe(3);
});

test('appears on an open dashboard', async ({ page, store, client }) => {
  await enter(page, store);
  await openAlive(page, '/admin');
  await expect(page.getByText('Ao vivo')).toBeVisible();
  const { id } = await buy(client, {
    customerName: 'Cliente Tardio',
    customerEmail: `tardio-${Date.now()}@exemplo.com.br`,
  });
  await expect.poll(() => countOf(store, [id], 'sent')).toBe(1);
  await store
    .database()
    .updateTable('outbox')
    .set({ state: 'given_up', lastError: 'EAUTH' })
    .where('purchaseId', '=', id)
    .execute();
  await buy(client, { customerEmail: `outro-${Date.now()}@exemplo.com.br` });
  await page.getByRole('button', { name: 'Ver e-mails' }).click();
  await expect(page.getByRole('region', { name: '1 e-mail não saiu' })).toContainText('Cliente Tardio');
  await page.getByRole('button', { name: 'Enviar de novo para Cliente Tardio' }).click();
  await expect(page.getByRole('region', { name: '1 e-mail não saiu' })).toBeHidden();
});

async function countOf(store: Store, purchaseIds: string[], state: 'sent' | 'given_up'): Promise<number> {
  const { count } = await store
    .database()
    .selectFrom('outbox')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('purchaseId', 'in', purchaseIds)
    .where('state', '=', state)
    .executeTakeFirstOrThrow();
  return count;
}
