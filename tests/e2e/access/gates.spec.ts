import { expectAccessible } from '../../support/browser/axe.ts';
import { enterAlone, passGate } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive, toast } from '../../support/browser/checkout.ts';
import { openProducts, productRow } from '../../support/browser/product-screen.ts';
import { holdCalls } from '../../support/calls/calls.ts';

test.describe('the password gate', () => {
  test.beforeEach(({ page, store }) => enterAlone(page, store));

  test('says where its password comes from, covers the products, and opens with the right password', async ({
    page,
    store,
  }) => {
    await test.step('where the password comes from', async () => {
      for (const gate of ['products', 'activation-keys']) {
        await openAlive(page, `/admin/${gate}-auth`);
        await expect(page.getByText('Ela é definida no servidor, em ADMIN_GATE_PASSWORD.')).toBeVisible();
      }
      await expectAccessible(page, 'a gate');
    });

    await test.step('covers the products', async () => {
      await page.goto('/admin/products?sort=name&order=asc');
      await expect(page).toHaveURL(/\/admin\/products-auth\?sort=name&order=asc$/);
      await expect(page.getByRole('heading', { name: 'Acesso aos Produtos' })).toBeVisible();
      await openAlive(page, page.url());
      await page.getByLabel('Senha', { exact: true }).fill(store.gatePassword);
      await page.getByLabel('Senha', { exact: true }).press('Enter');
      await expect(page).toHaveURL(/\/admin\/products\?sort=name&order=asc$/);
      await expect(productRow(page, 'Curva Motion')).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem('gate.products'))).not.toBeNull();

      await page.goto('/admin/products-auth');
      await expect(page).toHaveURL(/\/admin\/products$/);
    });
  });

  test.describe('before its script runs', () => {
    test.use({ provokes: /status of 401/ });

    test('keeps what is typed, and opens with Enter', async ({ page, store }) => {
      let bring = (): void => {};
      const isBrought = new Promise<void>((resolve) => {
        bring = resolve;
      });
      await page.route('**/_astro/*.js', async (route) => {
        await isBrought;
        await route.continue();
      });
      const password = page.getByLabel('Senha', { exact: true });
      await page.goto('/admin/products-auth?sort=name', { waitUntil: 'commit' });
      await password.fill('nao-e-esta');
      await password.press('Enter');
      await expect(password).toHaveAccessibleDescription(/^Senha incorreta\./);
      await password.fill(store.gatePassword);
      await password.press('Enter');
      await expect(page.getByRole('button', { name: 'Verificando...' })).toBeVisible();
      bring();
      await expect(page).toHaveURL(/\/admin\/products\?sort=name$/);
      await expect(productRow(page, 'Curva Motion')).toBeVisible();
    });
  });

  test.describe('with a wrong password', () => {
    test.use({ provokes: /Failed to load resource|Falha na chamada/ });

    test('shows the error after 800 ms, and after too many tries how long to wait', async ({ page }) => {
      await test.step('a wrong password', async () => {
        const response = await holdCalls(page, '**/api/admin/gates/products');
        await openAlive(page, '/admin/products-auth');
        await page.evaluate(timeAnswer, 'Senha incorreta');
        await page.getByLabel('Senha', { exact: true }).fill('nao-e-esta');
        await page.getByRole('button', { name: 'Acessar' }).click();
        await expect(page.getByRole('button', { name: 'Verificando...' })).toBeVisible();
        response('continue');
        const password = page.getByLabel('Senha', { exact: true });
        await expect(password).toHaveAccessibleDescription(
          'Senha incorreta. A senha fornecida não é válida. Tente novamente.',
        );
        await expect(password).toHaveAttribute('aria-invalid', 'true');
        await expect(password).toBeFocused();
        await expect(toast(page)).toHaveCount(0);
        await page.getByRole('button', { name: 'Mostrar senha' }).click();
        await expect(password).toHaveAttribute('type', 'text');
        await expect(page).toHaveURL(/products-auth$/);
        expect(await page.evaluate(() => Number(document.documentElement.dataset['told']))).toBeGreaterThan(790);
        expect(await page.evaluate(() => localStorage.getItem('gate.products'))).toBeNull();
      });

      await test.step('too many tries', async () => {
        await page.unrouteAll();
        await openAlive(page, '/admin/activation-keys-auth');
        for (let attempt = 0; attempt < 8; attempt++) {
          await page.request.post('/api/admin/gates/activation-keys', { data: { password: 'errada' } });
        }
        await page.getByLabel('Senha', { exact: true }).fill('errada');
        await page.getByRole('button', { name: 'Acessar' }).click();
        await expect(toast(page)).toContainText(/Muitas tentativas\. Aguarde .* e tente de novo\./);
      });
    });
  });

  test('closes in every tab on logout', async ({ page, context, store }) => {
    await passGate(page, store, 'products');
    await openProducts(page);
    const other = await context.newPage();
    await openProducts(other);
    await page.getByRole('button', { name: 'Sair' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(other.getByRole('heading', { name: 'Gerenciamento de Produtos' })).toBeHidden();
  });
});

/** Runs in the page: how many milliseconds after a form was sent a text is there. */
function timeAnswer(text: string): void {
  addEventListener('submit', () => {
    const sentAt = performance.now();
    const observer = new MutationObserver(() => {
      if (!document.body.textContent.includes(text)) return;
      document.documentElement.dataset['told'] = String(performance.now() - sentAt);
      observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}
