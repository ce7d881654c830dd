import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/axe.ts';
import { enterWithoutAudit } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive, reloadAlive } from '../../support/browser/checkout.ts';
import { arrowTo, tabTo } from '../../support/browser/keyboard.ts';
import { holdCalls } from '../../support/calls/calls.ts';
import type { Store } from '../../support/store/store.ts';

test.beforeEach(({ page, store }) => enterWithoutAudit(page, store));

test('a new shop shows the empty state', async ({ page }) => {
  await openAlive(page, '/admin/audit');
  await expect(page.getByRole('heading', { name: 'Auditoria' })).toBeVisible();
  await expect(page.getByText('Nenhuma mudança ainda')).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test.describe('an audit trail of 25 changes', () => {
  test.beforeEach(({ store }) => fill(store));

  test('describes who changed what, and links to it', async ({ page }) => {
    await openAlive(page, '/admin/audit');
    await expect(rows(page)).toHaveCount(20);
    await expect(rows(page).first()).toContainText('Alterou o produto Lote');
    await expect(rows(page).first()).toContainText('nome, preço');
    await expect(rows(page).first()).toContainText('Administração');
    await expect(rows(page).first()).toContainText('10/03/2026 12:24');
    await expect(page.getByText('Mostrando 1 a 20 de 25 registros')).toBeVisible();
    await expectAccessible(page, 'audit');
    await expectNoSidewaysScroll(page);
    await rows(page).first().getByRole('link', { name: 'Lote' }).click();
    await expect(page).toHaveURL(/\/admin\/products/);
  });

  test('is searched, filtered, ordered and paged in the address, by keyboard, too', async ({ page }) => {
    await test.step('search and pages survive reload and back', async () => {
      await openAlive(page, '/admin/audit');
      await page.getByRole('button', { name: 'Próxima página' }).click();
      await expect(page).toHaveURL(/\?page=2$/);
      await expect(rows(page)).toHaveCount(5);
      await page.getByRole('searchbox', { name: 'Buscar na auditoria' }).fill('cupom-1');
      await expect(page).toHaveURL(/\?q=cupom-1$/);
      await expect(page.getByText('Mostrando 1 a 1 de 1 registro', { exact: true })).toBeVisible();
      await reloadAlive(page);
      await expect(page.getByRole('searchbox')).toHaveValue('cupom-1');
      await expect(rows(page)).toHaveCount(1);
      await page.getByRole('button', { name: 'Limpar busca' }).click();
      await expect(rows(page)).toHaveCount(20);
      await page.getByRole('combobox', { name: 'Mostrar' }).click();
      await page.getByRole('option', { name: 'Cupons' }).click();
      await expect(page).toHaveURL(/\?kind=coupon$/);
      await expect(page.getByText('Mostrando 1 a 5 de 5 registros')).toBeVisible();
      await page.goBack();
      await expect(rows(page)).toHaveCount(20);
      await page.goForward();
      await expect(rows(page)).toHaveCount(5);
    });

    await test.step('period and order', async () => {
      await page.goBack();
      await expect(rows(page)).toHaveCount(20);
      await page.getByRole('button', { name: 'Quando' }).click();
      await expect(page).toHaveURL(/\?sort=time&order=asc$/);
      await expect(rows(page).first()).toContainText('10/03/2026 12:00');
      await page.getByLabel('De', { exact: true }).fill('2026-03-11');
      await expect(page.getByText('Nenhum registro encontrado')).toBeVisible();
      await page.getByRole('button', { name: 'Limpar busca e filtros' }).click();
      await expect(rows(page)).toHaveCount(20);
      await expect(page.getByLabel('De', { exact: true })).toHaveValue('');
    });

    await test.step('by keyboard alone', async () => {
      await openAlive(page, '/admin/audit');
      await tabTo(page, page.getByRole('searchbox'));
      await page.keyboard.type('cupom');
      await expect(rows(page)).toHaveCount(5);
      await page.keyboard.press('Escape');
      await expect(rows(page)).toHaveCount(20);
      await tabTo(page, page.getByRole('combobox', { name: 'Mostrar' }));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('option', { name: 'Tudo' })).toBeFocused();
      await arrowTo(page, page.getByRole('option', { name: 'Cupons' }));
      await page.keyboard.press('Enter');
      await expect(rows(page)).toHaveCount(5);
      await expect(page.getByRole('combobox', { name: 'Mostrar' })).toBeFocused();
    });
  });

  test.describe('while loading', () => {
    test.use({ provokes: /Failed to load resource|Falha na chamada/ });

    test('shows its skeleton, then an error, and succeeds on retry', async ({ page }) => {
      await openAlive(page, '/admin/audit');
      const response = await holdCalls(page, '**/api/admin/audit?*');
      await page.getByRole('button', { name: 'Próxima página' }).click();
      await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
      await expect(rows(page)).toHaveCount(20);
      response('abort');
      await expect(page.getByRole('alert')).toContainText('Erro ao carregar a auditoria');
      await page.unroute('**/api/admin/audit?*');
      await page.getByRole('button', { name: 'Tentar novamente' }).click();
      await expect(rows(page)).toHaveCount(5);
    });
  });
});

test('distinguishes sign-ins from changes, folds gates passed in a row, and has mail settings no more', async ({
  page,
  store,
  client,
}) => {
  await test.step('sign-ins and refused sign-ins', async () => {
    await fill(store);
    await client.post('/api/auth/login', { ...store.admin, password: 'nao-e-esta' });
    await client.post('/api/auth/login', { email: 'quem.sera@exemplo.com.br', password: 'nao-e-esta' });
    await client.post('/api/auth/login', store.admin);
    await openAlive(page, '/admin/audit');
    await page.getByRole('combobox', { name: 'Mostrar' }).click();
    await page.getByRole('option', { name: 'Entradas no painel' }).click();
    await expect(page).toHaveURL(/\?kind=access$/);
    await expect(rows(page)).toHaveText([
      /Administração.*Entrou no painel/,
      /Desconhecido.*Entrada recusada com e-mail desconhecido/,
      /Desconhecido.*Entrada recusada na conta de Administração/,
    ]);
  });

  await test.step('gates passed in a row', async () => {
    await client.post('/api/auth/login', store.admin);
    for (const gate of ['products', 'activation-keys', 'products']) {
      expect((await client.post(`/api/admin/gates/${gate}`, { password: store.gatePassword })).status).toBe(200);
    }
    await openAlive(page, '/admin/audit?q=passou');
    await expect(rows(page)).toHaveCount(1);
    await expect(page.getByText('Mostrando 1 a 3 de 3 registros')).toBeVisible();
    await page.getByText('Passou 3 vezes pelas senhas das áreas').click();
    await expect(rows(page).getByRole('listitem')).toHaveText([
      /Passou pela senha da área de produtos/,
      /Passou pela senha da área de chaves/,
      /Passou pela senha da área de produtos/,
    ]);
    await expectAccessible(page, 'audit with folded passes');
  });

  await test.step('the mail settings were removed', async () => {
    await page.goto('/admin/email-settings');
    await expect(page).toHaveURL(/\/admin\/settings\?secao=email$/);
    await expect(page.getByRole('heading', { name: 'Configurações' })).toBeVisible();
    await expect(page.getByText('As funções de configuração de e-mail foram removidas deste painel.')).toBeVisible();
  });
});

function rows(page: Page) {
  return page.getByRole('table', { name: 'Mudanças feitas no painel' }).locator('tbody tr');
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
}

/** Fills the shop once: five coupons that are gone, then twenty changes of a product, a minute each. */
async function fill(store: Store): Promise<void> {
  const books = store.database();
  if (await books.selectFrom('audit').select('id').limit(1).executeTakeFirst()) return;
  const { id: actorId } = await books
    .selectFrom('users')
    .select('id')
    .where('isAdmin', '=', 1)
    .executeTakeFirstOrThrow();
  const changes = Array.from({ length: 25 }, (_, turn) => ({
    at: new Date(Date.UTC(2026, 2, 10, 15, turn)).toISOString(),
    actorId,
    ...(turn < 5
      ? { action: 'coupon.delete', entity: 'coupon', entityId: `cupom-${turn}`, fields: '[]' }
      : { action: 'product.update', entity: 'product', entityId: 'lote', fields: '["name","price"]' }),
  }));
  await books.insertInto('audit').values(changes).execute();
}
