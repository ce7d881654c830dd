import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../../support/browser/axe.ts';
import { enterAlone } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive, toast } from '../../support/browser/checkout.ts';

test.use({ ownProcess: true, settings: { COPY_SECONDS: '0.5' }, provokes: /Failed to load resource|Falha na chamada/ });

test('the owner makes a backup, downloads it behind the password, and has the next ones encrypted', async ({
  page,
  store,
}) => {
  // A backup and the first continuous copy are processes of their own, which a busy machine starts late.
  await enterAlone(page, store);
  await openAlive(page, '/admin/settings?secao=backup');
  const backups = page.getByRole('region', { name: 'Backups' });
  await expect(backups).toContainText('Nenhum backup ainda');
  await backups.getByRole('button', { name: 'Fazer agora' }).press('Enter');
  await expect(backups.getByRole('status')).toContainText('Feito e verificado');
  const row = backups.getByRole('listitem');
  await expect(row).toContainText(/verificado em/);
  await expect(row).toContainText('sem a chave dos segredos');
  await expect(row).toContainText('Só na pasta deste servidor');
  await expectAccessible(page, 'settings of backups');

  const past = Math.floor(Date.now() / 1000) - 660;
  await store.database().updateTable('sessions').set({ created_at: past, confirmedAt: null }).execute();
  await row.getByRole('button', { name: /^Baixar o backup de/ }).press('Enter');
  const asked = page.getByRole('dialog', { name: 'Confirme que é você' });
  await asked.getByLabel('Sua senha').fill(store.admin.password);
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(download.suggestedFilename()).toMatch(/^loja-.+-sem-chave\.tar$/);
  expect((await readFile(await download.path())).includes('SQLite format 3')).toBe(true);

  const [whole] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar tudo' }).press('Enter'),
  ]);
  expect(whole.suggestedFilename()).toMatch(/^loja-.+\.zip$/);
  expect((await readFile(await whole.path())).includes('LEIA-ME.txt')).toBe(true);
  await expect(page.getByRole('region', { name: 'Levar minha loja' })).toContainText('O download começou');

  await page.getByRole('switch', { name: 'Copiar o tempo todo' }).press('Space');
  await page.getByRole('switch', { name: 'Cifrar o backup com uma senha' }).press('Space');
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  const passphrase = page.getByLabel('Senha dos backups');
  await expect(passphrase).toBeFocused();
  await expect(passphrase).toHaveAccessibleDescription('Informe a senha que cifra os backups.');
  await page.keyboard.type('uma senha longa de backup');
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Configurações salvas');
  await expect(passphrase).toHaveValue('');
  const copy = page.getByRole('region', { name: 'Cópia contínua' });
  await expect(copy).toContainText(/atualizada há \d+ s.*guardados/);
  await expectAccessible(page, 'settings of backups with a continuous copy');

  await row.getByRole('button', { name: /^Excluir o backup de/ }).press('Enter');
  const removal = page.getByRole('alertdialog', { name: /^Excluir o backup de/ });
  await removal.getByRole('button', { name: 'Excluir backup' }).press('Enter');
  await expect(removal).toContainText('Este é o único backup conferido.');
  await removal.getByRole('button', { name: 'Excluir mesmo assim' }).press('Enter');
  await expect(backups).toContainText('Nenhum backup ainda');

  await page.getByRole('combobox', { name: 'Onde guardar' }).click();
  await page.getByRole('option', { name: 'Nos dois' }).click();
  await page.getByLabel('Endereço').fill('http://s3.exemplo.com');
  await page.getByRole('button', { name: 'Conferir' }).click();
  await expect(page.getByLabel('Endereço')).toHaveAccessibleDescription(/Informe o endereço https/);
});
