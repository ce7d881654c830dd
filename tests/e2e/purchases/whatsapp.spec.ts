import type { Page } from '@playwright/test';
import { type Recovery, USUAL_RECOVERY } from '#src/wire/reminders/recovery.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { fillIn, newBuyer, openAlive, payButton, pixText } from '../../support/browser/checkout.ts';
import { measureWeight, sum } from '../../support/browser/weight.ts';
import { login } from '../../support/calls/client.ts';
import { expectStatus } from '../../support/purchases/buy.ts';
import type { Store } from '../../support/store/store.ts';

const INVALID = 'WhatsApp inválido: use DDD e número.';
const MOST_SCRIPT = 115_000;

test.use({ provokes: /status of 422|Falha na chamada POST/ });
test.beforeEach(({ store }) => askForWhatsapp(store));

test('the number is asked for, refused at its field, and kept with the order', { tag: '@phone' }, async ({
  page,
  store,
}) => {
  const { scripts } = await measureWeight(page, '/checkout/lote');
  expect(sum(scripts), [...scripts].join('\n')).toBeLessThanOrEqual(MOST_SCRIPT);
  await expect(page.getByText('Só para ajudar com este pedido.')).toBeVisible();
  await expect(number(page)).toHaveAttribute('autocomplete', 'tel-national');

  const buyer = newBuyer();
  await fillIn(page, buyer);
  await number(page).fill('1234');
  await payButton(page).click();
  await expect(page.getByText(INVALID)).toBeVisible();
  await expect(number(page)).toBeFocused();
  await expect(number(page)).toHaveValue('1234');
  await expect(number(page)).toHaveAccessibleDescription(INVALID);
  await expect(page.getByLabel('Nome completo')).toHaveValue(buyer.customerName);
  await expectAccessible(page, 'checkout with a WhatsApp that was refused');

  await number(page).fill('(11) 98765-4321');
  await number(page).press('Enter');
  await expect(pixText(page)).toBeVisible();
  expect(await numberOf(store, buyer.customerEmail)).toBe('+5511987654321');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the number is refused at its field and kept with the order, too', async ({ page, store }) => {
    const buyer = newBuyer();
    await page.goto('/checkout/lote');
    await fillIn(page, buyer);
    await number(page).fill('ligue para mim');
    await payButton(page).click();
    await expect(page.getByText(INVALID)).toBeVisible();
    await expect(number(page)).toHaveValue('ligue para mim');
    await number(page).fill('+55 11 98765-4321');
    await payButton(page).click();
    await expect(page).toHaveURL(/\/purchase\/success\//);
    expect(await numberOf(store, buyer.customerEmail)).toBe('+5511987654321');
  });
});

test('an order without a number is as good', async ({ page, store }) => {
  const buyer = newBuyer();
  await openAlive(page, '/checkout/lote');
  await fillIn(page, buyer);
  await payButton(page).click();
  await expect(pixText(page)).toBeVisible();
  expect(await numberOf(store, buyer.customerEmail)).toBeNull();
});

function number(page: Page) {
  return page.getByLabel('WhatsApp (opcional)');
}

async function askForWhatsapp(store: Store): Promise<void> {
  const owner = await login(store);
  const { asksWhatsapp, updatedAt } = (await owner.get('/api/admin/recovery')).json<Recovery>();
  if (asksWhatsapp) return;
  const wanted = { ...USUAL_RECOVERY, updatedAt, asksWhatsapp: true };
  expectStatus(await owner.put('/api/admin/recovery', wanted), 200);
}

async function numberOf(store: Store, customerEmail: string): Promise<string | null> {
  const { whatsapp } = await store
    .database()
    .selectFrom('purchases')
    .select('whatsapp')
    .where('customerEmail', '=', customerEmail)
    .executeTakeFirstOrThrow();
  return whatsapp;
}
