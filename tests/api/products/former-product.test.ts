import { describe, expect, test } from 'vitest';
import type { AdminProduct } from '#src/wire/products/products.ts';
import type { LicenseResponse, Purchase } from '#src/wire/purchases/purchases.ts';
import { loginForFile, openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { actAtSandbox, buy, startPurchase } from '../../support/purchases/buy.ts';

const PATH = '/api/admin/products';
const GONE = 'não é mais vendido';

const store = startStoreForFile();
const owner = loginForFile(store);
const visitor = openClientForFile(store);

async function addProduct(fields: object = {}): Promise<string> {
  const product = { name: 'Névoa Fina', price: 'R$ 10,00', downloadUrl: '/uploads/corte-final-demo.zip' };
  const response = await owner.post(PATH, { ...product, requiresActivation: false, ...fields });
  return response.json<AdminProduct>().id;
}

const follow = async (id: string, headers: Record<string, string> = {}) => visitor.get(`/checkout/${id}`, headers);
const cards = (text: string) => [...text.matchAll(/data-card [^>]*data-category="([^"]*)"/g)].map(([, name]) => name);

describe('an old link', () => {
  test('to a withdrawn product says so and shows three others, its own category first', async () => {
    const id = await addProduct({ categoryId: 'animacao-de-texto' });
    await buy(visitor, { productId: id });
    expect((await owner.delete(`${PATH}/${id}`)).status).toBe(200);

    const { status, text, headers } = await follow(id);
    expect([status, headers.get('cache-control')]).toEqual([410, 'no-store']);
    expect(text).toContain(`Névoa Fina ${GONE}`);
    expect(text).toContain('<meta name="robots" content="noindex"');
    expect(text).not.toContain('digitado com algum engano');
    expect(text).not.toContain('application/ld+json');
    expect(cards(text)).toHaveLength(3);
    expect(cards(text)[0]).toBe('animacao-de-texto');
  });

  test('to an inactive product says the same and has no order form', async () => {
    const id = await addProduct();
    await owner.put(`${PATH}/${id}`, { status: 'Inativo' });
    const read = await follow(id);
    expect([read.status, read.text.includes(`Névoa Fina ${GONE}`)]).toEqual([404, true]);
    const form = new URLSearchParams({ intent: 'pay', customerName: 'Ana Lima', customerEmail: 'ana@a.test' });
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: store.url };
    const posted = await visitor.fetch(`/checkout/${id}`, { method: 'POST', body: form.toString(), headers });
    expect([posted.status, (await posted.text()).includes(GONE)]).toEqual([404, true]);

    await owner.put(`${PATH}/${id}`, { status: 'active' });
    expect((await follow(id)).status).toBe(200);
  });

  test('to a product that was never on sale, or does not exist, reveals nothing', async () => {
    const draft = await addProduct({ status: 'Em revisão', name: 'Segredo do Ano' });
    for (const id of [draft, 'no-such-product']) {
      const { status, text } = await follow(id);
      expect(status).toBe(404);
      expect(text).toContain('Página não encontrada');
      expect(text).not.toContain('Segredo do Ano');
    }
  });
});

describe('an open Pix of a withdrawn product', () => {
  test('is still shown, paid and delivered', async () => {
    const id = await addProduct();
    const open = await startPurchase(visitor, { productId: id });
    await owner.delete(`${PATH}/${id}`);

    const offered = await follow(id, { cookie: `open-purchase=${open.purchaseId}` });
    expect([offered.status, offered.text.includes(`/checkout/${id}?compra=${open.purchaseId}`)]).toEqual([410, true]);
    for (const path of [`/checkout/${id}?compra=${open.purchaseId}`, `/purchase/success/${open.purchaseId}`]) {
      const { status, text } = await visitor.get(path);
      expect(status, path).toBe(200);
      expect(text, path).toContain(open.pixCopyPaste);
      expect(text, path).toContain('Este Pix continua valendo');
    }
    const shown = await visitor.get(`/api/payments/purchase/${open.purchaseId}`);
    expect(shown.json<Purchase>().isProductOnSale).toBe(false);

    await actAtSandbox(visitor, open.transactionId, 'pay');
    const paid = await visitor.get(`/purchase/success/${open.purchaseId}`);
    expect(paid.text).toContain('O que você comprou continua nesta página.');
    expect((await visitor.get(`/api/payments/download/${open.purchaseId}`)).status).toBe(200);
  });

  test('that expired offers no new code', async () => {
    const id = await addProduct();
    const open = await startPurchase(visitor, { productId: id });
    await owner.put(`${PATH}/${id}`, { status: 'Inativo' });
    await actAtSandbox(visitor, open.transactionId, 'expire');
    const { text } = await visitor.get(`/purchase/success/${open.purchaseId}`);
    expect(text).toContain('Por isso não dá para gerar um novo código.');
    expect(text).not.toContain(`href="/checkout/${id}"`);
  });
});

describe('the purchase page with an unusable key', () => {
  const stateOf = async (id: string) =>
    (await visitor.get(`/api/payments/license/${id}`)).json<LicenseResponse>().state;
  const THANKS = 'Obrigado por comprar';
  const PASTE = 'cole a chave';

  test('shows thanks and the activation steps while the key works', async () => {
    const sale = await buy(visitor, { productId: 'curva-motion' });
    const { text } = await visitor.get(`/purchase/success/${sale.id}`);
    expect([text.includes(THANKS), text.includes(PASTE), await stateOf(sale.id)]).toEqual([true, true, 'ready']);
  });

  test('says when the owner revoked it', async () => {
    const sale = await buy(visitor, { productId: 'curva-motion' });
    const key = await keyOf(sale.id);
    expect((await owner.delete(`/api/admin/activation-keys/${key}?status=assigned`)).status).toBe(200);
    const { text } = await visitor.get(`/purchase/success/${sale.id}`);
    expect([text.includes(THANKS), text.includes(PASTE), await stateOf(sale.id)]).toEqual([false, false, 'revoked']);
    expect(text).toContain('A loja revogou a chave desta compra');
    expect(text).toContain('Fale com o suporte com o número da compra');
  });

  test('says when a dispute froze it', async () => {
    const sale = await buy(visitor, { productId: 'curva-motion' });
    const db = store.database();
    await db.updateTable('purchases').set({ review: 'dispute' }).where('id', '=', sale.id).execute();
    await db.updateTable('activationKeys').set({ frozenAt: '2026-01-01' }).where('itemId', '=', sale.id).execute();
    const { text } = await visitor.get(`/purchase/success/${sale.id}`);
    expect([text.includes(THANKS), text.includes(PASTE), await stateOf(sale.id)]).toEqual([false, false, 'frozen']);
    expect(text).toContain('A chave e o download ficam suspensos até a resposta.');
  });

  test('says when the payment was refunded', async () => {
    const sale = await buy(visitor, { productId: 'curva-motion' });
    await owner.post(`/api/admin/purchases/${sale.id}/refund`);
    const { text } = await visitor.get(`/purchase/success/${sale.id}`);
    expect([text.includes(THANKS), text.includes(PASTE)]).toEqual([false, false]);
    expect(text).toContain('não valem mais. Se você não esperava a devolução, fale com o suporte.');
  });

  async function keyOf(purchaseId: string): Promise<string> {
    const key = await store
      .database()
      .selectFrom('activationKeys')
      .select('id')
      .where('itemId', '=', purchaseId)
      .executeTakeFirstOrThrow();
    return key.id;
  }
});
