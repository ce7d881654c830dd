import { expect, test } from '../../support/browser/browser-fixture.ts';
import { orderPix } from '../../support/browser/checkout.ts';
import { NEW_SHOP } from '../../support/calls/new-shop.ts';
import { addFirstProduct, makeAccount, openShop, saveStep, skipStep } from '../../support/installation/walk.ts';

test.use({ settings: NEW_SHOP });

test('a new shop without a bank sells at the sandbox, from the printed link to a paid charge', async ({
  page,
  store,
}) => {
  await makeAccount(page, store);
  await skipStep(page, 'endereco');
  await skipStep(page, 'banco');
  await page.getByText('Ainda não: usar o banco de testes').click();
  await saveStep(page, 'email');
  await skipStep(page, 'pronto');
  await openShop(page);

  await orderPix(page, await addFirstProduct(page));
  await page.getByRole('button', { name: 'Simular pagamento' }).click();
  await expect(page).toHaveURL(/\/purchase\/success\//);
});
