import { expectAccessible } from '../../support/browser/axe.ts';
import { passGate } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive, toast } from '../../support/browser/checkout.ts';

const FILE = { name: 'lote-9.zip', mimeType: 'application/zip', buffer: Buffer.from('um plugin inteiro') };

// Slow enough that it is still being sent, and quick enough to be seen counting.
test.use({ settings: { MAIL_PER_MINUTE: '6' } });

test('those who bought are told of a version, after a test and until it is stopped', async ({ page, store }) => {
  // The clock comes before any timer of the page, so that all of them are turned forward in the end.
  await page.clock.install();
  await passGate(page, store, 'products');
  await openAlive(page, '/admin/products?id=lote&aba=versoes');
  await page.getByRole('button', { name: 'Nova versão' }).click();
  const drawer = page.locator('[data-drawer]');
  await drawer.getByRole('textbox', { name: 'Versão' }).fill('9.0');
  await drawer.getByRole('textbox', { name: 'O que mudou' }).fill('- Mais **rápido**');
  await drawer.getByLabel('Solte os arquivos aqui ou escolha').setInputFiles(FILE);
  await expect(drawer.getByText('Enviado e conferido')).toBeVisible();
  await drawer.getByRole('switch', { name: /^Avisar as \d+ pessoas que compraram$/ }).check();
  await drawer.getByRole('button', { name: 'Enviar teste para mim' }).click();
  await expect(toast(page)).toContainText('Teste a caminho');
  await drawer.getByRole('button', { name: 'Publicar versão' }).click();
  await expect(drawer).toBeHidden();
  await page.getByRole('button', { name: '9.0', exact: true }).click();
  const progress = drawer.getByRole('status').filter({ hasText: /^Enviando: \d+ de \d+, termina / });
  await expect(progress).toBeVisible();
  const first = (await progress.textContent()) ?? '';
  await expect(progress, 'it counts while it is open').not.toHaveText(first);
  await drawer.getByRole('button', { name: 'Parar envio' }).click();
  await expect(drawer.getByText(/^Envio parado: \d+ de \d+/)).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.clock.runFor(60_000);
  expect(
    asked.filter((path) => path.endsWith('/releases')),
    'nothing is left to ask for',
  ).toEqual([]);
  await expectAccessible(page, 'a version whose notice was stopped');
});
