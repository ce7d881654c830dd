import { expectAccessible } from '../../support/browser/axe.ts';
import { enter } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive } from '../../support/browser/checkout.ts';
import { openMailServer } from '../../support/calls/smtp.ts';

/** The password is asked for once the session is older than ten minutes. */
test.use({ provokes: /status of 4\d\d|Falha na chamada/ });

const LOGIN = { user: 'loja', password: 'senha de app 4f2a' };

test('the owner tries a mail account, saves it by the password, and stops using it', async ({ page, store }) => {
  const office = await openMailServer(LOGIN);
  await enter(page, store);
  await openAlive(page, '/admin/settings?secao=email');
  const account = page.getByRole('region', { name: 'Conta de e-mail' });
  await expect(account).toContainText('não chegam a ninguém');
  await account.getByRole('combobox', { name: 'Serviço' }).click();
  await page.getByRole('option', { name: 'Brevo' }).click();
  await expect(account.getByLabel('Servidor')).toHaveValue('smtp-relay.brevo.com');
  await expect(account).toContainText('gere uma chave de SMTP');

  await account.getByLabel('Servidor').fill('127.0.0.1');
  await account.getByLabel('Porta').fill(new URL(office.url).port);
  await account.getByLabel('Usuário').fill(LOGIN.user);
  await account.getByLabel('Senha', { exact: true }).fill('errada');
  await account.getByLabel('Endereço de envio').fill('loja@localhost');
  await account.getByRole('button', { name: 'Conferir' }).click();
  const findings = account.getByRole('list', { name: 'Conferência do e-mail' });
  await expect(findings).toContainText('senha de aplicativo');
  await expectAccessible(page, 'mail account that was refused');

  await account.getByLabel('Senha', { exact: true }).fill(LOGIN.password);
  await account.getByRole('button', { name: 'Conferir' }).click();
  await expect(findings).toContainText(`Confira a caixa de entrada de ${store.admin.email}`);
  expect(office.letters).toHaveLength(1);

  const before = Math.floor(Date.now() / 1000) - 11 * 60;
  await store.database().updateTable('sessions').set({ created_at: before }).execute();
  await account.getByRole('button', { name: 'Salvar conta' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
  await dialog.getByLabel('Sua senha').fill('não é esta');
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(dialog).toContainText('Esta não é a sua senha atual.');
  await expectAccessible(page, 'question for the own password');
  await dialog.getByLabel('Sua senha').fill(store.admin.password);
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(account).toContainText(`127.0.0.1, porta ${new URL(office.url).port}`);
  await expect(page.locator('body')).not.toContainText(LOGIN.password);

  await account.getByRole('button', { name: 'Parar de usar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Parar de usar' }).click();
  await expect(account).toContainText('não chegam a ninguém');
  await office.close();
});
