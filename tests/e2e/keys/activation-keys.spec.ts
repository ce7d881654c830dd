import type { Page, Route } from '@playwright/test';
import type { ActivationKey } from '#src/wire/keys/activation-keys.ts';
import type { Page as ListPage } from '#src/wire/lists/lists.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { enter } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { newBuyer, openAlive, reloadAlive, toast } from '../../support/browser/checkout.ts';
import { choose, keyRows, newKey, openKeys } from '../../support/browser/key-screen.ts';
import { chooseAction, rowMenu } from '../../support/browser/row-menu.ts';
import { watchText } from '../../support/browser/watch-text.ts';
import { holdCalls } from '../../support/calls/calls.ts';
import { login } from '../../support/calls/client.ts';
import { buy } from '../../support/purchases/buy.ts';
import type { Store } from '../../support/store/store.ts';

const CALLS = '**/api/admin/activation-keys?*';

test('lists, sorts, filters, searches, copies and exports keys, and keeps the state in the address', async ({
  page,
  store,
  client,
  context,
}) => {
  await test.step('the list in the address', async () => {
    await openKeys(page, store);
    await expect(page.getByRole('heading', { name: 'Gerenciar Chaves de Ativação' })).toBeVisible();
    for (const name of ['Chave', 'Produto', 'Status', 'Cliente', 'Data de Criação', 'Ações']) {
      await expect(page.getByRole('columnheader', { name, exact: true })).toBeAttached();
    }
    await expect(keyRows(page)).toHaveCount(10);
    await expect(page.getByText(/^Mostrando 1 a 10 de [\d.]+ chaves$/)).toBeVisible();
    await expectAccessible(page, 'activation keys');

    await choose(page, page.getByRole('combobox', { name: 'Status' }), 'Utilizada');
    await expect(keyRows(page).getByText('Utilizada')).toHaveCount(10);
    await choose(page, page.getByRole('combobox', { name: 'Produto' }), 'Grade Cinema');
    await expect(keyRows(page).getByText('Grade Cinema')).toHaveCount(10);
    await page.getByRole('button', { name: 'Chave', exact: true }).click();
    await page.getByRole('button', { name: 'Página 2' }).click();
    await expect(page).toHaveURL(/status=assigned/);
    await expect(page).toHaveURL(/productId=grade-cinema/);
    await expect(page).toHaveURL(/sort=key/);
    await expect(page).toHaveURL(/page=2/);
    await expect(page.getByText(/^Mostrando 11 a 20 de/)).toBeVisible();
    await expect(page.getByRole('table', { name: 'Chaves de ativação' })).not.toHaveAttribute('aria-busy', 'true');
    const shown = await keysOn(page);
    expect(shown).toEqual(shown.toSorted());
    await reloadAlive(page);
    await expect.poll(() => keysOn(page)).toEqual(shown);
    await page.goBack();
    await expect(page.getByText(/^Mostrando 1 a 10 de/)).toBeVisible();

    await page.getByRole('searchbox', { name: 'Buscar por chave ou cliente' }).fill('não existe mesmo');
    await expect(page.getByText('Nenhuma chave de ativação encontrada')).toBeVisible();
    await page.getByRole('button', { name: 'Limpar busca e filtros' }).click();
    await expect(keyRows(page)).toHaveCount(10);
  });

  await test.step('a key and its sale', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const buyer = newBuyer();
    const { id } = await buy(client, { ...buyer, productId: 'onda-audio' });
    await openAlive(page, `/admin/activation-keys?q=${encodeURIComponent(buyer.customerEmail)}`);
    const row = keyRows(page);
    await expect(row).toHaveCount(1);
    await expect(row).toContainText(buyer.customerName);
    await expect(row).toContainText(buyer.customerEmail);
    await expect(row.getByRole('link', { name: buyer.customerName })).toHaveAttribute('href', `/admin/sales?id=${id}`);
    const [key = ''] = await keysOn(page);
    const isCopied = await watchText(page, 'Chave copiada');
    await row.getByRole('button', { name: `Copiar a chave ${key}` }).click();
    await isCopied();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Exportar CSV' }).click();
    expect((await download).suggestedFilename()).toBe('chaves-de-ativacao.csv');
  });
});

