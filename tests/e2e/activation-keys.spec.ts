import type { Locator, Page } from '@playwright/test';
import type { ActivationKey } from '#src/wire/activation-keys.ts';
import type { Page as ListPage } from '#src/wire/lists.ts';
import { expectAccessible } from '../support/axe.ts';
import { enter, passGate } from '../support/back-office.ts';
import { buy } from '../support/buy.ts';
import { keyField, newBuyer, openAlive, toast, waitUntilAlive } from '../support/checkout.ts';
import { login } from '../support/client.ts';
import { tabTo } from '../support/keyboard.ts';
import { buyWithoutKeys } from '../support/purchases.ts';
import type { Store } from '../support/store.ts';
import { expect, test } from '../support/walk.ts';

// Nothing glides: what is seen is where it stays.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const CALLS = '**/api/admin/activation-keys?*';

test('the keys are listed, sorted, filtered and searched, and the address remembers how', async ({ page, store }) => {
  await openKeys(page, store);
  await expect(page.getByRole('heading', { name: 'Gerenciar Chaves de Ativação' })).toBeVisible();
  for (const name of ['Chave', 'Produto', 'Status', 'Cliente', 'Data de Criação', 'Ações']) {
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeAttached();
  }
  await expect(rows(page)).toHaveCount(10);
  await expect(page.getByText(/^Mostrando 1 a 10 de [\d.]+ chaves$/)).toBeVisible();
  await expectAccessible(page, 'activation keys');

  await choose(page, page.getByRole('combobox', { name: 'Status' }), 'Utilizada');
  await expect(rows(page).getByText('Utilizada')).toHaveCount(10);
  await choose(page, page.getByRole('combobox', { name: 'Produto' }), 'Grade Cinema');
  await expect(rows(page).getByText('Grade Cinema')).toHaveCount(10);
  await page.getByRole('button', { name: 'Chave', exact: true }).click();
  await page.getByRole('button', { name: 'Página 2' }).click();
  await expect(page).toHaveURL(/status=assigned/);
  await expect(page).toHaveURL(/productId=grade-cinema/);
  await expect(page).toHaveURL(/sort=key/);
  await expect(page).toHaveURL(/page=2/);
  const shown = await keysOn(page);
  expect(shown).toEqual(shown.toSorted());
  await page.reload();
  await expect.poll(() => keysOn(page)).toEqual(shown);
  await page.goBack();
  await expect(page.getByText(/^Mostrando 1 a 10 de/)).toBeVisible();

  await page.getByRole('searchbox', { name: 'Buscar por chave ou cliente' }).fill('não existe mesmo');
  await expect(page.getByText('Nenhuma chave de ativação encontrada')).toBeVisible();
  await expectAccessible(page, 'activation keys, nothing found');
  await page.getByRole('button', { name: 'Limpar busca e filtros' }).click();
  await expect(rows(page)).toHaveCount(10);
});

