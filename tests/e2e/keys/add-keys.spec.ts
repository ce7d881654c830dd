import type { Locator } from '@playwright/test';
import { expectAccessible } from '../../support/browser/axe.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { keyField, openAlive, toast } from '../../support/browser/checkout.ts';
import { choose, keyRows, newKey, openKeys } from '../../support/browser/key-screen.ts';
import { arrowTo, tabTo } from '../../support/browser/keyboard.ts';
import { buyWithoutKeys } from '../../support/purchases/purchases.ts';

test('adds keys by keyboard alone, and returns the focus', async ({ page, store }) => {
  const [one, two] = [newKey(), newKey()];
  await openKeys(page, store);
  const opener = page.getByRole('button', { name: 'Adicionar Chaves', exact: true });
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Adicionar Chaves' });
  await expect(dialog.getByRole('combobox', { name: 'Produto' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('[role=option]:focus')).toHaveCount(1);
  await arrowTo(page, page.getByRole('option', { name: 'Lote', exact: true }));
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
  await expect(keyRows(page).filter({ hasText: two })).toContainText('Disponível');
  await expect(page.getByRole('heading', { name: '1 chave repetida ficou de fora' })).toBeVisible();
  await expect(page.getByText('Ela veio mais de uma vez ou este produto já a tinha.')).toBeVisible();
  await page.getByRole('button', { name: 'Fechar', exact: true }).click();
  await expect(page.getByRole('heading', { name: '1 chave repetida ficou de fora' })).toBeHidden();
});

test('shows invalid lines, and takes a file whose column is chosen', async ({ page, store }) => {
  await test.step('invalid lines', async () => {
    await openKeys(page, store, '?novo=1');
    const dialog = page.getByRole('dialog', { name: 'Adicionar Chaves' });
    const save = dialog.getByRole('button', { name: 'Adicionar Chaves' });
    await save.click();
    const product = dialog.getByRole('combobox', { name: 'Produto' });
    await expect(product).toHaveAccessibleDescription(
      'Produto não selecionado. Por favor, selecione um produto para associar as chaves.',
    );
    await expect(product).toBeFocused();
    await expect(toast(page)).toHaveCount(0);
    await page.goto('/admin/activation-keys?produto=lote');
    await expect(dialog.getByRole('combobox', { name: 'Produto' })).toHaveText('Lote');
    await expect(page).toHaveURL(/\/admin\/activation-keys$/);
    await dialog.getByRole('textbox', { name: 'Chaves' }).fill(' \n ');
    await save.click();
    await expect(dialog.getByRole('textbox', { name: 'Chaves' })).toHaveAccessibleDescription(
      'Nenhuma chave informada. Por favor, insira pelo menos uma chave de ativação.',
    );
    await expect(toast(page)).toHaveCount(0);
    await dialog.getByRole('textbox', { name: 'Chaves' }).fill(`A\n${'B'.repeat(201)}`);
    await expect(dialog.getByRole('textbox', { name: 'Chaves' })).toHaveAccessibleDescription(
      /^A linha 2 tem mais de 200/,
    );
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('a dropped or chosen file', async () => {
    const [one, two, three] = [newKey(), newKey(), newKey()];
    await openAlive(page, '/admin/activation-keys?produto=lote');
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
});

test.describe('failing to add keys', () => {
  test.use({ provokes: /Failed to load resource|Falha na chamada/ });

  test('shows the error and keeps the typed text, also when the dialog is closed', async ({ page, store }) => {
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
    await expect(keyRows(page).filter({ hasText: key })).toHaveCount(1);
  });
});

test('a waiting buyer gets the key on the open page as soon as keys are added', async ({
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
  await expect(buyer.getByRole('listitem').filter({ hasText: 'Chave' }).first()).toHaveAttribute(
    'aria-current',
    'step',
  );
  await listening;
  // Its clock stands still: it looks by itself no more, only the shop can tell it.
  await buyer.clock.pauseAt(Date.now() + 60_000);

  await openKeys(page, store);
  const strip = page.getByRole('region', { name: '2 compras pagas esperam chave' });
  const waiting = strip.getByRole('listitem').filter({ hasText: 'Transita' });
  await expect(waiting).toContainText('1 comprador espera');
  await strip.getByRole('button', { name: 'Adicionar chaves de Transita' }).click();
  const dialog = page.getByRole('dialog', { name: 'Adicionar Chaves' });
  await expect(dialog.getByRole('combobox', { name: 'Produto' })).toHaveText('Transita');
  const key = newKey();
  await dialog.getByRole('textbox', { name: 'Chaves' }).fill(key);
  await dialog.getByRole('button', { name: 'Adicionar Chaves' }).click();

  await expect(toast(page)).toContainText('1 comprador que esperava já recebeu a sua.');
  await expect(keyField(buyer)).toHaveValue(key);
  await context.close();
  await expect(waiting).toBeHidden();
  await expect(keyRows(page).filter({ hasText: key })).toContainText('Utilizada');
  await expect(page.getByRole('region', { name: '1 compra paga espera chave' })).toContainText('Transita');
});

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
