import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/axe.ts';
import { enter } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { newBuyer, openAlive, reloadAlive, toast, waitUntilAlive } from '../../support/browser/checkout.ts';
import { tabTo } from '../../support/browser/keyboard.ts';
import { holdCalls } from '../../support/calls/calls.ts';
import { buy, startPurchase } from '../../support/purchases/buy.ts';
import { bankSays, purchaseRow } from '../../support/purchases/purchases.ts';

test.beforeEach(({ page, store }) => enter(page, store));

test.describe('the list of sales', () => {
  test('finds a sale by anything a customer sends, and shows its details', async ({ page, client }) => {
    const buyer = { ...newBuyer(), customerName: 'Quitéria Paguei' };
    const bought = await buy(client, { ...buyer, productId: 'grade-cinema', couponCode: 'EDITA10' });
    const { id, number, transactionId } = bought;
    await openAlive(page, '/admin/sales');
    const address = `https://loja.test/purchase/success/${id}`;
    for (const text of [buyer.customerEmail, transactionId, address]) {
      await search(page).fill('ninguém com este nome');
      await expect(page.getByText('Nenhuma venda encontrada')).toBeVisible();
      await search(page).fill(text);
      await expect(rows(page)).toHaveCount(1);
      await expect(rows(page)).toContainText('Quitéria Paguei');
    }
    await rows(page).locator('[data-opening]').click();

    const drawer = page.getByRole('dialog', { name: `Pedido #${number}` });
    await expect(drawer).toContainText('Completado');
    await expect(fact(drawer, 'E-mail')).toContainText(buyer.customerEmail);
    await expect(fact(drawer, 'Termos')).toContainText('Versão 1, aceita na compra');
    await expect(fact(drawer, 'Preço')).toContainText('R$ 189,90');
    await expect(fact(drawer, 'Cupom')).toContainText('EDITA10 (− R$ 18,99)');
    await expect(fact(drawer, 'Recebido')).toContainText('R$ 170,91');
    await expect(fact(drawer, 'Transação')).toContainText(transactionId);
    await expect(timeline(drawer).first()).toContainText('Pedido criado');
    for (const sentence of ['Pix gerado no banco', 'Pagamento confirmado', 'Chave de ativação entregue']) {
      await expect(timeline(drawer).filter({ hasText: sentence })).toHaveCount(1);
    }
    await expect(timeline(drawer).filter({ hasText: 'Recibo enviado por e-mail' })).toHaveCount(1);
    await expect(fact(drawer, 'Chave')).not.toContainText(/CF-[A-Z2-9]{4}-/);
    await expect(fact(drawer, 'Computadores')).toContainText(/0( de \d+)?$/);
    await drawer.getByRole('button', { name: 'mostrar' }).click();
    await expect(fact(drawer, 'Chave')).toContainText(/CF-[A-Z2-9]{4}-/);
    await expect(drawer.getByRole('link', { name: /Página do cliente/ })).toHaveAttribute(
      'href',
      `/purchase/success/${id}`,
    );

    await expect(page).toHaveURL(new RegExp(`[?&]id=${id}`));
    await reloadAlive(page);
    await expect(drawer).toBeVisible();
    await drawer.getByRole('button', { name: 'Fechar' }).click();
    await expect(drawer).toBeHidden();
    await expect(page).not.toHaveURL(/[?&]id=/);
    await expect(rows(page)).toHaveCount(1);
  });

  test('leads from sale to sale over its pages, and closes the drawer on back before hydration', async ({ page }) => {
    await test.step('in the order of the list, to its ends', async () => {
      await openAlive(page, '/admin/sales?status=completed');
      await rows(page).nth(18).locator('[data-opening]').click();
      const drawer = page.getByRole('dialog', { name: /^Pedido #/ });
      const opened = await drawer.getByRole('heading', { level: 2 }).textContent();
      const next = drawer.getByRole('button', { name: 'Próxima venda (J)' });
      await next.click();
      await expect(drawer.getByRole('heading', { level: 2 })).not.toHaveText(opened ?? '');
      await expect(next).toBeFocused();
      const last = await drawer.getByRole('heading', { level: 2 }).textContent();
      await page.keyboard.press('j');
      await expect(page).toHaveURL(/page=2/);
      await expect(drawer.getByRole('heading', { level: 2 })).not.toHaveText(last ?? '');
      await page.keyboard.press('k');
      await expect(drawer.getByRole('heading', { level: 2 })).toHaveText(last ?? '');
      await expect(page).not.toHaveURL(/page=2/);
      await expect(drawer.getByRole('button', { name: 'Venda anterior (K)' })).toBeEnabled();
      await drawer.getByRole('button', { name: 'Fechar' }).click();
      await expect(page).not.toHaveURL(/[?&]id=/);

      await rows(page).first().locator('[data-opening]').click();
      await expect(drawer.getByRole('button', { name: 'Venda anterior (K)' })).toBeDisabled();
    });

    await test.step('back before hydration', async () => {
      await expect(page).toHaveURL(/[?&]id=/);
      const response = await holdCalls(page, '**/_astro/sales.*.js');
      await page.reload();
      await page.goBack();
      await expect(page).toHaveURL(/\/admin\/sales\?status=completed$/);
      response('continue');
      await waitUntilAlive(page);
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(rows(page)).toHaveCount(20);
    });
  });

  test('keeps filters, order and page in the address, and is exported with them', async ({ page }) => {
    await test.step('keeps filters, order and page in the address', async () => {
      await openAlive(page, '/admin/sales');
      await choose(page, 'Status', 'Reembolsado');
      await expect(page).toHaveURL(/status=refunded/);
      await expect(rows(page).first()).toContainText('Reembolsado');
      await expect(rows(page).filter({ hasText: 'Completado' })).toHaveCount(0);
      await reloadAlive(page);
      await expect(rows(page).first()).toContainText('Reembolsado');
      await page.goBack();
      await expect(rows(page).filter({ hasText: 'Completado' }).first()).toBeVisible();

      await page.getByRole('button', { name: 'Valor' }).click();
      await expect(page).toHaveURL(/sort=total/);
      await page.getByRole('button', { name: 'Página 2', exact: true }).click();
      await expect(page).toHaveURL(/page=2/);
      await expect(page.getByText(/^Mostrando 21 a 40 de /)).toBeVisible();

      await choose(page, 'Período', 'Escolher dias');
      await page.getByLabel('Até').fill('2020-01-31');
      await expect(page.getByText('Nenhuma venda encontrada')).toBeVisible();
      await page.getByRole('button', { name: 'Limpar busca e filtros' }).click();
      await expect(rows(page)).toHaveCount(20);
    });

    await test.step('is exported with its filters', async () => {
      await openAlive(page, '/admin/sales?status=Falha');
      const total = await rows(page).count();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Exportar CSV' }).click(),
      ]);
      expect(file.suggestedFilename()).toBe('vendas.csv');
      const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n');
      expect(lines).toHaveLength(total + 1);
      expect(lines[0]).toContain('Pedido;Número;Data;Status');
    });
  });

  test('shows a sale paid meanwhile without a reload', async ({ page, client }) => {
    await openAlive(page, '/admin/sales');
    await expect(page.getByText('Ao vivo')).toBeVisible();
    const buyer = { ...newBuyer(), customerName: `Tereza ${Date.now()}` };
    await buy(client, { ...buyer, productId: 'onda-audio' });
    const row = rows(page).filter({ hasText: buyer.customerName });
    await expect(row).toContainText('Completado');
    await expect(row).toContainText('R$ 129,90');
    await expect(rows(page)).toHaveCount(20);
  });

  test('shows a skeleton while a sale loads', { tag: '@phone' }, async ({ page }) => {
    await openAlive(page, '/admin/sales');
    const response = await holdCalls(page, /\/api\/admin\/purchases\/[0-9a-f]{32}$/);
    await rows(page).first().locator('[data-opening]').click();
    const drawer = page.getByRole('dialog', { name: /^Pedido/ });
    await expect(drawer.getByText('Carregando a venda...')).toBeAttached();
    response('continue');
    await expect(drawer.getByRole('button', { name: 'Verificar agora' })).toBeVisible();
    await expect(drawer.getByText('Carregando a venda...')).toHaveCount(0);
  });

  test('works without a mouse, and Escape closes one window at a time', async ({ page, client }) => {
    await test.step('by keyboard from row to question and back', async () => {
      const { number } = await buy(client, { ...newBuyer(), productId: 'lote' });
      await openAlive(page, '/admin/sales');
      const opener = rows(page)
        .filter({ hasText: `#${number}` })
        .locator('[data-opening]');
      await tabTo(page, opener);
      await page.keyboard.press('Enter');
      const drawer = page.getByRole('dialog');
      await expect(drawer.getByRole('button', { name: 'Verificar agora' })).toBeVisible();
      await tabTo(page, drawer.getByRole('button', { name: 'Reembolsar' }));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(drawer.getByRole('button', { name: 'Reembolsar' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(drawer).toBeHidden();
      await expect(opener).toBeFocused();
    });

    await test.step('Escape in the moment in which the question opens', async () => {
      const { id } = await buy(client, { ...newBuyer(), productId: 'lote' });
      await openAlive(page, `/admin/sales?id=${id}`);
      const refund = page.getByRole('dialog').getByRole('button', { name: 'Reembolsar' });
      await expect(refund).toBeVisible();
      await page.evaluate(escapeFirstQuestion);
      await refund.click();
      await expect(page.locator('html')).toHaveAttribute('data-escaped');
      await expect(page.getByRole('alertdialog')).toBeHidden();
      await expect(refund).toBeFocused();
    });
  });
});

/** Runs in the page: Escape is pressed in the very moment in which a question takes the focus. */
function escapeFirstQuestion(): void {
  const press = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || !target.closest('[role="alertdialog"]')) return;
    removeEventListener('focusin', press);
    document.documentElement.dataset['escaped'] = '';
    target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  };
  addEventListener('focusin', press);
}

test.describe('the list of sales when a request fails', () => {
  test.use({ provokes: /Failed to load resource|Falha na chamada/ });

  test('shows the error of the list, of a single sale and of a refund', async ({ page, client, store }) => {
    await test.step('the list', async () => {
      await openAlive(page, '/admin/sales');
      await page.route('**/api/admin/purchases?**', (route) => route.abort());
      await page.getByRole('button', { name: 'Valor' }).click();
      await expect(page.getByText('Erro ao carregar vendas')).toBeVisible();
      await page.unroute('**/api/admin/purchases?**');
      await page.getByRole('button', { name: 'Tentar novamente' }).click();
      await expect(page.getByText('Erro ao carregar vendas')).toBeHidden();
      await expect(rows(page)).toHaveCount(20);
    });

    await test.step('a single sale', async () => {
      await page.route(/\/api\/admin\/purchases\/[0-9a-f]{32}$/, (route) => route.abort());
      await rows(page).first().locator('[data-opening]').click();
      await expect(page.getByText('Erro ao carregar a venda')).toBeVisible();
      await page.unroute(/\/api\/admin\/purchases\/[0-9a-f]{32}$/);
      await page.getByRole('button', { name: 'Tentar novamente' }).click();
      await expect(page.getByRole('button', { name: 'Verificar agora' })).toBeVisible();
      await openAlive(page, `/admin/sales?id=${'0'.repeat(32)}`);
      await expect(page.getByText('Compra não encontrada')).toBeVisible();
    });

    await test.step('a refund that the bank refused', async () => {
      const { id } = await buy(client, { ...newBuyer(), productId: 'lote' });
      const { providerReference } = await purchaseRow(store, id);
      await store.database().deleteFrom('sandboxCharges').where('reference', '=', providerReference).execute();
      await openAlive(page, `/admin/sales?id=${id}`);
      await page.getByRole('button', { name: 'Reembolsar' }).click();
      await page.getByRole('button', { name: 'Reembolsar R$ 49,90' }).click();
      await expect(toast(page)).toContainText('Erro ao reembolsar');
      await expect(page.getByText('O banco recusou o reembolso', { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Reembolsar' })).toBeVisible();
      await expect(page.getByRole('dialog')).toContainText('Completado');
    });
  });
});

test.describe('one sale', () => {
  test('is checked at the bank, and has its receipt sent again, beside its toasts', async ({ page, client, store }) => {
    await test.step('found paid', async () => {
      const { purchaseId } = await startPurchase(client, { ...newBuyer(), productId: 'lote' });
      await page.setViewportSize({ width: 1024, height: 768 });
      await openAlive(page, `/admin/sales?id=${purchaseId}`);
      const drawer = page.getByRole('dialog');
      await drawer.getByRole('button', { name: 'Verificar agora' }).click();
      await expect(toast(page)).toContainText('Pagamento pendente');
      const looks = timeline(drawer).filter({ hasText: 'Banco consultado pelo painel: aguardando o pagamento' });
      await expect(looks).toHaveCount(1);
      const [shown, beside] = await Promise.all([toast(page).boundingBox(), drawer.boundingBox()]);
      expect((shown?.x ?? 0) + (shown?.width ?? 0), 'covers nothing').toBeLessThanOrEqual(beside?.x ?? 0);

      await bankSays(store, purchaseId, { state: 'paid', paidAt: new Date().toISOString() });
      await drawer.getByRole('button', { name: 'Verificar agora' }).click();
      await expect(toast(page)).toContainText('Pagamento no banco');
      await expect(drawer).toContainText('Completado');
      await expect(drawer.getByRole('button', { name: 'Reembolsar' })).toBeVisible();
    });

    await test.step('the receipt', async () => {
      const buyer = newBuyer();
      const { id } = await buy(client, { ...buyer, productId: 'lote' });
      await openAlive(page, `/admin/sales?id=${id}`);
      await page.getByRole('button', { name: 'Reenviar e-mail' }).click();
      await expect(toast(page)).toContainText(`O recibo segue para ${buyer.customerEmail}.`);
      await expect(timeline(page.getByRole('dialog')).filter({ hasText: 'Recibo reenviado por e-mail' })).toHaveCount(
        1,
      );
      const letters = async () => (await store.mailbox()).filter(({ to }) => to?.[0]?.address === buyer.customerEmail);
      await expect.poll(letters).toHaveLength(2);
    });
  });

  test('makes room for a toast on a phone, which covers none of its controls', { tag: '@phone' }, async ({
    page,
    client,
  }) => {
    const { purchaseId } = await startPurchase(client, { ...newBuyer(), productId: 'lote' });
    await openAlive(page, `/admin/sales?id=${purchaseId}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Verificar agora' }).click();
    await expect(toast(page)).toContainText('Pagamento pendente');
    await expect.poll(() => toast(page).evaluate(distanceFromFoot)).toBe(12);
    expect(await toast(page).evaluate(controlsUnder)).toEqual([]);
    await expectAccessible(page, 'a sale with a toast on a phone');
  });

  test('of a former account is resolved by the owner, without a check at the bank', async ({ page, client, store }) => {
    const { purchaseId } = await startPurchase(client, { ...newBuyer(), productId: 'lote' });
    const elsewhere = { provider: 'pix', account: 'an-account-that-is-gone', review: 'unknown_account' } as const;
    await store.database().updateTable('purchases').set(elsewhere).where('id', '=', purchaseId).execute();
    await openAlive(page, `/admin/sales?id=${purchaseId}`);
    const drawer = page.getByRole('dialog', { name: /^Pedido/ });
    await expect(drawer.getByText('A conta desta compra não está mais configurada')).toBeVisible();
    await expect(drawer.getByRole('button', { name: 'Verificar agora' })).toHaveCount(0);
    await expectAccessible(page, 'a sale of a former account');
    await drawer.getByRole('button', { name: 'Nunca pago' }).click();
    const question = page.getByRole('dialog', { name: 'Encerrar como nunca pago?' });
    await question.getByRole('button', { name: 'Nunca pago' }).click();
    await expect(question.getByLabel('Motivo')).toBeFocused();
    await expect(question.getByLabel('Motivo')).toHaveAccessibleDescription(/3 a 500 caracteres/);
    await expectAccessible(page, 'the reason of a decision');
    await question.getByLabel('Motivo').fill('Nada no extrato de novembro');
    await question.getByRole('button', { name: 'Nunca pago' }).click();
    await expect(toast(page)).toContainText('Pedido encerrado');
    await expect(timeline(drawer).last()).toContainText('Marcada como nunca paga: Nada no extrato de novembro');
  });

  test('is refunded after a confirmation that describes the effects', async ({ page, client }) => {
    const { number } = await buy(client, { ...newBuyer(), productId: 'grade-cinema', couponCode: 'EDITA10' });
    await openAlive(page, '/admin/sales');
    await expectAccessible(page, 'sales');
    await rows(page)
      .filter({ hasText: `#${number}` })
      .locator('[data-opening]')
      .click();
    const drawer = page.getByRole('dialog', { name: /^Pedido/ });
    await expect(drawer.getByRole('button', { name: 'Reembolsar' })).toBeVisible();
    await expectAccessible(page, 'a sale');
    await drawer.getByRole('button', { name: 'Reembolsar' }).click();
    const question = page.getByRole('alertdialog', { name: 'Reembolsar R$ 170,91?' });
    await expect(question).toContainText('A chave de ativação é revogada');
    await expectAccessible(page, 'the question before a refund');
    await expect(question).toContainText('O uso do cupom EDITA10 fica livre de novo.');
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect(question).toBeHidden();
    await expect(drawer).toContainText('Completado');

    await drawer.getByRole('button', { name: 'Reembolsar' }).click();
    await question.getByRole('button', { name: 'Reembolsar R$ 170,91' }).click();
    await expect(toast(page)).toContainText('Venda reembolsada');
    await expect(drawer).toContainText('Reembolsado');
    await expect(drawer).toContainText('Revogada');
    await expect(timeline(drawer).filter({ hasText: 'Dinheiro devolvido ao cliente' })).toHaveCount(1);
    await expect(drawer.getByRole('button', { name: 'Reembolsar' })).toHaveCount(0);
    await drawer.getByRole('button', { name: 'Fechar' }).click();
    await expect(rows(page).filter({ hasText: `#${number}` })).toContainText('Reembolsado');
  });
});

test('the dashboard links to all sales, and to each of its orders', async ({ page }) => {
  await openAlive(page, '/admin');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Exportar CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('vendas.csv');
  const orders = page.getByRole('region', { name: 'Pedidos recentes' });
  await orders.locator('tbody').getByRole('link').first().click();
  await expect(page.getByRole('dialog', { name: /^Pedido/ })).toBeVisible();
  await page.goBack();
  await orders.getByRole('link', { name: 'Ver todos' }).click();
  await expect(page).toHaveURL(/\/admin\/sales$/);
  await expect(page.getByRole('heading', { name: 'Vendas', exact: true })).toBeVisible();
});

function search(page: Page): Locator {
  return page.getByRole('searchbox', { name: 'Buscar vendas' });
}

function rows(page: Page): Locator {
  return page.getByRole('table', { name: 'Vendas' }).locator('tbody tr');
}

function fact(drawer: Locator, name: string): Locator {
  return drawer.locator('dl > div').filter({ has: drawer.page().locator('dt').getByText(name, { exact: true }) });
}

function timeline(drawer: Locator): Locator {
  return drawer.getByRole('region', { name: 'Linha do tempo' }).getByRole('listitem');
}

async function choose(page: Page, select: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: select }).click();
  await page.getByRole('option', { name: option }).click();
}

/** Pixels between a toast and what stands at the foot of the open drawer. */
function distanceFromFoot(toast: Element): number {
  const foot = document.querySelector('[role=dialog] footer');
  return Math.round((foot?.getBoundingClientRect().top ?? 0) - toast.getBoundingClientRect().bottom);
}

/** The links and buttons of the open drawer that a toast covers, by what they are called. */
function controlsUnder(toast: Element): string[] {
  const over = toast.getBoundingClientRect();
  const controls = [...document.querySelectorAll('[role=dialog] :is(a, button, input, summary)')];
  const seen = controls.filter((control) => !toast.contains(control));
  if (seen.length < 4) throw new Error('The drawer has hardly any control.');
  const covered = seen.filter((control) => {
    const scrolled = control.closest('.overflow-y-auto')?.getBoundingClientRect();
    const box = control.getBoundingClientRect();
    const bottom = Math.min(box.bottom, scrolled?.bottom ?? box.bottom);
    return box.left < over.right && box.right > over.left && box.top < over.bottom && bottom > over.top;
  });
  return covered.map((control) => control.getAttribute('aria-label') ?? control.textContent ?? '');
}
