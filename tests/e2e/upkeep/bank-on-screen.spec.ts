import type { Page } from '@playwright/test';
import { type BankSide, openMercadoPagoSide } from '../../support/banks/real-banks.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { enterAlone } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive } from '../../support/browser/checkout.ts';

// The server says no bank, so that the screen does.
test.use({ provokes: /Failed to load resource|Falha na chamada/, settings: { PAYMENT_PROVIDER: '' } });

let bank: BankSide;

test.beforeAll(async () => {
  bank = await openMercadoPagoSide();
});
test.afterAll(() => bank.close());

test('a bank is typed, checked, saved with the password, and paid a test charge that goes back', async ({
  page,
  store,
}) => {
  await enterAlone(page, store);
  // The password was typed longer ago than it counts.
  const longAgo = { created_at: Math.floor(Date.now() / 1000) - 3_600, confirmedAt: null };
  await store.database().updateTable('sessions').set(longAgo).execute();
  await openAlive(page, '/admin/settings?secao=banco');
  await page.getByRole('button', { name: 'Escolher o banco' }).click();
  const dialog = page.getByRole('dialog', { name: 'Escolher o banco' });
  await dialog.getByRole('button', { name: 'Salvar e usar' }).click();
  await confirmPassword(page, store.admin.password);
  await expect(dialog.getByText('Informe: Access Token.')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Access Token' })).toBeFocused();

  const { MERCADOPAGO_ACCESS_TOKEN = '', MERCADOPAGO_WEBHOOK_SECRET = '', MERCADOPAGO_API_URL = '' } = bank.settings;
  await dialog.getByRole('textbox', { name: 'Access Token' }).fill(MERCADOPAGO_ACCESS_TOKEN);
  await dialog.getByRole('textbox', { name: 'Assinatura secreta' }).fill(MERCADOPAGO_WEBHOOK_SECRET);
  await dialog.getByText('Mais opções').click();
  await dialog.getByRole('textbox', { name: 'Endereço da API (homologação)' }).fill(MERCADOPAGO_API_URL);
  const held = bank.hold('check', 'before');
  await dialog.getByRole('button', { name: 'Conferir' }).click();
  await held;
  await expect(findings(page).getByText('O Mercado Pago aceitou o token de acesso.')).toBeVisible();
  await expect(findings(page).getByRole('listitem').filter({ hasText: 'conferindo' })).toContainText('Chave Pix');
  await expect(findings(page)).not.toContainText('Avisos de pagamento');
  await dialog.getByRole('textbox', { name: 'Access Token' }).fill(`${MERCADOPAGO_ACCESS_TOKEN} `);
  await expect(findings(page)).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Conferir' }).click();
  await expect(findings(page)).toContainText('Relógio');
  await expectAccessible(page, 'a bank that was checked before it is saved');
  await dialog.getByRole('button', { name: 'Salvar e usar' }).click();

  const present = page.getByRole('region', { name: /^Mercado Pago/ });
  await expect(present).toContainText('Recebendo');
  await expect(present).toContainText(`termina em ${MERCADOPAGO_ACCESS_TOKEN.slice(-4)}`);
  expect(await page.content()).not.toContain(MERCADOPAGO_ACCESS_TOKEN);
  await expectAccessible(page, 'settings with a bank of the screen');

  const [response] = await Promise.all([
    page.waitForResponse('**/api/admin/bank/test-charge'),
    page.getByRole('button', { name: 'Fazer uma cobrança de teste de R$ 0,50' }).click(),
  ]);
  const { reference }: { reference: string } = await response.json();
  await bank.pay(reference);
  await page.getByRole('button', { name: 'Devolver R$ 0,50' }).click();
  await expect(page.getByText('Valor devolvido')).toBeVisible();
  expect(bank.refunds(reference)).toBe(1);
});

function findings(page: Page) {
  return page.getByRole('list', { name: 'Conferência do banco' });
}

async function confirmPassword(page: Page, password: string): Promise<void> {
  const asked = page.getByRole('dialog', { name: 'Confirme que é você' });
  await asked.getByLabel('Sua senha').fill(password);
  await asked.getByRole('button', { name: 'Confirmar' }).click();
}
