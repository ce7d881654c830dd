import { type Locator, type Page, test as playwright } from '@playwright/test';
import { expectAccessible } from '../../support/browser/axe.ts';
import {
  atApiPix,
  atMercadoPago,
  compareUntil,
  expectNoSandbox,
  payAt,
  referenceOf,
} from '../../support/browser/bank-walk.ts';
import { expect } from '../../support/browser/browser-fixture.ts';
import {
  isSameDocument,
  keyField,
  markDocument,
  newBuyer,
  openAlive,
  orderPix,
  pixText,
  purchaseIn,
  scanQrCode,
  toast,
} from '../../support/browser/checkout.ts';
import { startPurchase, waitForStatus } from '../../support/purchases/buy.ts';

playwright.describe('the settings of a bank', () => {
  // While the store starts anew, an open page asks nobody.
  atApiPix.use({ provokes: /Failed to load resource|Falha na chamada GET/ });

  atApiPix('checks each setting, and creates a test charge of R$ 0,50', async ({ owner, bank }) => {
    await openAlive(owner, '/admin/settings?secao=banco');
    await expect(owner.getByText(/^Banco:/)).toHaveText('Banco: API Pix');
    await expect(finding(owner, 'Acesso à API')).toContainText('certo');
    await expectNoSandbox(owner);
    await expectAccessible(owner, 'settings');

    const [response] = await Promise.all([
      owner.waitForResponse('**/api/admin/bank/test-charge'),
      owner.getByRole('button', { name: 'Fazer uma cobrança de teste de R$ 0,50' }).click(),
    ]);
    const { reference, pixCopyPaste }: { reference: string; pixCopyPaste: string } = await response.json();
    const dialog = owner.getByRole('dialog', { name: 'Cobrança de teste de R$ 0,50' });
    await expect(dialog.getByText('Aguardando pagamento')).toBeVisible();
    expect(await scanQrCode(owner)).toBe(pixCopyPaste);
    await expectAccessible(owner, 'a test charge');
    await bank.pay(reference);
    await expect(dialog.getByText('Pagamento recebido')).toBeVisible();
    await owner.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(owner.getByRole('button', { name: /^Fazer uma cobrança de teste/ })).toBeFocused();
  });

  atApiPix('reports credentials that the bank rejects', async ({ owner, store }) => {
    await openAlive(owner, '/admin/settings?secao=banco');
    await expect(finding(owner, 'Acesso à API')).toContainText('certo');
    await store.restart({ MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-errado', PIX_CLIENT_SECRET: 'errado' });
    await owner.getByRole('button', { name: 'Conferir de novo' }).click();
    await expect(finding(owner, 'Acesso à API')).toContainText('a corrigir');
    await expect(finding(owner, 'Acesso à API')).toContainText('recusou');
    await store.restart();
    await owner.getByRole('button', { name: 'Conferir de novo' }).click();
    await expect(finding(owner, 'Acesso à API')).toContainText('certo');
  });
});

// The last is the bank of the walks below, which go on in the same store.
const BANKS = [
  { name: 'API Pix', walk: atApiPix },
  { name: 'Mercado Pago', walk: atMercadoPago },
];

for (const { name, walk: test } of BANKS) {
  playwright.describe(`a store at ${name}`, () => {
    test('sells, shows the owner the sale live, and refunds it', async ({ page, owner, bank, store }) => {
      await openAlive(owner, '/admin/sales');
      await expect(owner.getByText('Ao vivo')).toBeVisible();
      const buyer = { ...newBuyer(), customerName: `Tereza ${Date.now()}` };

      const code = await orderPix(page, 'grade-cinema', buyer);
      expect(await scanQrCode(page)).toBe(code);
      await expectNoSandbox(page);
      const id = purchaseIn(page);
      await payAt(bank, store, id);
      await expect(page).toHaveURL(new RegExp(`/purchase/success/${id}$`));
      await expect(keyField(page)).toHaveValue(/^CF-/);
      await expectNoSandbox(page);

      const row = rows(owner).filter({ hasText: buyer.customerName });
      await expect(row).toContainText('Completado');
      await expectNoSandbox(owner);
      await row.locator('[data-opening]').click();
      await refund(owner, 'R$ 189,90');
      await expect(toast(owner)).toContainText('Venda reembolsada');
      await expect(owner.getByRole('dialog').getByText('Reembolsado', { exact: true })).toBeVisible();
      expect(bank.refunds(await referenceOf(store, id))).toBe(1);

      await openAlive(page, `/purchase/success/${id}`);
      await expect(page.getByRole('heading', { name: 'Reembolsado' })).toBeVisible();
      await expect(keyField(page)).toHaveCount(0);
    });
  });
}

// What the screens show of a bank is the same at each; what each bank says is judged in `tests/api/payments/real-banks.test.ts`.
playwright.describe('a store at a bank', () => {
  atMercadoPago(
    'shows where the books differ from the bank until the owner resolves it',
    async ({ owner, client, bank, store }) => {
      const { purchaseId } = await startPurchase(client, { ...newBuyer(), productId: 'lote' });
      await payAt(bank, store, purchaseId);
      await waitForStatus(client, purchaseId, 'COMPLETED');
      await store.database().updateTable('purchases').set({ paidCents: 1 }).where('id', '=', purchaseId).execute();

      await openAlive(owner, '/admin/sales');
      await compareUntil(owner, 'Há diferenças com o banco');
      const difference = owner.getByRole('list', { name: 'Diferenças com o banco' }).getByRole('listitem');
      await expect(difference).toContainText('O banco recebeu R$ 49,90, e a venda registra outro valor.');
      await expect(owner.getByText(/^Última conferência com o banco: .* · 1 diferença$/)).toBeVisible();
      await expectAccessible(owner, 'differences with the bank');

      await difference.getByRole('link', { name: 'Abrir venda' }).click();
      const drawer = owner.getByRole('dialog', { name: /^Pedido #\d+$/ });
      await drawer.getByRole('button', { name: 'Fechar' }).click();
      await expect(drawer).toBeHidden();
      await difference.getByRole('button', { name: 'Marcar como resolvida' }).click();
      await expect(toast(owner)).toContainText('Diferença resolvida');
      await expect(difference).toHaveCount(0);
      await expect(owner.getByText(/· nenhuma diferença$/)).toBeFocused();
      await owner.reload();
      await expect(owner.getByText(/· nenhuma diferença$/)).toBeVisible();
    },
  );

  playwright.describe('whose bank fails', () => {
    atMercadoPago.use({ provokes: /Failed to load resource|Falha na chamada/ });

    atMercadoPago('shows a late code on the page that waits for it', async ({ page, client, bank, store }) => {
      const { purchaseId, pixCopyPaste } = await startPurchase(client, { ...newBuyer(), productId: 'lote' });
      bank.breakDown('broken');
      const unknown = { chargeState: 'unclear', pixCopyPaste: null, providerChargeId: null } as const;
      await store.database().updateTable('purchases').set(unknown).where('id', '=', purchaseId).execute();
      await page.clock.install();
      await openAlive(page, `/purchase/success/${purchaseId}`);
      await expect(page.getByText(/O banco ainda está preparando o seu código/)).toBeVisible();
      await markDocument(page);
      bank.repair();
      // It looks every 10 s.
      await page.clock.fastForward('00:10');
      await expect(pixText(page)).toHaveValue(pixCopyPaste);
      expect(await isSameDocument(page)).toBe(true);
    });
  });

  atMercadoPago('shows a slow refund, and its end without a reload', async ({ owner, client, bank, store }) => {
    const { purchaseId } = await startPurchase(client, { ...newBuyer(), productId: 'lote' });
    await payAt(bank, store, purchaseId);
    await waitForStatus(client, purchaseId, 'COMPLETED');
    bank.holdRefunds();
    await openAlive(owner, `/admin/sales?id=${purchaseId}`);
    await refund(owner, 'R$ 49,90');
    await expect(toast(owner)).toContainText('Reembolso em andamento');
    const drawer = owner.getByRole('dialog');
    await expect(drawer.getByRole('button', { name: 'Reembolso em andamento' })).toBeVisible();
    await expect(drawer.getByRole('button', { name: 'Reembolsar' })).toHaveCount(0);
    await expect(drawer).toContainText('A loja continua perguntando');

    await bank.finishRefund(await referenceOf(store, purchaseId));
    const nextCheckAt = new Date().toISOString();
    await store.database().updateTable('purchases').set({ nextCheckAt }).where('id', '=', purchaseId).execute();
    await expect(drawer.getByText('Reembolsado', { exact: true })).toBeVisible();
    await expect(drawer).not.toContainText('A loja continua perguntando');
  });
});

function rows(page: Page): Locator {
  return page.getByRole('table', { name: 'Vendas' }).locator('tbody tr');
}

function finding(page: Page, name: string): Locator {
  return page.getByRole('list', { name: 'Conferência do banco' }).getByRole('listitem').filter({ hasText: name });
}

async function refund(owner: Page, amount: string): Promise<void> {
  await owner.getByRole('dialog').getByRole('button', { name: 'Reembolsar' }).click();
  const question = owner.getByRole('alertdialog', { name: `Reembolsar ${amount}?` });
  await question.getByRole('button', { name: `Reembolsar ${amount}` }).click();
}
