import { expectAccessible } from '../support/axe.ts';
import { enter, passGate } from '../support/back-office.ts';
import { expect, test } from '../support/browser-fixture.ts';
import { toast } from '../support/checkout.ts';
import { openProducts, productDialog, productRow } from '../support/product-screen.ts';

const FILE = { name: 'lote-9.zip', mimeType: 'application/zip', buffer: Buffer.from('um plugin inteiro') };

// One notice a minute, so that it is still being sent.
test.use({ settings: { MAIL_PER_MINUTE: '1' } });

test('those who bought are told of a version, after a test and until it is stopped', async ({ page, store }) => {
  await enter(page, store);
  await passGate(page, store, 'products');
  await openProducts(page, '?q=Lote');
  await productRow(page, 'Lote').getByRole('button', { name: 'Editar Lote' }).click();
  await productDialog(page).getByRole('tab', { name: 'Versões' }).click();
  await page.getByRole('button', { name: 'Nova versão' }).click();
  const drawer = page.locator('[data-drawer]');
  await drawer.getByRole('textbox', { name: 'Versão' }).fill('9.0');
  await drawer.getByRole('textbox', { name: 'O que mudou' }).fill('- Mais **rápido**');
  await drawer.getByLabel('Solte os arquivos aqui ou escolha').setInputFiles(FILE);
  await expect(drawer.getByText('Enviado e conferido')).toBeVisible();
  await drawer.getByRole('switch', { name: /^Avisar as \d+ pessoas que compraram$/ }).check();
  await expectAccessible(page, 'a version that buyers are told of');
  await drawer.getByRole('button', { name: 'Enviar teste para mim' }).click();
  await expect(toast(page)).toContainText('Teste a caminho');
  await drawer.getByRole('button', { name: 'Publicar versão' }).click();
  await expect(drawer).toBeHidden();
  await page.getByRole('button', { name: '9.0', exact: true }).click();
  await expect(drawer.getByText(/^Enviando: \d+ de \d+$/)).toBeVisible();
  await drawer.getByRole('button', { name: 'Parar envio' }).click();
  await expect(drawer.getByText(/^Envio parado: \d+ de \d+/)).toBeVisible();
  await expectAccessible(page, 'a version whose notice was stopped');
});
