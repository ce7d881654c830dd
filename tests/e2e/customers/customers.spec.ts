import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from '@playwright/test';
import type { CustomerExport } from '#src/wire/customers/customer-export.ts';
import type { CustomerSummary } from '#src/wire/customers/customers.ts';
import type { Page as ListPage } from '#src/wire/lists/lists.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { enter } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { newBuyer, openAlive, reloadAlive, toast, waitUntilAlive } from '../../support/browser/checkout.ts';
import { tabTo } from '../../support/browser/keyboard.ts';
import { chooseAction, rowMenu } from '../../support/browser/row-menu.ts';
import { watchText } from '../../support/browser/watch-text.ts';
import { login } from '../../support/calls/client.ts';
import { actAtSandbox, buy, startPurchase } from '../../support/purchases/buy.ts';
import { purchaseRow } from '../../support/purchases/purchases.ts';
import type { Store } from '../../support/store/store.ts';

const CALLS = '**/api/admin/customers?*';
const SCREEN = '/admin/customers';

test('lists, finds, sorts, pages and exports customers, and keeps the state in the address', async ({
  page,
  store,
  client,
}) => {
  await test.step('sorts and pages', async () => {
    await open(page, store);
    await expect(page.getByRole('heading', { name: 'Clientes', level: 1 })).toBeVisible();
    for (const name of ['Nome', 'E-mail', 'Cadastro', 'Última compra', 'Compras', 'Total gasto', 'Ações']) {
      await expect(page.getByRole('columnheader', { name, exact: true })).toBeAttached();
    }
    await expect(rows(page)).toHaveCount(10);
    await expect(page.getByText(/^Mostrando 1 a 10 de [\d.]+ clientes$/)).toBeVisible();
    await expectAccessible(page, 'customers');

    await page.getByRole('button', { name: 'Total gasto' }).click();
    await expect(page).toHaveURL(/sort=totalSpent/);
    await page.getByRole('button', { name: 'Total gasto' }).click();
    await expect(page).toHaveURL(/sort=totalSpent&order=desc/);
    await page.getByRole('button', { name: 'Página 2' }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(page.getByText(/^Mostrando 11 a 20 de/)).toBeVisible();
    await expect(page.getByRole('table')).not.toHaveAttribute('aria-busy', 'true');
    const shown = await namesOn(page);
    await reloadAlive(page);
    await expect.poll(() => namesOn(page)).toEqual(shown);

    await rows(page)
      .first()
      .getByRole('link', { name: /^(?!Ver)/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { name: shown[0] ?? '', level: 1 })).toBeVisible();
    await page.getByRole('link', { name: 'Voltar para clientes' }).click();
    await expect(page).toHaveURL(/sort=totalSpent&order=desc&page=2/);
    await expect.poll(() => namesOn(page)).toEqual(shown);
  });

  await test.step('finds by name or e-mail, and exports what was found', async () => {
    const buyer = { ...newBuyer(), customerName: 'Íris Fonsêca Álvares' };
    await buy(client, buyer);
    await waitUntilAlive(page);
    const search = page.getByRole('searchbox', { name: 'Buscar por nome ou e-mail' });
    await expect(search).toHaveAttribute('placeholder', 'Buscar por nome ou e-mail...');
    await search.fill('iris fonseca');
    await expect(rows(page)).toHaveCount(1);
    await expect(page).toHaveURL(/q=iris/);
    await search.fill(buyer.customerEmail.toUpperCase());
    await expect(rows(page)).toContainText('Íris Fonsêca Álvares');
    await expect(page).toHaveURL(/q=ANA/);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Exportar CSV' }).click();
    expect((await download).suggestedFilename()).toBe('clientes.csv');
    const lines = (await textOf(await download)).trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(buyer.customerEmail);
    await search.fill('ninguém com este nome');
    await expect(page.getByText('Nenhum cliente encontrado')).toBeVisible();
    await page.getByRole('button', { name: 'Limpar busca' }).last().click();
    await expect(rows(page)).toHaveCount(10);
    await expect(page).not.toHaveURL(/q=/);
  });
});

test('a customer’s page shows the person, every purchase with its label, and a long history page by page', async ({
  page,
  store,
  client,
  context,
}) => {
  await test.step('the person and the purchases', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const buyer = newBuyer();
    const paid = await buy(client, { ...buyer, productId: 'grade-cinema' });
    await startPurchase(client, { ...buyer, productId: 'lote' });
    const rejected = await startPurchase(client, { ...buyer, productId: 'lote' });
    await actAtSandbox(client, rejected.transactionId, 'reject');
    const expired = await startPurchase(client, { ...buyer, productId: 'lote' });
    await actAtSandbox(client, expired.transactionId, 'expire');
    const { customerId } = await purchaseRow(store, paid.id);
    await enter(page, store);
    await openAlive(page, `${SCREEN}/${customerId}`);

    await expect(page.getByRole('heading', { name: buyer.customerName, level: 1 })).toBeVisible();
    const facts = page.getByRole('region', { name: 'Informações do cliente' });
    await expect(fact(facts, 'Compras')).toHaveText('2');
    await expect(fact(facts, 'Total gasto')).toHaveText(paid.totalAmount);
    const isCopied = await watchText(page, 'Copiado');
    await facts.getByRole('button', { name: 'Copiar e-mail' }).click();
    await isCopied();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(buyer.customerEmail);

    await expect(purchases(page)).toHaveCount(4);
    const labels = ['Cancelado', 'Falha', 'Pendente', 'Completo'];
    for (const [at, label] of labels.entries()) await expect(purchases(page).nth(at)).toContainText(label);
    await expect(purchases(page).nth(3).locator('img')).toHaveAttribute('src', /grade-cinema/);
    await expectAccessible(page, 'one customer');
    await expect(purchases(page).nth(3).getByRole('link')).toHaveAttribute('href', `/admin/sales?id=${paid.id}`);
    await expect(page.getByText('Erro ao carregar produtos')).toHaveCount(0);

    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Exportar dados (JSON)' }).click();
    const data: CustomerExport = JSON.parse(await textOf(await download));
    expect((await download).suggestedFilename()).toBe(`cliente-${customerId}.json`);
    expect(data.customer.email).toBe(buyer.customerEmail);
    expect(data.purchases).toHaveLength(4);
  });

  await test.step('a long history', async () => {
    const buyer = newBuyer();
    const { purchaseId } = await startPurchase(client, { ...buyer, productId: 'lote' });
    for (let again = 0; again < 10; again++) await startPurchase(client, { ...buyer, productId: 'lote' });
    const { customerId } = await purchaseRow(store, purchaseId);
    await enter(page, store);
    await openAlive(page, `${SCREEN}/${customerId}`);
    await expect(page.getByText('Mostrando 1 a 10 de 11 compras')).toBeVisible();
    await page.getByRole('button', { name: 'Página 2' }).click();
    await expect(page.getByText('Mostrando 11 a 11 de 11 compras')).toBeVisible();
    await expect(page).toHaveURL(/\?page=2$/);
    await reloadAlive(page);
    await expect(purchases(page).getByRole('link')).toHaveAttribute('href', `/admin/sales?id=${purchaseId}`);
    await page.goBack();
    await expect(page.getByText('Mostrando 1 a 10 de 11 compras')).toBeVisible();
  });
});

