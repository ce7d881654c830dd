import { expectAccessible } from '../../support/browser/axe.ts';
import { enterAlone } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive } from '../../support/browser/checkout.ts';

test('the owner makes a token, calls the store with it, and revokes it', async ({ page, store }) => {
  await enterAlone(page, store);
  await openAlive(page, '/admin/integracoes/tokens');

  await page.getByRole('button', { name: 'Criar token' }).click();
  const form = page.getByRole('dialog', { name: 'Criar token' });
  await form.getByRole('button', { name: 'Criar token' }).click();
  await expect(form.getByText('Dê um nome ao token, com até 60 caracteres.')).toBeVisible();
  await expect(form.getByText('Marque o que o token pode fazer.')).toBeVisible();
  await form.getByLabel('Nome').fill('n8n');
  await form.getByRole('button', { name: 'Só leitura' }).click();
  await expect(form.getByRole('checkbox', { name: 'Ver vendas' })).toBeChecked();
  await expect(form.getByRole('checkbox', { name: 'Ver as chaves de ativação' })).not.toBeChecked();
  await expectAccessible(page, 'a new token');
  await form.getByRole('button', { name: 'Criar token' }).click();

  const made = page.getByRole('dialog', { name: 'Token n8n' });
  const token = await made.getByRole('textbox', { name: 'Token' }).inputValue();
  await expectAccessible(page, 'a token that is shown once');
  await made.getByRole('button', { name: 'Já guardei' }).click();
  const row = page.getByRole('listitem').filter({ hasText: `${token.slice(0, 7)}…` });
  await expect(row).toContainText('Nunca usado');

  const call = () =>
    fetch(`${store.url}/api/admin/purchases?cursor=`, { headers: { authorization: `Bearer ${token}` } });
  expect((await call()).status).toBe(200);
  await page.reload();
  await expect(row).toContainText('Usado em');
  await row.getByText('6 permissões').click();
  await expect(row.getByText('sales:read')).toBeVisible();
  await expectAccessible(page, 'the tokens');

  await row.getByRole('button', { name: 'Revogar n8n' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revogar' }).click();
  await expect(page.getByText('Nenhum token ainda')).toBeVisible();
  expect((await call()).status).toBe(401);
});
