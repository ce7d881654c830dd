import type { Page } from '@playwright/test';
import { enter } from '../support/browser/back-office.ts';
import { expect, test } from '../support/browser/browser-fixture.ts';
import { newBuyer, openAlive, toast, waitUntilAlive } from '../support/browser/checkout.ts';
import { wasSeen, watchText } from '../support/browser/watch-text.ts';
import { holdCalls } from '../support/calls/calls.ts';
import { actAtSandbox, buy, startPurchase } from '../support/purchases/buy.ts';

test.describe('the login', () => {
  test('has its texts, toggles the password, and reports invalid input at the field', async ({ page }) => {
    await test.step('texts and password', async () => {
      await openAlive(page, '/login');
      await expect(page.getByRole('heading', { name: 'Área Administrativa' })).toBeVisible();
      await expect(page.getByText('Entre com suas credenciais para acessar o painel administrativo')).toBeVisible();
      await expect(page.getByText('Acesso restrito a administradores do sistema.')).toBeVisible();
      const password = page.getByLabel('Senha', { exact: true });
      await password.fill('segredo');
      await expect(password).toHaveAttribute('type', 'password');
      await page.getByRole('button', { name: 'Mostrar senha' }).click();
      await expect(password).toHaveAttribute('type', 'text');
      await page.getByRole('button', { name: 'Ocultar senha' }).click();
      await expect(password).toHaveAttribute('type', 'password');
    });

    await test.step('invalid input', async () => {
      await page.getByLabel('Email').fill('dona');
      await page.getByLabel('Senha', { exact: true }).fill('12345');
      await page.getByRole('button', { name: 'Entrar' }).click();
      await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
        'Por favor, insira um endereço de email válido.',
      );
      await expect(page.getByLabel('Senha', { exact: true })).toHaveAccessibleDescription(
        'A senha deve ter pelo menos 6 caracteres.',
      );
      await expect(page.getByLabel('Email')).toBeFocused();
    });
  });

  test('redirects half a second after success, and is skipped by back', async ({ page, store }) => {
    await openAlive(page, '/login');
    await page.getByLabel('Email').fill(store.admin.email);
    await page.getByLabel('Senha', { exact: true }).fill(store.admin.password);
    // The page's own clock stands still, so that a busy machine neither hurries nor delays it.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const stops = await page.evaluate(() => history.length);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page.getByText('Login bem-sucedido', { exact: true })).toBeVisible();
    await expect(page.getByText('Você entrou no painel administrativo.', { exact: true })).toBeVisible();
    await page.clock.runFor(490);
    await expect(page).toHaveURL(/\/login$/);
    await page.clock.runFor(20);
    await expect(page).toHaveURL(/\/admin$/);
    await page.clock.resume();
    await waitUntilAlive(page);
    expect(await page.evaluate(() => history.length)).toBe(stops);
    await page.goto('/login');
    await expect(page).toHaveURL(/\/admin$/);
  });

  test.describe('before its script runs', () => {
    test.use({ provokes: /status of 401|ERR_FAILED|Failed to fetch dynamically imported|Error hydrating/ });

    test('keeps what is typed, and enters with Enter', async ({ page, store }) => {
      let bring = (): void => {};
      const isBrought = new Promise<void>((resolve) => {
        bring = resolve;
      });
      await page.route('**/_astro/*.js', async (route) => {
        await isBrought;
        await route.continue();
      });
      const [email, password] = [page.getByLabel('Email'), page.getByLabel('Senha', { exact: true })];
      const send = async (typed: string) => {
        await password.fill(typed);
        await password.press('Enter');
      };
      await page.goto('/login', { waitUntil: 'commit' });
      await email.fill(store.admin.email);
      await send('nao-e-esta');
      await expect(password).toHaveAccessibleDescription(/^Erro ao fazer login\. Credenciais inválidas\./);
      await expect(email).toHaveValue(store.admin.email);
      await expect(page).toHaveURL(/\/login$/);

      await password.fill(store.admin.password);
      bring();
      await waitUntilAlive(page);
      await expect(email).toHaveValue(store.admin.email);
      await expect(password).toHaveValue(store.admin.password);
      await page.context().clearCookies();
      await page.route('**/_astro/*.js', (route) => route.abort());
      await page.goto('/login', { waitUntil: 'commit' });
      await email.fill(store.admin.email);
      await send(store.admin.password);
      await expect(page).toHaveURL(/\/admin$/);
    });
  });

  test.describe('that fails', () => {
    test.use({ provokes: /Failed to load resource|Falha na chamada/ });

    test('says so at the field that is wrong, and without a network can be retried', async ({ page, store }) => {
      await test.step('wrong credentials', async () => {
        await openAlive(page, '/login');
        await page.getByLabel('Email').fill(store.admin.email);
        await page.getByLabel('Senha', { exact: true }).fill('nao-e-esta');
        await page.getByRole('button', { name: 'Entrar' }).click();
        const password = page.getByLabel('Senha', { exact: true });
        await expect(password).toHaveAccessibleDescription(
          'Erro ao fazer login. Credenciais inválidas. Apenas administradores podem acessar.',
        );
        await expect(password).toBeFocused();
        await expect(toast(page)).toHaveCount(0);
        await expect(page.getByLabel('Email')).toHaveValue(store.admin.email);
        await expect(page.getByRole('button', { name: 'Entrar' })).toHaveAttribute('aria-disabled', 'false');
        await expect(page).toHaveURL(/\/login$/);
      });

      await test.step('a field that the shop refuses', async () => {
        const fields = { password: 'A senha deve ter pelo menos 6 caracteres.' };
        const body = JSON.stringify({ message: 'Confira os campos.', code: 'invalid', fields });
        await page.route('**/api/auth/login', (route) =>
          route.fulfill({ status: 422, contentType: 'application/json', body }),
        );
        await page.getByLabel('Senha', { exact: true }).fill('senha-antiga');
        await page.getByRole('button', { name: 'Entrar' }).click();
        await expect(page.getByLabel('Senha', { exact: true })).toHaveAccessibleDescription(fields.password);
        await expect(page.getByLabel('Senha', { exact: true })).toBeFocused();
        await expect(toast(page)).toHaveCount(0);
      });

      await test.step('no network', async () => {
        await page.unrouteAll();
        const response = await holdCalls(page, '**/api/auth/login');
        await page.getByLabel('Senha', { exact: true }).fill(store.admin.password);
        await page.getByRole('button', { name: 'Entrar' }).click();
        await expect(page.getByRole('button', { name: 'Entrando...' })).toBeVisible();
        response('abort');
        await expect(toast(page)).toContainText('Erro ao fazer login');
        await page.unroute('**/api/auth/login');
        await page.getByRole('button', { name: 'Entrar' }).click();
        await expect(page).toHaveURL(/\/admin$/);
      });
    });

    test('reports it even when the toast code loads after the response', async ({ page, store }) => {
      const source = await (await page.request.get('/login')).text();
      const address = /component-url="([^"]+)" component-export="Toaster"/.exec(source)?.[1] ?? 'the toaster';
      let bring = (): void => {};
      const isBrought = new Promise<void>((resolve) => {
        bring = resolve;
      });
      await page.route(`**${address}`, async (route) => {
        await isBrought;
        await route.continue();
      });
      await page.route('**/api/auth/login', (route) => route.fulfill({ status: 502, body: '' }));
      await page.goto('/login');
      await expect(page.locator('astro-island[ssr]')).toHaveCount(1);
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      await page.getByLabel('Email').fill(store.admin.email);
      await page.getByLabel('Senha', { exact: true }).fill('nao-e-esta');
      const answered = page.waitForResponse('**/api/auth/login');
      await page.getByRole('button', { name: 'Entrar' }).click();
      await answered;
      await expect(page.getByRole('button', { name: 'Entrar' })).toHaveAttribute('aria-disabled', 'false');
      bring();
      await expect(toast(page)).toContainText('Erro ao fazer login');
    });
  });
});

