import { expectAccessible } from '../../support/browser/axe.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive, toast } from '../../support/browser/checkout.ts';
import { openClient } from '../../support/calls/client.ts';
import { addPartner, PARTNER } from '../../support/calls/logins.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';

test.use({ provokes: /status of 422|Falha na chamada/ });

test('an administrator ends sessions of the account and changes its password', async ({ page, store }) => {
  const partner = { id: 'socia', email: 'socia@loja.test' };
  await addPartner(store, partner);
  const signIn = (password = PARTNER.password) =>
    openClient(store.url).post('/api/auth/login', { ...partner, password }, { 'user-agent': IPHONE });
  expect((await signIn()).status).toBe(200);
  await openAlive(page, '/login');
  await page.getByLabel('Email').fill(partner.email);
  await page.getByLabel('Senha', { exact: true }).fill(PARTNER.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin$/);

  await openAlive(page, '/admin/conta');
  const sessions = page.getByRole('region', { name: 'Sessões abertas' });
  const named = page.getByRole('region', { name: 'Seu nome' });
  await named.getByLabel('Nome').fill('Sócia da casa');
  await named.getByLabel('Nome').press('Enter');
  await expect(toast(page)).toContainText('Nome salvo');
  await expect(sessions.getByRole('listitem')).toHaveText([/Chrome no Linux.*Esta sessão/, /Safari no iPhone/]);
  await expectAccessible(page, 'own account');
  await sessions.getByRole('button', { name: 'Encerrar Safari no iPhone' }).click();
  await expect(toast(page)).toContainText('Sessão encerrada');
  await expect(sessions.getByRole('listitem')).toHaveCount(1);

  await signIn();
  await openAlive(page, '/admin/conta');
  await expect(named.getByLabel('Nome')).toHaveValue('Sócia da casa');
  await sessions.getByRole('button', { name: 'Encerrar as outras' }).click();
  await expect(toast(page)).toContainText('1 sessão encerrada');
  await expect(sessions.getByRole('button')).toHaveCount(0);

  const card = page.getByRole('region', { name: 'Senha de entrada' });
  const [current, next] = [card.getByLabel('Sua senha atual'), card.getByLabel('Senha nova')];
  await current.fill('nao-e-esta');
  await next.fill('senha-nova-da-socia');
  await next.press('Enter');
  await expect(current).toHaveAccessibleDescription('Esta não é a sua senha atual.');
  await expect(current).toBeFocused();
  await expect(toast(page).filter({ hasText: 'Erro ao trocar a senha' })).toHaveCount(0);
  await current.fill(PARTNER.password);
  await card.getByRole('button', { name: 'Mostrar senha' }).first().click();
  await expect(current).toHaveAttribute('type', 'text');
  await signIn();
  await card.getByRole('button', { name: 'Trocar a senha' }).click();
  await expect(toast(page)).toContainText('Senha trocada');
  await expect(current).toHaveValue('');
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  expect((await signIn()).status).toBe(401);
  expect((await signIn('senha-nova-da-socia')).status).toBe(200);
  const addressed = page.getByRole('region', { name: 'E-mail de entrada' });
  const newEmail = `nova-${partner.email}`;
  await addressed.getByLabel('Novo e-mail').fill(newEmail);
  await addressed.getByLabel('Sua senha atual').fill('senha-nova-da-socia');
  await addressed.getByLabel('Sua senha atual').press('Enter');
  await expect(addressed).toContainText(`Espera a confirmação de ${newEmail}`);
  const findLink = async () => {
    const mail = (await store.mailbox()).find(({ to }) => to?.some(({ address }) => address === newEmail));
    return /\/conta\/novo-email\?t=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
  };
  await expect.poll(findLink).not.toBe('');
  await page.goto(await findLink());
  await expectAccessible(page, 'confirmation of the own e-mail');
  await page.getByRole('button', { name: 'Usar este e-mail' }).click();
  await expect(page.getByText('E-mail trocado.')).toBeVisible();
  await page.getByRole('link', { name: 'Ir para o painel' }).click();
  await openAlive(page, '/admin/conta');
  await expect(addressed).toContainText(`Hoje é ${newEmail}`);
  await expect(page.getByText(/^Esta senha é definida no servidor \(ADMIN_GATE_PASSWORD\)/)).toBeVisible();
});
