import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { newBuyer, openAlive, toast, waitUntilAlive } from '../../support/browser/checkout.ts';
import { newKey } from '../../support/browser/key-screen.ts';
import { readProducts, VIDEO } from '../../support/browser/product-screen.ts';
import { chooseAction } from '../../support/browser/row-menu.ts';
import { buy, readPurchase } from '../../support/purchases/buy.ts';
import type { Store } from '../../support/store/store.ts';

// Things glide, as most people see them.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** The owner's day from the login to the erasure of a customer, by the screens alone; only the buyer comes by the calls. */
test('the owner’s day', { tag: '@phone' }, async ({ page, client, store }) => {
  const name = 'Neblina';
  const code = 'DIA-10';
  const buyer = { ...newBuyer(), customerName: 'Zilda do Dia' };

  await test.step('logs in', async () => {
    await openAlive(page, '/login');
    await page.getByLabel('Email').fill(store.admin.email);
    await page.getByLabel('Senha', { exact: true }).fill(store.admin.password);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page).toHaveURL(/\/admin$/);
    await waitUntilAlive(page);
  });

  await test.step('passes the gate and adds a product with image and video', async () => {
    await goTo(page, 'Produtos');
    await passGate(page, store, '/admin/products');
    await page.getByRole('button', { name: 'Adicionar Produto' }).click();
    const dialog = page.getByRole('dialog', { name: 'Adicionar Novo Produto' });
    await dialog.getByLabel('Nome', { exact: true }).fill(name);
    await dialog.getByLabel('Descrição', { exact: true }).fill('Neblina que entra pelo fundo do quadro.');
    await dialog.getByLabel('Preço', { exact: true }).fill('59,9');
    await dialog.getByLabel('Escolher imagem').setInputFiles(await picture());
    await expect(dialog.getByText(/^Pronta para envio: \d+ KB/)).toBeVisible();
    await dialog.getByLabel('Enviar vídeo').setInputFiles(VIDEO);
    await expect(toast(page)).toContainText('Vídeo enviado com sucesso');
    await dialog.getByLabel('Link de download').fill('https://arquivos.loja.test/neblina.zip');
    await dialog.getByRole('button', { name: 'Criar produto' }).click();
    await expect(toast(page)).toContainText('Produto criado');
    await page.getByRole('dialog', { name: 'Editar Produto' }).getByRole('button', { name: 'Fechar' }).click();
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText('R$ 59,90');
  });

  await test.step('adds its keys', async () => {
    await goTo(page, 'Chaves de Ativação');
    await passGate(page, store, '/admin/activation-keys');
    await page.getByRole('button', { name: 'Adicionar Chaves', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Adicionar Chaves' });
    await dialog.getByRole('combobox', { name: 'Produto' }).click();
    await page.getByRole('option', { name, exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Chaves' }).fill([newKey(), newKey()].join('\n'));
    await dialog.getByRole('button', { name: 'Adicionar Chaves' }).click();
    await expect(toast(page)).toContainText('Chaves de ativação adicionadas');
  });

  await test.step('creates a coupon', async () => {
    await goTo(page, 'Promoções');
    await page.getByRole('button', { name: 'Adicionar Cupom' }).click();
    const dialog = page.getByRole('dialog', { name: 'Adicionar Cupom' });
    await dialog.getByLabel('Código').fill(code);
    await dialog.getByLabel('Nome').fill('Do dia');
    await dialog.getByRole('button', { name: 'Criar cupom' }).click();
    await expect(toast(page)).toContainText('Cupom criado');
  });

  const productId = await productCalled(page, name);
  const sale = await test.step('sees a sale arrive on the open dashboard', async () => {
    await goTo(page, 'Dashboard');
    await expect(page.getByText('Ao vivo')).toBeVisible();
    const bought = await buy(client, { ...buyer, productId, couponCode: code });
    const order = page.getByRole('region', { name: 'Pedidos recentes' }).locator('tbody tr').first();
    await expect(order).toContainText('Zilda do Dia');
    await expect(order).toContainText('R$ 53,91');
    await expect(order).toContainText('Completado');
    return bought;
  });

  await test.step('refunds it', async () => {
    await goTo(page, 'Vendas');
    await page.getByRole('searchbox').fill(buyer.customerEmail);
    await page
      .getByRole('table')
      .locator('tbody tr')
      .filter({ hasText: 'Zilda do Dia' })
      .locator('[data-opening]')
      .click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('button', { name: 'Reembolsar' }).click();
    await page.getByRole('button', { name: 'Reembolsar R$ 53,91' }).click();
    await expect(drawer).toContainText('Reembolsado');
    expect((await readPurchase(client, sale.id)).paymentStatus).toBe('REFUNDED');
    await drawer.getByRole('button', { name: 'Fechar' }).click();
    await expect(drawer).toBeHidden();
  });

  await test.step('erases the customer', async () => {
    await goTo(page, 'Clientes');
    await page.getByRole('searchbox').fill(buyer.customerEmail);
    await chooseAction(page, 'Zilda do Dia', 'Excluir...');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir cliente' }).click();
    await expect(toast(page)).toContainText('Cliente excluído com sucesso');
    await goTo(page, 'Vendas');
    await page.getByRole('searchbox').fill(sale.id);
    const found = page.getByRole('table').locator('tbody tr');
    await expect(found).toHaveCount(1);
    await expect(found).toContainText('Cliente removido');
  });

  await test.step('finds all of it in the audit trail', async () => {
    await goTo(page, 'Auditoria');
    for (const sentence of ['Removeu os dados pessoais', 'Reembolsou a compra', 'cupom', 'chave', 'produto']) {
      await expect(page.getByRole('table')).toContainText(new RegExp(sentence, 'i'));
    }
  });
});

/** The menu is a drawer on a phone. */
async function goTo(page: Page, screen: string): Promise<void> {
  await waitUntilAlive(page);
  const opener = page.getByRole('button', { name: 'Abrir menu' });
  if (await opener.isVisible()) await opener.click();
  const before = page.url();
  await page
    .getByRole('navigation', { name: 'Áreas do painel' })
    .getByRole('link', { name: screen, exact: true })
    .click();
  await expect(page).not.toHaveURL(before);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await waitUntilAlive(page);
}

async function passGate(page: Page, store: Store, screen: string): Promise<void> {
  await page.getByLabel('Senha', { exact: true }).fill(store.gatePassword);
  await page.getByRole('button', { name: 'Acessar' }).click();
  await expect(page).toHaveURL(new RegExp(`${screen}$`));
  await waitUntilAlive(page);
}

async function productCalled(page: Page, name: string): Promise<string> {
  const [found] = await readProducts(page, name);
  if (!found) throw new Error(`There is no product called ${name}.`);
  return found.id;
}

async function picture() {
  const drawn = sharp({ create: { width: 1_600, height: 900, channels: 3, background: '#356' } });
  return { name: 'neblina.png', mimeType: 'image/png', buffer: await drawn.png().toBuffer() };
}
