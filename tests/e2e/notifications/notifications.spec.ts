import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/axe.ts';
import { enter } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive, toast } from '../../support/browser/checkout.ts';

/** This browser has no push service. */
test.use({ provokes: /does not support the Push API/ });

test('an administrator lights the notifications of this browser, and chooses of what', {
  tag: '@phone',
}, async ({ page, store }) => {
  await enter(page, store);
  const card = page.getByRole('region', { name: 'Avisos no celular' });
  await openAlive(page, '/admin/conta');
  // The browser of the walks has no notifications at all, and says so.
  await expect(card).toContainText('O navegador bloqueia os avisos desta loja');
  await expectAccessible(page, 'refused notifications');

  await giveNotifications(page);
  await openAlive(page, '/admin/conta');
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  await card.getByRole('button', { name: 'Avisar neste aparelho' }).click();
  await expect(toast(page)).toContainText('O serviço de avisos do navegador não respondeu. Tente de novo.');

  await givePushService(page);
  await card.getByRole('button', { name: 'Avisar neste aparelho' }).click();
  await expect(toast(page).filter({ hasText: 'Avisos ligados neste aparelho' })).toBeVisible();
  await expect(card.getByRole('listitem')).toHaveText([/Chrome no .*Este aparelho/]);
  await expect(card.getByRole('button', { name: 'Avisar neste aparelho' })).toHaveCount(0);
  const scopes = () =>
    page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
    );
  expect(await scopes()).toEqual(['/admin']);
  await card.getByRole('button', { name: 'Enviar um aviso de teste' }).click();
  await expect(toast(page).filter({ hasText: 'O aviso não saiu' })).toContainText('1 aparelho não recebeu');

  await card.getByRole('switch', { name: 'Venda paga' }).uncheck();
  await card.getByRole('combobox', { name: 'Das' }).click();
  await page.getByRole('option', { name: '23h' }).click();
  await card.getByRole('switch', { name: 'Resumo da semana por e-mail' }).uncheck();
  await expectAccessible(page, 'own notifications');
  await card.getByRole('button', { name: 'Salvar os avisos' }).click();
  await expect(toast(page).filter({ hasText: 'Avisos salvos' })).toBeVisible();
  await card.getByRole('button', { name: /^Tirar Chrome/ }).click();
  await expect(card.getByRole('listitem')).toHaveCount(0);

  await openAlive(page, '/admin/conta');
  await expect(card.getByRole('switch', { name: 'Venda paga' })).not.toBeChecked();
  await expect(card.getByRole('combobox', { name: 'Das' })).toHaveText('23h');
  await card.getByRole('switch', { name: 'Silêncio à noite' }).uncheck();
  await expect(card.getByRole('combobox')).toHaveCount(0);
});

/** A person who presses 'Permitir' in a browser that has them. */
async function giveNotifications(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'default' });
    Notification.requestPermission = async () => 'granted';
  });
}

/** What a browser gets of its maker's push service; the address is one of the shop's own network, which it refuses. */
async function givePushService(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
    const keys = { p256dh: await crypto.subtle.exportKey('raw', pair.publicKey), auth: new ArrayBuffer(16) };
    let subscription: object | null = null;
    PushManager.prototype.getSubscription = async () => subscription as PushSubscription | null;
    PushManager.prototype.subscribe = async (options) => {
      subscription = {
        endpoint: `https://127.0.0.1:9/push/${crypto.randomUUID()}`,
        options,
        getKey: (name: keyof typeof keys) => keys[name],
        unsubscribe: async () => {
          subscription = null;
          return true;
        },
      };
      return subscription as PushSubscription;
    };
  });
}
