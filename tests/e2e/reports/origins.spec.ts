import { expectAccessible } from '../../support/browser/axe.ts';
import { enter } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { buyLink, fillIn, newBuyer, openAlive, payButton, waitUntilAlive } from '../../support/browser/checkout.ts';

test('a buyer who came by a link is found by its source, and the owner makes the next link', async ({
  page,
  store,
}) => {
  await test.step('the first page of the session is remembered up to the order', async () => {
    await page.goto('/?utm_source=canal-do-teste&utm_campaign=lancamento');
    const told = page.waitForRequest('**/api/public/visits');
    await buyLink(page, 'Grade Cinema').last().click();
    await told;
    await waitUntilAlive(page);
    await fillIn(page, newBuyer());
    await payButton(page).click();
    await expect(page.getByRole('heading', { name: /^Pague R\$ .* com Pix$/ })).toBeVisible();
  });

  await test.step('the owner sees the source, and follows it to the sale', async () => {
    await enter(page, store);
    await openAlive(page, '/admin/analytics');
    await page.getByRole('link', { name: 'Origem', exact: true }).click();
    await waitUntilAlive(page);
    for (const name of ['Entradas', 'Abriram o checkout', 'Geraram Pix', 'Pagaram']) {
      await expect(page.getByRole('heading', { name })).toBeVisible();
    }
    await expect(page.getByRole('list', { name: 'Testes e ofertas' })).toHaveText(/^Testes: .+\.Ofertas: .+\.$/);
    await page.locator('.chip', { hasText: 'Campanha' }).click();
    await expect(page).toHaveURL(/by=campaign/);
    await expect(page.getByRole('link', { name: 'lancamento' })).toBeVisible();
    await expectAccessible(page, 'origins');
    await page.locator('.chip', { hasText: 'Origem' }).click();
    await page.getByRole('link', { name: 'canal-do-teste' }).click();
    await waitUntilAlive(page);
    await expect(page).toHaveURL(/\/admin\/sales\?origem=canal-do-teste/);
    await expect(page.getByRole('button', { name: 'Tirar o filtro Origem: canal-do-teste' })).toBeVisible();
    await expect(page.getByText('Mostrando 1 a 1 de 1 venda')).toBeVisible();
  });

  await test.step('a link says its source', async () => {
    await openAlive(page, '/admin/analytics/origins');
    await page.getByRole('button', { name: 'Criar link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Criar link' });
    await dialog.getByRole('textbox', { name: 'Origem' }).fill('Youtube');
    await dialog.getByRole('textbox', { name: 'Cupom (opcional)' }).fill('edita10');
    const address = `${store.url}/?utm_source=youtube&cupom=EDITA10`;
    await expect(dialog.getByRole('textbox', { name: 'Endereço' })).toHaveValue(address);
    await expect(dialog.getByRole('img', { name: 'Código QR do link' })).toBeVisible();
    await expectAccessible(page, 'dialog of a link');
  });
});