test('a Pix that expires while the page is open becomes Cancelado', async ({ page, store, client }) => {
  const buyer = newBuyer();
  const { purchaseId } = await startPurchase(client, { ...buyer, productId: 'lote' });
  const { customerId } = await purchaseRow(store, purchaseId);
  await enter(page, store);
  await page.clock.install();
  await openAlive(page, `${SCREEN}/${customerId}`);
  await expect(purchases(page)).toContainText('Pendente');
  // The two hours would pass for a call that is under way, too.
  await page.waitForLoadState('networkidle');
  await page.clock.fastForward('02:01:00');
  await expect(purchases(page)).toContainText('Cancelado');
  await expect(fact(page.getByRole('region', { name: 'Informações do cliente' }), 'Compras')).toHaveText('0');
});

test('erases a customer from the list and from the page, after a confirmation that says what stays', async ({
  page,
  store,
  client,
}) => {
  await test.step('from the list', async () => {
    const buyer = { ...newBuyer(), customerName: 'Olívia Some Daqui' };
    await buy(client, buyer);
    await open(page, store, `?q=${encodeURIComponent(buyer.customerEmail)}`);
    await chooseAction(page, buyer.customerName, 'Excluir...');
    const question = page.getByRole('alertdialog', { name: `Excluir ${buyer.customerName}?` });
    await expect(question.getByRole('heading', { level: 3 })).toHaveText(['O que é apagado', 'O que fica']);
    await expect(question).toContainText('Esta ação não pode ser desfeita.');
    await expect(question).toContainText('As vendas e seus valores');
    await expectAccessible(page, 'erasing a customer');
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect(question).toBeHidden();
    await expect(rowMenu(page, buyer.customerName)).toBeFocused();
    await chooseAction(page, buyer.customerName, 'Excluir...');
    await question.getByRole('button', { name: 'Excluir cliente' }).click();
    await expect(toast(page)).toContainText('Cliente excluído com sucesso');
    await expect(question).toBeHidden();
    await expect(page.getByText('Nenhum cliente encontrado')).toBeVisible();
    expect(await customersWith(store, buyer.customerEmail)).toEqual([]);
  });

  await test.step('from the page, which returns to the list as it was', async () => {
    const buyer = { ...newBuyer(), customerName: 'Otto Some Dali' };
    await buy(client, buyer);
    await open(page, store, '?q=otto+some&sort=name&order=asc');
    await rows(page).getByRole('link', { name: buyer.customerName, exact: true }).click();
    await expect(page.getByRole('heading', { name: buyer.customerName, level: 1 })).toBeVisible();
    await waitUntilAlive(page);
    await page.getByRole('button', { name: 'Excluir cliente' }).click();
    const question = page.getByRole('alertdialog', { name: `Excluir ${buyer.customerName}?` });
    await question.getByRole('button', { name: 'Excluir cliente' }).click();
    await expect(page).toHaveURL(/\/admin\/customers\?q=otto\+some&sort=name&order=asc$/);
    await expect(toast(page)).toContainText('Cliente excluído');
    await expect(page.getByText('Nenhum cliente encontrado')).toBeVisible();
    await reloadAlive(page);
    await expect(toast(page)).toHaveCount(0);
  });
});