test('a key is copied, a sale is a click away, and the list is a file', async ({ page, store, client, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const buyer = newBuyer();
  const { id } = await buy(client, { ...buyer, productId: 'onda-audio' });
  await openKeys(page, store, `?q=${encodeURIComponent(buyer.customerEmail)}`);
  const row = rows(page);
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(buyer.customerName);
  await expect(row).toContainText(buyer.customerEmail);
  await expect(row.getByRole('link', { name: buyer.customerName })).toHaveAttribute('href', `/admin/sales?id=${id}`);
  const [key = ''] = await keysOn(page);
  await row.getByRole('button', { name: `Copiar a chave ${key}` }).click();
  await expect(row.getByRole('button', { name: 'Copiada' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Exportar CSV' }).click();
  expect((await download).suggestedFilename()).toBe('chaves-de-ativacao.csv');
});

test('keys are added with the keyboard alone, and the focus comes back', async ({ page, store }) => {
  const [one, two] = [newKey(), newKey()];
  await openKeys(page, store);
  const opener = page.getByRole('button', { name: 'Adicionar Chaves', exact: true });
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Adicionar Chaves' });
  await expect(dialog.getByRole('combobox', { name: 'Produto' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: 'Lote' })).toBeVisible();
  await page.keyboard.type('lote');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('combobox', { name: 'Produto' })).toHaveText('Lote');
  await tabTo(page, dialog.getByRole('textbox', { name: 'Chaves' }));
  await page.keyboard.insertText(`${one}\n\n  ${two}\n${one}\n`);
  await expectPreview(dialog, { fresh: 2, repeated: 1, empty: 1 });
  await tabTo(page, dialog.getByText('Ver a chave repetida'));
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('listitem')).toHaveText([one]);
  await expectAccessible(page, 'adding keys');
  await tabTo(page, dialog.getByRole('button', { name: 'Adicionar Chaves' }));
  await page.keyboard.press('Enter');

  await expect(toast(page)).toContainText('Chaves de ativação adicionadas');
  await expect(toast(page)).toContainText('2 chaves adicionadas. 1 repetida ficou de fora.');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(rows(page).filter({ hasText: two })).toContainText('Disponível');
  await expect(page.getByRole('heading', { name: '1 chave repetida ficou de fora' })).toBeVisible();
  await page.getByRole('button', { name: 'Fechar', exact: true }).click();
  await expect(page.getByRole('heading', { name: '1 chave repetida ficou de fora' })).toBeHidden();
});

test('what cannot be added is said, and the product of an address is chosen', async ({ page, store }) => {
  await openKeys(page, store, '?novo=1');
  const dialog = page.getByRole('dialog', { name: 'Adicionar Chaves' });
  const save = dialog.getByRole('button', { name: 'Adicionar Chaves' });
  await save.click();
  await expect(toast(page)).toContainText('Produto não selecionado');
  await expect(toast(page)).toContainText('Por favor, selecione um produto para associar as chaves.');
  await expect(dialog.getByRole('combobox', { name: 'Produto' })).toHaveAccessibleDescription(
    'Por favor, selecione um produto para associar as chaves.',
  );
  await page.goto('/admin/activation-keys?produto=lote');
  await expect(dialog.getByRole('combobox', { name: 'Produto' })).toHaveText('Lote');
  await expect(page).toHaveURL(/\/admin\/activation-keys$/);
  await dialog.getByRole('textbox', { name: 'Chaves' }).fill(' \n ');
  await save.click();
  await expect(toast(page)).toContainText('Nenhuma chave informada');
  await expect(toast(page)).toContainText('Por favor, insira pelo menos uma chave de ativação.');
  await dialog.getByRole('textbox', { name: 'Chaves' }).fill(`A\n${'B'.repeat(201)}`);
  await expect(dialog.getByRole('textbox', { name: 'Chaves' })).toHaveAccessibleDescription(
    /^A linha 2 tem mais de 200/,
  );
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(dialog).toBeHidden();
});

test('a file is dropped or chosen, and its column picked', async ({ page, store }) => {
  const [one, two, three] = [newKey(), newKey(), newKey()];
  await openKeys(page, store, '?produto=lote');
  const dialog = page.getByRole('dialog', { name: 'Adicionar Chaves' });
  const text = dialog.getByRole('textbox', { name: 'Chaves' });
  await text.fill(three);
  await drop(text, 'fornecedor.csv', `Produto;Chave;Nota\nLote;${one};a\nLote;${two};b\nLote;${one};c\n`);
  await expect(text).toHaveValue([three, one, two, one].join('\n'));
  await expectPreview(dialog, { fresh: 3, repeated: 1, empty: 0 });
  const column = dialog.getByRole('combobox', { name: 'Coluna das chaves' });
  await expect(column).toHaveText('Chave');
  await choose(page, column, 'Nota');
  await expect(text).toHaveValue([three, 'a', 'b', 'c'].join('\n'));
  await choose(page, column, 'Chave');
  await text.press('End');
  await text.fill('');
  await expect(column).toBeHidden();

  const file = { name: 'chaves.txt', mimeType: 'text/plain', buffer: Buffer.from(`${one}\r\n${two}\r\n`) };
  await dialog.getByLabel('Escolher arquivo').setInputFiles(file);
  await expect(text).toHaveValue(`${one}\n${two}`);
  await dialog
    .getByLabel('Escolher arquivo')
    .setInputFiles({ name: 'chaves.xlsx', mimeType: 'application/zip', buffer: Buffer.from('PK\0\0') });
  await expect(text).toHaveAccessibleDescription(/^Este arquivo não é de texto/);
  await expect(text).toHaveValue(`${one}\n${two}`);
  await dialog.getByRole('button', { name: 'Adicionar Chaves' }).click();
  await expect(toast(page)).toContainText('2 chaves adicionadas.');
});

test.describe('adding that fails', () => {
  test.use({ provokes: /Failed to load resource|Falha na chamada/ });

  test('says so and keeps what was typed, also when the window is closed', async ({ page, store }) => {
    const key = newKey();
    await openKeys(page, store, '?produto=lote');
    const dialog = page.getByRole('dialog', { name: 'Adicionar Chaves' });
    const text = dialog.getByRole('textbox', { name: 'Chaves' });
    await page.route('**/api/admin/activation-keys/bulk', (route) => route.abort());
    await text.fill(key);
    await dialog.getByRole('button', { name: 'Adicionar Chaves' }).click();
    await expect(toast(page)).toContainText('Erro ao adicionar chaves');
    await expect(text).toHaveValue(key);
    await dialog.getByRole('button', { name: 'Fechar' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Adicionar Chaves', exact: true }).click();
    await expect(text).toHaveValue(key);
    await page.unroute('**/api/admin/activation-keys/bulk');
    await dialog.getByRole('button', { name: 'Adicionar Chaves' }).click();
    await expect(toast(page)).toContainText('Chaves de ativação adicionadas');
    await expect(rows(page).filter({ hasText: key })).toHaveCount(1);
  });
});

test('a buyer who waits gets the key on his open page the moment that keys are added', async ({
  page,
  store,
  client,
  browser,
}) => {
  const purchaseId = await buyWithoutKeys(store, client, 'transita');
  const context = await browser.newContext({ baseURL: store.url });
  const buyer = await context.newPage();
  await buyer.clock.install();
  const listening = buyer.waitForRequest(/\/events$/);
  await openAlive(buyer, `/purchase/success/${purchaseId}`);
  await expect(buyer.getByText('Sua chave está a caminho.')).toBeVisible();
  await listening;
  // Its clock stands still: it looks by itself no more, only the shop can tell it.
  await buyer.clock.pauseAt(Date.now() + 60_000);

  await openKeys(page, store);
  const strip = page.getByRole('region', { name: '1 compra paga espera chave' });
  await expect(strip.getByRole('listitem').filter({ hasText: 'Transita' })).toContainText('1 comprador espera');
  await strip.getByRole('button', { name: 'Adicionar chaves de Transita' }).click();
  const dialog = page.getByRole('dialog', { name: 'Adicionar Chaves' });
  await expect(dialog.getByRole('combobox', { name: 'Produto' })).toHaveText('Transita');
  const key = newKey();
  await dialog.getByRole('textbox', { name: 'Chaves' }).fill(key);
  await dialog.getByRole('button', { name: 'Adicionar Chaves' }).click();

  await expect(toast(page)).toContainText('1 comprador que esperava já recebeu a sua.');
  await expect(keyField(buyer)).toHaveValue(key);
  await context.close();
  await expect(strip).toBeHidden();
  await expect(rows(page).filter({ hasText: key })).toContainText('Utilizada');
  await expect(page.getByRole('region', { name: '1 produto com poucas chaves' })).toContainText('Transita');
});

test('a free key is deleted, a sold one revoked, after a question', async ({ page, store, client }) => {
  const key = newKey();
  const owner = await login(store);
  await owner.post('/api/admin/activation-keys/bulk', { productId: 'lote', keys: key });
  await openKeys(page, store, `?q=${key}`);
  await page.getByRole('button', { name: `Excluir a chave ${key}` }).click();
  const question = page.getByRole('alertdialog', { name: 'Confirmar exclusão' });
  await expect(question).toContainText(
    'Tem certeza que deseja excluir esta chave de ativação? Esta ação não pode ser desfeita.',
  );
  await expect(question).not.toContainText('perde esta chave');
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(question).toBeHidden();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: `Excluir a chave ${key}` }).click();
  await question.getByRole('button', { name: 'Excluir' }).click();
  await expect(toast(page)).toContainText('Chave excluída com sucesso');
  await expect(toast(page)).toContainText('A chave de ativação foi removida do sistema.');
  await expect(page.getByText('Nenhuma chave de ativação encontrada')).toBeVisible();

  const buyer = newBuyer();
  const { id } = await buy(client, { ...buyer, productId: 'onda-audio' });
  await page.goto(`/admin/activation-keys?q=${encodeURIComponent(buyer.customerEmail)}`);
  await page.getByRole('button', { name: /^Excluir a chave/ }).click();
  await expect(question).toContainText(`${buyer.customerName} perde esta chave`);
  await expectAccessible(page, 'revoking a key');
  await question.getByRole('button', { name: 'Excluir' }).click();
  await expect(toast(page)).toContainText('Chave excluída com sucesso');
  await expect(rows(page)).toContainText('Revogada');
  await expect(page.getByRole('button', { name: /^Excluir a chave/ })).toHaveCount(0);
  await page.goto(`/purchase/success/${id}`);
  await expect(page.getByText('Esta chave foi revogada.')).toBeVisible();
});

test.describe('deleting that fails', () => {
  test.use({ provokes: /Failed to load resource|Falha na chamada/ });

  test('says so, and a key that was sold meanwhile stays with its buyer', async ({ page, store }) => {
    const key = newKey();
    const owner = await login(store);
    await owner.post('/api/admin/activation-keys/bulk', { productId: 'lote', keys: key });
    await openKeys(page, store, `?q=${key}`);
    await page.route('**/api/admin/activation-keys/*?status=*', (route) => route.abort());
    const question = page.getByRole('alertdialog', { name: 'Confirmar exclusão' });
    await page.getByRole('button', { name: `Excluir a chave ${key}` }).click();
    await question.getByRole('button', { name: 'Excluir' }).click();
    await expect(toast(page)).toContainText('Erro ao excluir chave');
    await expect(toast(page)).toContainText('Ocorreu um erro ao excluir a chave. Por favor, tente novamente.');
    await page.unroute('**/api/admin/activation-keys/*?status=*');
    await sell(store, key);
    await question.getByRole('button', { name: 'Excluir' }).click();
    await expect(toast(page)).toContainText('Esta chave acabou de ser entregue a um comprador.');
    await expect(question).toBeHidden();
    await expect(rows(page)).toContainText('Utilizada');
  });

  test('a list that does not come can be asked for again', async ({ page, store }) => {
    await openKeys(page, store);
    await page.route(CALLS, (route) => route.abort());
    await page.getByRole('button', { name: 'Página 2' }).click();
    await expect(page.getByRole('alert')).toContainText('Erro ao carregar chaves de ativação');
    await expectAccessible(page, 'activation keys that do not come');
    await page.unroute(CALLS);
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(page.getByText(/^Mostrando 11 a 20 de/)).toBeVisible();
  });
});

test('before the gate the page holds no key, and behind it says that they are on their way', async ({
  page,
  store,
}) => {
  await enter(page, store);
  const html = await (await page.request.get('/admin/activation-keys')).text();
  expect(html).toContain('Carregando chaves de ativação...');
  expect(html).not.toMatch(/CF-|Grade Cinema/);
  await page.goto('/admin/activation-keys?novo=1');
  await expect(page).toHaveURL(/\/admin\/activation-keys-auth/);

  await page.evaluate(() => localStorage.setItem('gate.activation-keys', 'true'));
  let answer = (): void => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(CALLS, async (route) => {
    await isAnswered;
    await route.continue();
  });
  await page.goto('/admin/activation-keys');
  await waitUntilAlive(page);
  await expect(page.getByText('Carregando chaves de ativação...')).toBeAttached();
  await expect(page.getByRole('table', { name: 'Chaves de ativação' })).toHaveAttribute('aria-busy', 'true');
  answer();
  await expect(page.getByText(/^Mostrando 1 a 10 de/)).toBeVisible();
});

test('a shop without keys says what to do', async ({ page, store }) => {
  await store.database().deleteFrom('activationKeys').execute();
  await openKeys(page, store);
  await expect(page.getByText('Nenhuma chave de ativação encontrada')).toBeVisible();
  await expect(page.getByRole('region', { name: /produtos com poucas chaves$/ })).toBeVisible();
  await page.getByRole('button', { name: /^Ver mais/ }).click();
  await expectAccessible(page, 'a shop without keys');
  await page.getByText('Adicione as chaves dos seus produtos').locator('..').getByRole('button').click();
  await expect(page.getByRole('dialog', { name: 'Adicionar Chaves' })).toBeVisible();
});

async function openKeys(page: Page, store: Store, search = ''): Promise<void> {
  await enter(page, store);
  await passGate(page, store, 'activation-keys');
  if (search) await page.goto(`/admin/activation-keys${search}`);
  await waitUntilAlive(page);
}

function rows(page: Page): Locator {
  return page.getByRole('table', { name: 'Chaves de ativação' }).locator('tbody tr');
}

async function keysOn(page: Page): Promise<string[]> {
  return rows(page).locator('td:first-child .code').allTextContents();
}

async function choose(page: Page, field: Locator, name: string): Promise<void> {
  await field.click();
  await page.getByRole('option', { name, exact: true }).click();
  await expect(field).toHaveText(name);
}

async function expectPreview(
  dialog: Locator,
  counts: { fresh: number; repeated: number; empty: number },
): Promise<void> {
  const preview = dialog.getByRole('region', { name: 'Prévia' });
  await expect(preview.getByRole('definition')).toHaveText([counts.fresh, counts.repeated, counts.empty].map(String));
}

async function drop(target: Locator, name: string, content: string): Promise<void> {
  const transfer = await target.page().evaluateHandle(
    ([name, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], name));
      return data;
    },
    [name, content] as const,
  );
  await target.dispatchEvent('dragover', { dataTransfer: transfer });
  await target.dispatchEvent('drop', { dataTransfer: transfer });
}

let drawn = 0;
function newKey(): string {
  drawn += 1;
  return `PASSEIO-${Date.now().toString(36).toUpperCase()}-${drawn}`;
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