test.describe('the dashboard', () => {
  test.beforeEach(({ page, store }) => enter(page, store));

  test('shows figures, months and orders beside the sidebar of the specification', async ({ page }) => {
    await test.step('figures, months and orders', async () => {
      await openAlive(page, '/admin');
      const summary = page.getByRole('region', { name: 'Resumo do período' });
      await expect(summary.getByText(/^R\$ [\d.]+,\d\d$/)).toBeVisible();
      for (const name of ['Vendas totais', 'Novos clientes', 'Produtos vendidos']) {
        await expect(summary.getByRole('heading', { name })).toBeVisible();
      }
      const chart = page.getByRole('region', { name: 'Vendas por mês' });
      await chart.scrollIntoViewIfNeeded();
      await expect(chart.locator('.apexcharts-bar-area')).toHaveCount(12);
      await expect(chart.getByRole('row')).toHaveCount(13);
      await expect(rows(page)).toHaveCount(10);
    });

    await test.step('sidebar', async () => {
      const sidebar = page.getByRole('complementary', { name: 'Menu do painel' });
      expect((await sidebar.boundingBox())?.width).toBe(256);
      await expect(sidebar.getByText('Admin', { exact: true })).toBeVisible();
      await expect(sidebar.getByRole('heading')).toHaveText([/visão geral/i, /gerenciamento/i]);
      const names = ['Dashboard', 'Estatísticas', 'Porcentagem', 'Produtos', 'Vendas', 'Clientes', 'Promoções'];
      for (const name of [...names, 'Afiliados', 'Chaves de Ativação', 'Auditoria', 'Configurações']) {
        await expect(sidebar.getByRole('link', { name })).toBeVisible();
      }
      await expect(sidebar.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
      await sidebar.getByRole('link', { name: 'Visitar Loja' }).click();
      await expect(page).toHaveURL(/\/$/);
    });
  });

  test('shows the whole bar of the current month on the smallest phone', { tag: '@phone' }, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await openAlive(page, '/admin');
    const chart = page.getByRole('region', { name: 'Vendas por mês' });
    await chart.scrollIntoViewIfNeeded();
    const widths = () =>
      chart.locator('.apexcharts-bar-area').evaluateAll((bars) => {
        const svg = bars[0]?.closest('svg')?.getBoundingClientRect();
        return bars.map((bar) => {
          const { left, right } = bar.getBoundingClientRect();
          return Math.min(right, svg?.right ?? 0) - left;
        });
      });
    await expect.poll(widths).toHaveLength(12);
    const lastBesideFirst = async () => {
      const [first = 0, ...others] = await widths();
      return Math.abs((others.at(-1) ?? 0) - first);
    };
    await expect.poll(lastBesideFirst).toBeLessThan(1);
  });

  test('shows a sale paid meanwhile without a reload', async ({ page, client }) => {
    await openAlive(page, '/admin');
    await expect(page.getByText('Ao vivo')).toBeVisible();
    const sold = page
      .getByRole('region', { name: 'Resumo do período' })
      .getByText(/^[\d.]+$/)
      .last();
    const before = Number((await sold.textContent())?.replace('.', ''));
    const buyer = { ...newBuyer(), customerName: `Bento ${Date.now()}` };
    const { number } = await buy(client, { ...buyer, productId: 'onda-audio' });

    const row = rows(page).filter({ hasText: buyer.customerName });
    await expect(row).toContainText(`#${number}`);
    await expect(row).toContainText('Onda Áudio');
    await expect(row).toContainText('R$ 129,90');
    await expect(row).toContainText('Completado');
    await expect(sold).toHaveText((before + 1).toLocaleString('pt-BR'));
    await expect(rows(page)).toHaveCount(10);
  });

  test.describe('when a request fails', () => {
    test.use({ provokes: /Failed to load resource|Falha na chamada/ });

    test('shows the error, and retries', async ({ page, client }) => {
      // The order comes before the page listens: it hears of the payment alone, and asks once.
      const { transactionId } = await startPurchase(client, { productId: 'lote' });
      await openAlive(page, '/admin');
      await expect(page.getByText('Ao vivo')).toBeVisible();
      await page.route('**/api/admin/dashboard-stats', (route) => route.abort());
      await actAtSandbox(client, transactionId, 'pay');
      await expect(page.getByText('Erro ao carregar dados do dashboard')).toBeVisible();
      await expect(rows(page)).toHaveCount(10);
      await page.unroute('**/api/admin/dashboard-stats');
      await page.getByRole('button', { name: 'Tentar novamente' }).click();
      await expect(page.getByText('Erro ao carregar dados do dashboard')).toBeHidden();
    });
  });

  test('logs out by "Sair", for good', async ({ page }) => {
    await openAlive(page, '/admin');
    await page.getByRole('button', { name: 'Sair' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/login$/);
  });

  test.describe('when the session is over', () => {
    test.use({ provokes: /Failed to load resource|Falha na chamada/ });

    test('receives no further sale and redirects to the login', async ({ page, context, client }) => {
      await openAlive(page, '/admin');
      await expect(page.getByText('Ao vivo')).toBeVisible();
      const customerName = 'Depois da Saída';
      await watchText(page, customerName);
      const other = await context.newPage();
      await openAlive(other, '/admin');
      await other.getByRole('button', { name: 'Sair' }).click();
      await expect(other).toHaveURL(/\/login$/);
      await page.bringToFront();
      await buy(client, { ...newBuyer(), customerName, productId: 'lote' });
      await expect(page).toHaveURL(/\/login$/);
      await waitUntilAlive(page);
      expect(await wasSeen(page, customerName)).toBe(false);
    });

    test('redirects to the login when a list is refetched', async ({ page, store }) => {
      await openAlive(page, '/admin/customers');
      await page.getByRole('searchbox').focus();
      await store.database().deleteFrom('sessions').execute();
      // The keyboard types: filling a field waits for it again where its page has left meanwhile.
      await page.keyboard.type('ana');
      await expect(page).toHaveURL(/\/login$/);
      await waitUntilAlive(page);
    });
  });
});

function rows(page: Page) {
  return page.getByRole('region', { name: 'Pedidos recentes' }).locator('tbody tr');
}
