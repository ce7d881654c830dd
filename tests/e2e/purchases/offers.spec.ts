import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/axe.ts';
import { enter } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { fillIn, newBuyer, openAlive, payButton } from '../../support/browser/checkout.ts';

test.use({ provokes: /status of 422|A oferta precisa custar menos/ });

test('an owner offers one product beside another, and a buyer takes it along with a coupon', async ({
  page,
  store,
  browser,
}) => {
  await enter(page, store);
  await openAlive(page, '/admin/promotions?tab=offers');
  await page.getByRole('button', { name: 'Adicionar oferta' }).first().click();
  const dialog = page.getByRole('dialog');
  await choose(page, 'No checkout de', 'Lote');
  await choose(page, 'Leve também', 'Grade Cinema');
  await dialog.getByLabel('Preço na oferta').fill('900');
  await dialog.getByRole('button', { name: 'Criar oferta' }).click();
  await expect(dialog.getByText('A oferta precisa custar menos que os R$ 189,90 do produto.')).toBeVisible();
  await dialog.getByLabel('Preço na oferta').fill('29,90');
  await dialog.getByLabel('Texto (opcional)').fill('Escopos e looks para o lote inteiro.');
  await expectAccessible(page, 'the form of an offer');
  await dialog.getByRole('button', { name: 'Criar oferta' }).click();
  await expect(page.getByText('No checkout de Lote', { exact: true })).toBeVisible();
  await expectAccessible(page, 'the offers');

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'pt-BR' });
  const visitor = await phone.newPage();
  await openAlive(visitor, `${store.url}/checkout/lote`);
  await expect(offer(visitor)).not.toBeChecked();
  await expect(payButton(visitor)).toContainText('R$ 49,90');
  await offer(visitor).press(' ');
  await expect(offer(visitor)).toBeChecked();
  await expect(payButton(visitor)).toContainText('R$ 79,80');
  await visitor.getByText('Tem um cupom?').click();
  await visitor.getByLabel('Código do cupom').fill('edita10');
  await visitor.getByLabel('Código do cupom').press('Enter');
  // 10 % of the R$ 49,90 alone.
  await expect(payButton(visitor)).toContainText('R$ 74,81');
  await expect(visitor.getByText('O cupom não vale para esta oferta.')).toBeVisible();
  await expectAccessible(visitor, 'an offer in the checkout');
  await fillIn(visitor, newBuyer());
  await payButton(visitor).click();
  await expect(visitor.getByRole('heading', { name: 'Pague R$ 74,81 com Pix' })).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'Pague R$ 74,81 com Pix' })).toBeVisible();
  await openAlive(visitor, visitor.url());
  await visitor.getByRole('button', { name: 'Simular pagamento' }).click();
  for (const name of ['Lote', 'Grade Cinema']) {
    await expect(visitor.getByRole('heading', { name: `Chave de ativação de ${name}` })).toBeVisible();
  }
  await phone.close();

  await openAlive(page, '/admin/promotions?tab=offers');
  await expect(page.getByText(/paga em 1 compra/)).toBeVisible();
  await page.getByRole('button', { name: 'Excluir' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByText('Nenhuma oferta ainda')).toBeVisible();
});

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

function offer(page: Page) {
  return page.getByRole('checkbox', { name: /Leve também Grade Cinema por R\$ 29,90/ });
}

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('an offer is a button of the form, and what the button said is charged', async ({ page, store }) => {
    await enter(page, store);
    const data = {
      ...{ productId: 'grade-cinema', offeredProductId: 'lote' },
      ...{ price: '19,90', headline: '', text: '', isActive: true },
    };
    const made = await page.request.post('/api/admin/offers', { data });
    expect(made.status()).toBe(201);
    await page.goto('/checkout/grade-cinema');
    await fillIn(page, newBuyer());
    await page.getByRole('checkbox', { name: /Leve também Lote/ }).click();
    await expect(page.getByRole('checkbox', { name: /Leve também Lote/ })).toBeChecked();
    await expect(page.getByLabel('Nome completo')).toHaveValue('Ana Conceição');
    await expect(payButton(page)).toContainText('R$ 209,80');
    await payButton(page).click();
    await expect(page.getByRole('heading', { name: 'Pague R$ 209,80 com Pix' })).toBeVisible();
    const { id } = await made.json();
    expect((await page.request.delete(`/api/admin/offers/${id}`)).status()).toBe(200);
  });
});