test.describe('when a request fails', () => {
  test.use({ provokes: /Failed to load resource|Falha na chamada/ });

  test('the list says so, retries, and drops a customer who is erased elsewhere or unknown', async ({
    page,
    store,
    client,
  }) => {
    await test.step('a list that fails to load', async () => {
      await open(page, store);
      await page.route(CALLS, (route) => route.abort());
      await page.getByRole('button', { name: 'Página 2' }).click();
      await expect(page.getByRole('alert')).toContainText('Falha ao buscar clientes');
      await page.unroute(CALLS);
      await page.getByRole('button', { name: 'Tentar novamente' }).click();
      await expect(page.getByText(/^Mostrando 11 a 20 de/)).toBeVisible();
    });

    await test.step('a failed erasure', async () => {
      const buyer = newBuyer();
      const { id } = await buy(client, buyer);
      const { customerId } = await purchaseRow(store, id);
      await page.getByRole('searchbox').fill(buyer.customerEmail);
      await expect(rows(page)).toHaveCount(1);
      await page.route(`**/api/admin/customers/${customerId}`, (route) => route.abort());
      await chooseAction(page, /^Ações de /, 'Excluir...');
      const question = page.getByRole('alertdialog');
      await question.getByRole('button', { name: 'Excluir cliente' }).click();
      await expect(toast(page)).toContainText('Erro ao excluir cliente');
      await expect(question).toBeVisible();
      await page.unroute(`**/api/admin/customers/${customerId}`);
      await (await login(store)).delete(`/api/admin/customers/${customerId}`);
      await question.getByRole('button', { name: 'Excluir cliente' }).click();
      await expect(toast(page)).toContainText('Cliente não encontrado');
      await expect(question).toBeHidden();
      await expect(page.getByText('Nenhum cliente encontrado')).toBeVisible();
    });

    await test.step('an unknown customer', async () => {
      const response = await page.goto(`${SCREEN}/nobody`);
      expect(response?.status()).toBe(404);
      await expect(page.getByText('Cliente não encontrado')).toBeVisible();
      await expectAccessible(page, 'an unknown customer');
      await page.getByRole('link', { name: 'Voltar para clientes' }).click();
      await expect(page).toHaveURL(new RegExp(`${SCREEN}$`));
    });
  });

  test('a customer’s page says what failed, keeps its history, and the reason in the end', async ({
    page,
    store,
    client,
  }) => {
    const { id } = await buy(client, newBuyer());
    const { customerId } = await purchaseRow(store, id);
    const call = `**/api/admin/customers/${customerId}`;
    await enter(page, store);
    await test.step('products fail to load', async () => {
      await page.route('**/api/admin/products', (route) => route.abort());
      await openAlive(page, `${SCREEN}/${customerId}`);
      await expect(page.getByRole('alert')).toContainText('Erro ao carregar produtos');
      await expect(purchases(page)).toHaveCount(1);
      await page.route(call, (route) => route.abort());
      await page.getByRole('button', { name: 'Excluir cliente' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir cliente' }).click();
      await expect(toast(page)).toContainText('Erro ao excluir');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click();
      await page.unroute('**/api/admin/products');
      await page.getByRole('button', { name: 'Tentar novamente' }).click();
      await expect(page.getByText('Erro ao carregar produtos')).toHaveCount(0);
    });

    await test.step('the customer is erased meanwhile', async () => {
      await page.unroute(call);
      await (await login(store)).delete(`/api/admin/customers/${customerId}`);
      await page.route(call, (route) => (route.request().method() === 'GET' ? route.abort() : route.continue()));
      await page.getByRole('button', { name: 'Excluir cliente' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir cliente' }).click();
      await expect(page.getByText('Erro ao carregar dados do cliente')).toBeVisible();
      await page.unroute(call);
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click();
      await page.getByRole('button', { name: 'Tentar novamente' }).click();
      await expect(page.getByRole('main').getByText('Cliente não encontrado')).toBeVisible();
    });
  });
});

test('searches, opens and erases by keyboard alone', async ({ page, store, client }) => {
  const buyer = { ...newBuyer(), customerName: 'Tecla Por Tecla' };
  await buy(client, buyer);
  await open(page, store);
  await tabTo(page, page.getByRole('searchbox', { name: 'Buscar por nome ou e-mail' }));
  await page.keyboard.type('tecla por');
  await expect(rows(page)).toHaveCount(1);
  await tabTo(page, page.getByRole('link', { name: buyer.customerName, exact: true }));
  await page.keyboard.press('Tab');
  await expect(rowMenu(page, buyer.customerName)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Ver detalhes' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Excluir...' })).toBeFocused();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(rowMenu(page, buyer.customerName)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Ver detalhes' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Excluir...' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(question.getByRole('button', { name: 'Excluir cliente' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Cliente excluído com sucesso');
});

async function open(page: Page, store: Store, search = ''): Promise<void> {
  await enter(page, store);
  await openAlive(page, `${SCREEN}${search}`);
}

function purchases(page: Page): Locator {
  return page.getByRole('table', { name: 'Compras deste cliente' }).locator('tbody tr');
}

function rows(page: Page): Locator {
  return page.locator('tbody tr');
}

function namesOn(page: Page): Promise<string[]> {
  return rows(page).locator('td:first-child').allTextContents();
}

function fact(facts: Locator, name: string): Locator {
  return facts
    .locator('div', { has: facts.page().getByText(name, { exact: true }) })
    .locator('dd')
    .last();
}

async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8');
}

async function customersWith(store: Store, email: string): Promise<CustomerSummary[]> {
  const owner = await login(store);
  return (await owner.get(`/api/admin/customers?q=${encodeURIComponent(email)}`)).json<ListPage<CustomerSummary>>()
    .items;
}
