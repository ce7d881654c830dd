import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/axe.ts';
import { passGate } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive, toast } from '../../support/browser/checkout.ts';
import { tabTo } from '../../support/browser/keyboard.ts';
import {
  chooseIn,
  closeProduct,
  listStatus,
  makeProduct,
  openProducts,
  productField,
  productRow,
} from '../../support/browser/product-screen.ts';

test.beforeEach(async ({ page, store }) => {
  await passGate(page, store, 'products');
});

const form = (page: Page) => page.getByRole('dialog', { name: 'Adicionar Novo Produto' });
const categories = (page: Page) => page.getByRole('dialog', { name: 'Categorias' });
const namesIn = (page: Page) => categories(page).getByRole('listitem').locator('p:first-child');

test.describe('a name that is taken', () => {
  test.use({ provokes: /409 \(Conflict\)|Já existe a categoria/ });

  test('a category is made while a product is typed, and visitors filter by it', async ({ page }) => {
    await openAlive(page, '/admin/products?novo=1');
    await form(page).getByLabel('Nome').fill('Pele Natural');
    await form(page).getByLabel('Descrição').fill('Pele sem plástico.');
    await chooseIn(page, 'Categoria', 'Nova categoria...');
    const naming = page.getByRole('dialog', { name: 'Nova categoria' });
    await expect(naming.getByLabel('Nome')).toBeFocused();
    await naming.getByLabel('Nome').fill('motion GRAPHICS');
    await page.keyboard.press('Enter');
    await expect(naming.getByText('Já existe a categoria Motion Graphics. Escolha outro nome.')).toBeVisible();
    await expectAccessible(page, 'a taken name');
    await naming.getByLabel('Nome').fill('Retrato');
    await page.keyboard.press('Enter');
    await expect(toast(page)).toContainText('Categoria criada');
    await expect(naming).toBeHidden();
    await expect(form(page).getByRole('combobox', { name: 'Categoria' })).toHaveText('Retrato');
    await expect(form(page).getByLabel('Nome')).toHaveValue('Pele Natural');
    await productField(page, 'Preço').fill('10');
    await productField(page, 'Link de download').fill('https://a.test/a.zip');
    await form(page).getByRole('button', { name: 'Criar produto' }).click();
    await expect(page.getByRole('dialog', { name: 'Editar Produto' })).toBeVisible();
    await closeProduct(page);

    await chooseIn(page, 'Categoria', 'Retrato');
    await expect(page).toHaveURL(/category=retrato/);
    await expect(listStatus(page)).toContainText('1 produto');
    await expect(productRow(page, 'Pele Natural')).toBeVisible();

    await page.goto('/');
    // Its links for browsers without scripts are no text for others.
    await expect(page.getByText('/categorias/')).toBeHidden();
    await page.getByText('Retrato', { exact: true }).click();
    await expect(page).toHaveURL(/\?categoria=retrato$/);
    await expect(page.locator('[data-card]:visible')).toHaveCount(1);
    await page.goto('/categorias/retrato');
    await expect(page.getByRole('heading', { name: 'Retrato', level: 1 })).toBeVisible();
  });
});

test('categories are ordered, renamed and removed by the keyboard alone', async ({ page }) => {
  for (const name of ['Som', 'Vazia']) {
    expect((await page.request.post('/api/admin/categories', { data: { name } })).status()).toBe(201);
  }
  await makeProduct(page, { name: 'Brisa Leve', categoryId: 'som' });
  await openProducts(page);
  await tabTo(page, page.getByRole('button', { name: 'Categorias', exact: true }));
  await page.keyboard.press('Enter');
  await expect(categories(page)).toContainText('1 produto');
  await expectAccessible(page, 'categories');

  const up = categories(page).getByRole('button', { name: 'Subir Vazia' });
  await tabTo(page, up);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(up).toBeFocused();
  await expect(namesIn(page)).toContainText(['Correção de Cor', 'Motion Graphics', 'Efeitos Especiais']);
  await expect
    .poll(async () => {
      const known: { name: string }[] = await (await page.request.get('/api/admin/categories')).json();
      return known.findIndex(({ name }) => name === 'Vazia') - known.findIndex(({ name }) => name === 'Som');
    })
    .toBeLessThan(0);

  await tabTo(page, categories(page).getByRole('button', { name: 'Editar Som' }));
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Editar categoria' }).getByLabel('Nome').fill('Áudio');
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Categoria salva');
  await expect(categories(page).getByRole('button', { name: 'Editar Áudio' })).toBeVisible();

  const remove = categories(page).getByRole('button', { name: 'Excluir Áudio' });
  await tabTo(page, remove);
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Excluir a categoria Áudio?' });
  await expect(question).toContainText('O produto dela continua na loja.');
  await expectAccessible(page, 'removal of a category');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(remove).toBeFocused();
  await page.keyboard.press('Enter');
  await chooseIn(page, 'Mover o produto para', 'Motion Graphics');
  await question.getByRole('button', { name: 'Mover e excluir' }).press('Enter');
  await expect(toast(page)).toContainText('Categoria excluída');
  await expect(question).toBeHidden();
  await expect(categories(page).getByText('Áudio')).toBeHidden();
  // The first takes the message away.
  await page.keyboard.press('Escape');
  await expect(toast(page)).toBeHidden();
  // Radix learns late that the message is gone.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(categories(page)).toBeHidden({ timeout: 2_000 });
  }).toPass();
  await openProducts(page, '?category=motion-graphics&q=brisa');
  await expect(productRow(page, 'Brisa Leve')).toBeVisible();
});

test('the categories fit a phone', { tag: '@phone' }, async ({ page }) => {
  await openProducts(page);
  await page.getByRole('button', { name: 'Categorias', exact: true }).click();
  await expect(categories(page).getByRole('button', { name: 'Descer Correção de Cor' })).toBeVisible();
  await expectAccessible(page, 'categories on a phone');
  expect(await categories(page).evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  await categories(page).getByRole('button', { name: 'Descer Correção de Cor' }).click();
  await expect(namesIn(page).first()).toHaveText('Motion Graphics');
});
