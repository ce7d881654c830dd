import { expectAccessible } from '../../support/browser/axe.ts';
import { enter } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive, toast } from '../../support/browser/checkout.ts';
import { buy } from '../../support/purchases/buy.ts';

/** The first form is refused. */
test.use({ provokes: /status of 422|Use um endereço https/ });

test('the owner lets another system know of sales, and sees what it was sent', async ({ page, client, store }) => {
  const name = `Planilha ${Date.now()}`;
  await enter(page, store);
  await openAlive(page, '/admin/integracoes');
  await page.getByRole('button', { name: 'Criar webhook' }).click();
  await page.getByLabel('Nome').fill(name);
  await page.getByLabel('Endereço').fill('https://192.168.0.2/vendas');
  await page.getByRole('dialog').getByRole('button', { name: 'Criar webhook' }).click();
  await expect(page.getByText('Use um endereço https público')).toBeVisible();
  await expectAccessible(page, 'a refused webhook');
  await page.getByLabel('Endereço').fill('https://n8n.exemplo.invalid/vendas');
  await page.getByRole('dialog').getByRole('button', { name: 'Criar webhook' }).click();
  await expect(page.getByLabel(`Segredo de ${name}`)).toHaveValue(/^whsec_/);
  await page.getByRole('button', { name: 'Já guardei o segredo' }).click();

  await page.getByRole('button', { name: `Ações de ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Pausar' }).click();
  await expect(toast(page)).toContainText('pausado');
  await buy(client, { customerName: 'Bia Prado', productId: 'grade-cinema' });
  await openAlive(page, '/admin/integracoes');
  await page.getByText(name).click();
  const drawer = page.getByRole('dialog', { name: 'Entregas' });
  await expect(drawer.getByText('sale.paid', { exact: true })).toBeVisible();
  await expect(drawer.getByText('"type": "sale.paid"')).toBeVisible();
  await drawer.getByRole('tab', { name: 'Resposta' }).click();
  await expect(drawer.getByText('Nenhuma resposta ainda.')).toBeVisible();
  await expectAccessible(page, 'the deliveries of a webhook');
  await page.keyboard.press('Escape');

  await page.getByRole('navigation', { name: 'Integrações' }).getByRole('link', { name: 'Eventos' }).click();
  await expect(page.getByText(/Venda paga · #/).first()).toBeVisible();
  await expectAccessible(page, 'the event log');
  await page.getByRole('navigation', { name: 'Integrações' }).getByRole('link', { name: 'Receitas' }).click();
  const download = page.waitForEvent('download');
  await page
    .locator('main li', { has: page.getByRole('heading', { name: /Discord/ }) })
    .getByRole('link', { name: 'Baixar o fluxo' })
    .click();
  expect((await download).suggestedFilename()).toBe('venda-discord.json');
});
