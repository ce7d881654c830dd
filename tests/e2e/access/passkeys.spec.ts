import type { CDPSession, Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/axe.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive, toast, waitUntilAlive } from '../../support/browser/checkout.ts';

test.use({ settings: { SITE_URL: 'http://localhost:{port}' }, provokes: /status of 4(?:0[13]|22)|Falha na chamada/ });

const AUTHENTICATOR = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

async function openAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  return { cdp, ...(await cdp.send('WebAuthn.addVirtualAuthenticator', { options: AUTHENTICATOR })) };
}

test('a passkey is made, opens in one touch and by the field of the e-mail, and proves its person before money', async ({
  page,
  store,
}) => {
  const site = store.url.replace('127.0.0.1', 'localhost');
  const { cdp, authenticatorId } = await openAuthenticator(page);
  await openAlive(page, `${site}/login`);
  await expect(page.getByRole('button', { name: 'Entrar com passkey' })).toHaveCount(0);
  await page.getByLabel('Email').fill(store.admin.email);
  await page.getByLabel('Senha', { exact: true }).fill(store.admin.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin$/);

  await page.getByRole('link', { name: /^Minha conta/ }).click();
  await expect(page).toHaveURL(/\/admin\/conta$/);
  await waitUntilAlive(page);
  const factors = page.getByRole('region', { name: 'Segundo fator' });
  await factors.getByRole('button', { name: 'Criar passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nome').fill('Aparelho de teste');
  await dialog.getByRole('button', { name: 'Criar passkey' }).click();
  await expect(page.getByRole('dialog', { name: 'Guarde os códigos de reserva' })).toBeVisible();
  await expectAccessible(page, 'recovery codes');
  await page.getByRole('button', { name: 'Guardei os códigos' }).click();
  await expect(factors).toContainText('Aparelho de teste');
  await expect(factors).toContainText('10 códigos por usar');
  await expectAccessible(page, 'own account');

  // The password alone opens nothing any more.
  const leave = async () => {
    await page.getByRole('button', { name: 'Sair' }).click();
    await expect(page).toHaveURL(/\/login/);
  };
  await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false });
  await leave();
  await openAlive(page, `${site}/login`);
  await page.getByLabel('Email').fill(store.admin.email);
  await page.getByLabel('Senha', { exact: true }).fill(store.admin.password);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Código de reserva')).toBeVisible();
  await expectAccessible(page, 'second factor');
  await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true });
  await page.getByRole('button', { name: 'Usar passkey' }).click();
  await expect(page).toHaveURL(/\/admin$/);

  // The browser offers it by itself, before the page is whole.
  const left = page.waitForURL(/\/login/, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Sair' }).click();
  await left;
  await expect(page).toHaveURL(/\/admin$/);

  const before = Math.floor(Date.now() / 1000) - 11 * 60;
  await store.database().updateTable('sessions').set({ created_at: before }).execute();
  await openAlive(page, `${site}/admin/conta`);
  await factors.getByRole('button', { name: 'Fazer novos' }).click();
  const asked = page.getByRole('dialog', { name: 'Confirme que é você' });
  await expectAccessible(page, 'confirm identity');
  await asked.getByRole('button', { name: 'Usar passkey' }).click();
  await expect(page.getByRole('dialog', { name: 'Guarde os códigos de reserva' })).toBeVisible();
  await page.getByRole('button', { name: 'Guardei os códigos' }).click();
  await factors.getByRole('button', { name: 'Tirar Aparelho de teste' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Tirar' }).click();
  await expect(toast(page)).toContainText('Passkey tirada');
  await expect(factors).not.toContainText('Aparelho de teste');
});

test('a download asks for the person first, and whoever lacks a factor that the shop wants makes one', async ({
  page,
  store,
}) => {
  const site = store.url.replace('127.0.0.1', 'localhost');
  await openAlive(page, `${site}/login`);
  await page.getByLabel('Email').fill(store.admin.email);
  await page.getByLabel('Senha', { exact: true }).fill(store.admin.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin$/);
  const before = Math.floor(Date.now() / 1000) - 11 * 60;
  await store.database().updateTable('sessions').set({ created_at: before }).execute();
  await openAlive(page, `${site}/admin/customers`);
  await page.getByRole('link', { name: 'Exportar CSV' }).click();
  const asked = page.getByRole('dialog', { name: 'Confirme que é você' });
  await asked.getByLabel('Sua senha').fill('não é esta');
  await asked.getByRole('button', { name: 'Confirmar' }).click();
  await expect(asked.getByLabel('Sua senha')).toHaveAccessibleDescription('Esta não é a sua senha atual.');
  await asked.getByLabel('Sua senha').fill(store.admin.password);
  const download = page.waitForEvent('download');
  await asked.getByRole('button', { name: 'Confirmar' }).click();
  expect((await download).suggestedFilename()).toBe('clientes.csv');

  await openAlive(page, `${site}/admin/settings?secao=equipe`);
  await expect(page.getByText(/: no próximo acesso$/)).toBeVisible();
  await page.getByRole('switch', { name: 'Exigir segundo fator da equipe' }).click();
  await expect(toast(page)).toContainText('Segundo fator exigido da equipe');
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL(/\/login/);
  await openAlive(page, `${site}/login`);
  await page.getByLabel('Email').fill(store.admin.email);
  await page.getByLabel('Senha', { exact: true }).fill(store.admin.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/segundo-fator$/);
  await expectAccessible(page, 'missing factor');
  await page.goto(`${site}/admin/sales`);
  await expect(page).toHaveURL(/\/admin\/segundo-fator$/);
  expect(await page.evaluate(async () => (await fetch('/api/admin/figures')).status)).toBe(403);
  const { cdp, authenticatorId } = await openAuthenticator(page);
  await openAlive(page, `${site}/admin/segundo-fator`);
  await page.getByRole('button', { name: 'Criar passkey' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Criar passkey' }).click();
  await page.getByRole('button', { name: 'Guardei os códigos' }).click();
  await expect(page).toHaveURL(/\/admin$/);

  const email = `passkey-${Date.now()}@loja.test`;
  const invitation = { email, role: 'support' };
  expect((await page.request.post(`${site}/api/admin/team/invitations`, { data: invitation })).status()).toBe(201);
  const linkIn = async () => {
    const mail = (await store.mailbox()).find(({ to }) => to?.[0]?.address === email);
    return /\/conta\/convite\?t=[\w-]+/.exec(mail?.text ?? '')?.[0];
  };
  await expect.poll(linkIn).toBeTruthy();
  // The desk would leave for the login by itself.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await cdp.send('WebAuthn.clearCredentials', { authenticatorId });
  await openAlive(page, `${site}${await linkIn()}`);
  const press = () => page.getByRole('button', { name: 'Entrar com passkey' }).click();
  await press();
  await expect(page.getByLabel('Seu nome')).toHaveAccessibleDescription(/Informe o seu nome/);
  await page.getByLabel('Seu nome').fill('Bia Luz');
  await press();
  await expect(page.getByRole('heading', { name: 'Guarde os códigos de reserva' })).toBeVisible();
  await expectAccessible(page, 'the codes of an accepted invitation');
  await page.getByRole('link', { name: 'Guardei os códigos' }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await openAlive(page, `${site}/admin/conta`);
  await expect(page.getByRole('region', { name: 'Senha de entrada' })).toContainText('não tem senha');
  await page.context().clearCookies();
  // It leaves by itself, maybe before it is alive.
  await page.goto(`${site}/login`, { waitUntil: 'commit' });
  await expect(page).toHaveURL(/\/admin$/);
  expect(await (await page.request.get(`${site}/api/auth/user`)).json()).toMatchObject({ email, role: 'support' });
});