test('deletes a free key and revokes a sold one after confirmation', async ({ page, store, client }) => {
  const key = newKey();
  const owner = await login(store);
  await owner.post('/api/admin/activation-keys/bulk', { productId: 'lote', keys: key });
  await openKeys(page, store, `?q=${key}`);
  await chooseAction(page, key, 'Excluir...');
  const question = page.getByRole('alertdialog', { name: 'Confirmar exclusão' });
  await expect(question).toContainText(
    'Tem certeza que deseja excluir esta chave de ativação? Esta ação não pode ser desfeita.',
  );
  await expect(question).not.toContainText('perde esta chave');
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(question).toBeHidden();
  await expect(keyRows(page)).toHaveCount(1);
  await chooseAction(page, key, 'Excluir...');
  await question.getByRole('button', { name: 'Excluir' }).click();
  await expect(toast(page)).toContainText('Chave excluída com sucesso');
  await expect(toast(page)).toContainText('A chave de ativação foi removida do sistema.');
  await expect(page.getByText('Nenhuma chave de ativação encontrada')).toBeVisible();

  const buyer = newBuyer();
  const { id } = await buy(client, { ...buyer, productId: 'onda-audio' });
  await openAlive(page, `/admin/activation-keys?q=${encodeURIComponent(buyer.customerEmail)}`);
  await chooseAction(page, /^Ações de /, 'Excluir...');
  await expect(question).toContainText(`${buyer.customerName} perde esta chave`);
  await question.getByRole('button', { name: 'Excluir' }).click();
  await expect(toast(page)).toContainText('Chave revogada');
  await expect(toast(page)).toContainText('Ela não ativa mais o plugin, e a página da compra avisa o comprador.');
  await expect(keyRows(page)).toContainText('Revogada');
  await rowMenu(page, /^Ações de /).click();
  await expect(page.getByRole('menuitem', { name: 'Ver a venda' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Excluir...' })).toHaveCount(0);
  await page.goto(`/purchase/success/${id}`);
  await expect(page.getByRole('heading', { name: 'Chave revogada' })).toBeVisible();
});

test.describe('a failing deletion', () => {
  test.use({ provokes: /Failed to load resource|Falha na chamada/ });

  test('shows the error, and a key sold meanwhile stays with its buyer', async ({ page, store }) => {
    const key = newKey();
    const owner = await login(store);
    await owner.post('/api/admin/activation-keys/bulk', { productId: 'lote', keys: key });
    await openKeys(page, store, `?q=${key}`);
    await page.route('**/api/admin/activation-keys/*?status=*', (route) => route.abort());
    const question = page.getByRole('alertdialog', { name: 'Confirmar exclusão' });
    await chooseAction(page, key, 'Excluir...');
    await question.getByRole('button', { name: 'Excluir' }).click();
    await expect(toast(page)).toContainText('Erro ao excluir chave');
    await expect(toast(page)).toContainText('Ocorreu um erro ao excluir a chave. Por favor, tente novamente.');
    await page.unroute('**/api/admin/activation-keys/*?status=*');
    await sell(store, key);
    await question.getByRole('button', { name: 'Excluir' }).click();
    await expect(toast(page)).toContainText('Esta chave acabou de ser entregue a um comprador.');
    await expect(question).toBeHidden();
    await expect(keyRows(page)).toContainText('Utilizada');
  });

  test('a list that fails to load can be retried, and shows no unknown product', async ({ page, store }) => {
    await openKeys(page, store);
    await page.route(CALLS, (route) => route.abort());
    await page.getByRole('button', { name: 'Página 2' }).click();
    await expect(page.getByRole('alert')).toContainText('Erro ao carregar chaves de ativação');
    await page.unroute(CALLS);
    await page.route(CALLS, loseProducts);
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(page.getByText(/^Mostrando 11 a 20 de/)).toBeVisible();
    await expect(keyRows(page).first()).toContainText('Produto desconhecido');
  });
});

test('the page contains no keys before the gate, and shows a loading state behind it', async ({ page, store }) => {
  await enter(page, store);
  const html = await (await page.request.get('/admin/activation-keys')).text();
  expect(html).toContain('Carregando chaves de ativação...');
  expect(html).not.toMatch(/CF-|Grade Cinema/);
  await page.goto('/admin/activation-keys?novo=1');
  await expect(page).toHaveURL(/\/admin\/activation-keys-auth/);

  // The next page alone knows it: the open one might leave as soon as it sees it.
  await page.addInitScript(() => localStorage.setItem('gate.activation-keys', 'true'));
  const response = await holdCalls(page, CALLS);
  await openAlive(page, '/admin/activation-keys');
  await expect(page.getByText('Carregando chaves de ativação...')).toBeAttached();
  await expect(page.getByRole('table', { name: 'Chaves de ativação' })).toHaveAttribute('aria-busy', 'true');
  response('continue');
  await expect(page.getByText(/^Mostrando 1 a 10 de/)).toBeVisible();
});

test('a shop without keys shows the next step', async ({ page, store }) => {
  await store.database().deleteFrom('machines').execute();
  await store.database().deleteFrom('activationKeys').execute();
  await openKeys(page, store);
  await expect(page.getByText('Nenhuma chave de ativação encontrada')).toBeVisible();
  await expect(page.getByRole('region', { name: /espera chave$/ })).toBeVisible();
  await page.getByRole('button', { name: /^Ver mais/ }).click();
  await page.getByText('Adicione as chaves dos seus produtos').locator('..').getByRole('button').click();
  await expect(page.getByRole('dialog', { name: 'Adicionar Chaves' })).toBeVisible();
});

/** The list loses the names of its products on its way to the page. */
async function loseProducts(route: Route): Promise<void> {
  const response = await route.fetch();
  const list: ListPage<ActivationKey> = await response.json();
  const items = list.items.map((key) => ({ ...key, product: { ...key.product, name: '' } }));
  await route.fulfill({ response, json: { ...list, items } });
}

async function keysOn(page: Page): Promise<string[]> {
  return keyRows(page).locator('td .code').allTextContents();
}

/** Given: somebody has bought that very key. */
async function sell(store: Store, key: string): Promise<void> {
  const owner = await login(store);
  const { items } = (await owner.get(`/api/admin/activation-keys?q=${key}`)).json<ListPage<ActivationKey>>();
  await store
    .database()
    .updateTable('activationKeys')
    .set({ createdAt: '2000-01-01T00:00:00.000Z' })
    .where('id', '=', items[0]?.id ?? '')
    .execute();
  await buy(owner, { productId: 'lote' });
}
