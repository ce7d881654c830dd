import { expectAccessible } from '../../support/browser/axe.ts';
import { enter } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive, toast } from '../../support/browser/checkout.ts';
import { expectColumnsFit } from '../../support/browser/layout.ts';
import { login } from '../../support/calls/client.ts';
import { buy, expectStatus } from '../../support/purchases/buy.ts';
import { askForLink } from '../../support/purchases/buyers.ts';
import type { Store } from '../../support/store/store.ts';

/** The first form is refused. */
test.use({ provokes: /status of 422/ });

let people = 0;

test('an invoice goes from the wish of a buyer to Minhas compras, by the hand of the owner', {
  tag: '@phone',
}, async ({ page, client, store }) => {
  await offerInvoices(store);
  const customerEmail = `nota${++people}@exemplo.com.br`;
  const name = `Ilha do Porto ${Date.now()}`;
  const { id } = await buy(client, { customerName: 'Ana Beatriz', customerEmail, productId: 'grade-cinema' });

  await test.step('the buyer asks for it on the page of the purchase', async () => {
    await page.goto(`/purchase/success/${id}`);
    await page.getByText('Preciso de nota fiscal').click();
    await page.getByLabel('CPF ou CNPJ').fill('12.ABC.345/01DE-36');
    await page.getByLabel('Nome ou razão social').fill(name);
    await page.getByRole('button', { name: 'Pedir a nota fiscal' }).click();
    await expect(page.getByText('Este CNPJ não confere.')).toBeVisible();
    await expectAccessible(page, 'a refused wish for an invoice');
    await page.getByLabel('CPF ou CNPJ').fill('12.ABC.345/01DE-35');
    await page.getByRole('button', { name: 'Pedir a nota fiscal' }).click();
    await expect(page.getByText('••.ABC.345/01DE-••')).toBeVisible();
  });

  await enter(page, store);
  await test.step('the owner pastes its number and its link', async () => {
    await openAlive(page, `/admin/notas-fiscais?q=${encodeURIComponent(name)}`);
    await page.getByRole('button', { name: new RegExp(`Ações de Nota do pedido #\\d+, de ${name}`) }).click();
    await page.getByRole('menuitem', { name: 'Ver a nota' }).click();
    const drawer = page.getByRole('dialog', { name: /^Nota do pedido/ });
    await expect(drawer.getByText('••.ABC.345/01DE-••')).toBeVisible();
    await drawer.getByRole('button', { name: 'mostrar' }).click();
    await expect(drawer.getByText('12.ABC.345/01DE-35')).toBeVisible();
    await expectAccessible(page, 'the drawer of an invoice');
    await drawer.getByRole('button', { name: 'Já emiti a nota' }).click();
    await page.getByLabel('Número da nota').fill('1245');
    await page.getByLabel('Link da nota').fill('https://www.nfse.gov.br/consultapublica/?chave=1');
    await page.getByLabel(/^PDF da nota/).setInputFiles({
      name: 'nota.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7 nota 1245'),
    });
    await expectAccessible(page, 'the dialog of an issued invoice');
    await page.getByRole('button', { name: 'Salvar e avisar' }).click();
    await expect(toast(page)).toContainText('Nota registrada');
    await expect(drawer.getByText('Emitida', { exact: true })).toBeVisible();
  });

  await test.step('the buyer downloads it in Minhas compras', async () => {
    const { token } = await askForLink(store, customerEmail);
    await page.goto(`/minhas-compras/entrar?t=${token}`);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: /^Baixar a nota fiscal/ }).click();
    expect((await downloading).suggestedFilename()).toBe('nota-fiscal-1245.pdf');
  });
});

test('each column of the list fits its name and figures at any width', async ({ page, client, store }) => {
  await offerInvoices(store);
  const email = `nota${++people}@exemplo.com.br`;
  const { id } = await buy(client, { customerEmail: email, productId: 'grade-cinema' });
  const name = 'Ilha do Porto Produções Audiovisuais e Cinematográficas Ltda.';
  const taker = { email, document: '12.ABC.345/01DE-35', name };
  expectStatus(await client.post(`/api/payments/invoice/${id}`, taker), 202);
  await enter(page, store);
  await openAlive(page, '/admin/notas-fiscais');
  await expect(page.locator('tbody tr').first()).toBeVisible();
  await expectColumnsFit(page, 'notas-fiscais');
});

async function offerInvoices(store: Store): Promise<void> {
  const owner = await login(store);
  const { invoiceMode } = (await owner.get('/api/admin/settings/invoices')).json<{ invoiceMode: { value: string } }>();
  const mode = { values: { invoiceMode: 'on_request' }, before: { invoiceMode: invoiceMode.value } };
  expectStatus(await owner.put('/api/admin/settings/invoices', mode), 200);
}
