import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser/browser-fixture.ts';
import { fillIn, newBuyer, openAlive, payButton, toast } from '../support/browser/checkout.ts';
import { openKeys } from '../support/browser/key-screen.ts';

test.use({ readsOnly: true });

/** A proxy says it while the shop behind it starts anew. */
const BAD_GATEWAY = { status: 502, contentType: 'text/html', body: '<html><h1>502 Bad Gateway</h1>nginx</html>' };

test.describe('the error page of a proxy', () => {
  test.use({ provokes: /status of 502|Falha na chamada/ });

  test('is not shown at the login', async ({ page }) => {
    await page.route('**/api/auth/login', (route) => route.fulfill(BAD_GATEWAY));
    await openAlive(page, '/login');
    await page.getByLabel('Email').fill('dona@loja.local');
    await page.getByLabel('Senha', { exact: true }).fill('segredo-da-dona');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(toast(page)).toContainText('Erro ao fazer login');
    await expect(toast(page)).toContainText('Falha no login');
    await expect(page.getByText(/Bad Gateway|nginx/)).toHaveCount(0);
  });

  test('is shown neither when adding keys nor to a buyer', async ({ page, store }) => {
    await test.step('adding keys', async () => {
      await openKeys(page, store, '?produto=lote');
      await page.route('**/api/admin/activation-keys/bulk', (route) => route.fulfill(BAD_GATEWAY));
      const dialog = page.getByRole('dialog', { name: 'Adicionar Chaves' });
      await dialog.getByRole('textbox', { name: 'Chaves' }).fill('CHAVE-DO-PROXY');
      await dialog.getByRole('button', { name: 'Adicionar Chaves' }).click();
      await expect(toast(page)).toContainText('Ocorreu um erro ao adicionar as chaves.');
      await expect(page.getByText(/Bad Gateway|nginx/)).toHaveCount(0);
    });

    await test.step('a buyer', async () => {
      await page.unrouteAll();
      await page.route('**/api/payments/create', (route) => route.fulfill(BAD_GATEWAY));
      await openAlive(page, '/checkout/lote');
      await fillIn(page, newBuyer());
      await payButton(page).click();
      await expect(page.getByRole('heading', { name: 'Erro ao processar pagamento' })).toBeFocused();
      await expect(page.getByText('Algo não saiu como esperado. Tente novamente.')).toBeVisible();
      await expect(page.getByText(/Bad Gateway|nginx/)).toHaveCount(0);

      // A network that first wants its own page seen does so, too, and calls that a success.
      await page.route('**/api/payments/create', (route) => route.fulfill({ ...BAD_GATEWAY, status: 200 }));
      await page.getByRole('button', { name: 'Tentar Novamente' }).click();
      await payButton(page).click();
      await expect(page.getByText(/^Erro ao processar resposta/)).toBeVisible();
    });
  });
});

test('the privacy page separates its words, and names its five cookies', async ({ page, context }) => {
  await page.goto('/privacidade');
  for (const words of ['Nome e e-mail informados na compra', 'Identificação do Pix no banco', 'Há só seis cookies']) {
    await expect(page.getByRole('listitem').filter({ hasText: words })).toBeVisible();
  }
  expect(await glued(page)).toEqual([]);
  expect(await context.cookies()).toEqual([]);
});

/** Bold words and links that touch the word after them. */
async function glued(page: Page): Promise<string[]> {
  return page.locator('main :is(strong, a)').evaluateAll((elements) =>
    elements.flatMap((element) => {
      const after = element.nextSibling?.textContent ?? '';
      return /^[\p{L}\d]/u.test(after) ? [`${element.textContent}${after.slice(0, 20)}`] : [];
    }),
  );
}
