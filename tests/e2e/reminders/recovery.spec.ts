import { createHash } from 'node:crypto';
import { expectAccessible } from '../../support/browser/axe.ts';
import { enter } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive, pixText, toast } from '../../support/browser/checkout.ts';
import { tabTo } from '../../support/browser/keyboard.ts';
import { startPurchase } from '../../support/purchases/buy.ts';
import type { Store } from '../../support/store/store.ts';

test.use({ provokes: /status of 4\d\d|Falha na chamada PUT/ });

test('the owner turns reminders on by keyboard, sees how they look, and calls a buyer', async ({
  page,
  store,
  client,
}) => {
  await enter(page, store);
  await openAlive(page, '/admin/promotions');
  await page.getByRole('tab', { name: 'Recuperação' }).click();
  await expect(page).toHaveURL(/\?tab=recovery$/);
  await expect(page.getByText(/^1 lembrete · 0 vendas · R\$ 0,00$/)).toBeVisible();
  const all = page.getByRole('switch', { name: 'Lembrar quem gerou um Pix e não pagou' });
  await tabTo(page, all);
  await page.keyboard.press('Space');
  await expect(all).toBeChecked();
  const first = page.getByRole('region', { name: '1. Enquanto o Pix vale' });
  await first.getByLabel('Assunto').fill('{nome}, seu Pix de {preço}');
  const bar = page.getByRole('form', { name: 'Recuperação' }).getByText(/^\d+ alteraç/);
  await expect(bar).toHaveText('2 alterações');
  await page.keyboard.press('ControlOrMeta+S');
  await expect(first.getByText('{preço} não existe. Use {nome}, {produto}, {valor} ou {validade}.')).toBeVisible();
  await expect(first.getByLabel('Assunto')).toBeFocused();
  await expectAccessible(page, 'recovery with an unknown variable');
  await first.getByLabel('Assunto').fill('{nome}, seu Pix vale até {validade}');
  await expect(first.getByText('Ana, seu Pix vale até 16:42')).toBeVisible();
  await page.getByRole('switch', { name: 'Pedir WhatsApp no checkout' }).check();
  await expect(bar).toHaveText('3 alterações');
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect(toast(page)).toContainText('Recuperação salva');
  await expect(bar).toBeHidden();

  const order = { customerName: 'Ana Lima', customerEmail: 'zap@exemplo.com.br', paymentMethod: 'pix' };
  const made = await client.post('/api/payments/create', { ...order, productId: 'lote', whatsapp: '(11) 98765-4321' });
  await openAlive(page, `/admin/sales?id=${made.json<{ purchaseId: string }>().purchaseId}`);
  const call = page.getByRole('link', { name: 'Chamar no WhatsApp' });
  await expect(call).toHaveAttribute('href', /^https:\/\/wa\.me\/5511987654321\?text=Oi%2C%20Ana!/);
});

test('an order is taken up again from the link, by a form alone', async ({ page, store, client }) => {
  const token = await remindedPurchase(store, (await startPurchase(client, { productId: 'lote' })).purchaseId);
  await page.goto(`/retomar/${token}`);
  await expect(page.getByRole('heading', { name: 'Seu pedido está guardado' })).toBeVisible();
  await expectAccessible(page, 'an order to take up again');
  await page.getByRole('button', { name: 'Gerar novo Pix' }).click();
  await expect(page).toHaveURL(/\/purchase\/success\//);
  await expect(pixText(page)).toBeVisible();
  await page.goto(`/retomar/${token}`);
  await expect(page, 'the Pix that is open now').toHaveURL(/\/purchase\/success\//);
  await page.goto('/retomar/unknown');
  await expect(page.getByRole('heading', { name: 'Este link não vale mais' })).toBeVisible();
});

/** Leaves it as the worker does the day after; returns the token of the mail. */
async function remindedPurchase(store: Store, purchaseId: string): Promise<string> {
  const db = store.database();
  const token = 'a-token-of-a-mail';
  const now = new Date().toISOString();
  await db
    .updateTable('purchases')
    .set({ status: 'FAILED', failureReason: 'expired', chargeState: 'closed', nextCheckAt: null })
    .where('id', '=', purchaseId)
    .execute();
  await db
    .insertInto('reminders')
    .values({
      purchaseId,
      step: 2,
      dueAt: now,
      state: 'sent',
      sentAt: now,
      queuedAt: now,
      tokenHash: createHash('sha256').update(token).digest('hex'),
      linkExpiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    })
    .execute();
  return token;
}
