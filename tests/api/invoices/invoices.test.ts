import { beforeAll, describe, expect, test } from 'vitest';
import { loginForFile, openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { BUYER, buy, expectStatus, order } from '../../support/purchases/buy.ts';

const store = startStoreForFile();
const visitor = openClientForFile(store);
const owner = loginForFile(store);

const TAKER = { email: BUYER.customerEmail, document: '529.982.247-25', name: 'Ana Conceição' };
const ADMIN = '/api/admin/invoices';
const ask = (id: string, more: object = {}) => visitor.post(`/api/payments/invoice/${id}`, { ...TAKER, ...more });
const answerOf = async (call: ReturnType<typeof ask>) => {
  const response = await call;
  return [response.status, response.json<{ code?: string }>().code];
};

async function setMode(invoiceMode: string): Promise<void> {
  const shown = (await owner.get('/api/admin/settings/invoices')).json<{ invoiceMode: { value: string } }>();
  const before = { invoiceMode: shown.invoiceMode.value };
  expectStatus(await owner.put('/api/admin/settings/invoices', { values: { invoiceMode }, before }), 200);
}

beforeAll(() => setMode('on_request'));

describe('the calls of an invoice', () => {
  test('answer a buyer as the page says', async () => {
    const { id } = await buy(visitor);
    expect(await answerOf(ask(id, { document: '12.ABC.345/01DE-36' }))).toEqual([422, 'invalid']);
    expect(await answerOf(ask(id, { email: 'outra@exemplo.com.br' }))).toEqual([403, 'other_address']);
    expect(await answerOf(ask('nenhuma'))).toEqual([404, 'not_found']);
    const open = (await order(visitor, { ...BUYER, productId: 'lote' })).json<{ purchaseId: string }>();
    expect(await answerOf(ask(open.purchaseId))).toEqual([409, 'not_completed']);
    const asked = expectStatus(await ask(id), 202);
    expect(asked.json<{ message: string }>().message).toMatch(
      /^Pedido anotado\. A nota chega por e-mail até \d\d\/\d\d\.$/,
    );
    expectStatus(
      await owner.put(`${ADMIN}/${id}`, { state: 'issued', number: '9', url: 'https://nota.example/9' }),
      200,
    );
    expect(await answerOf(ask(id))).toEqual([409, 'already_issued']);
    expectStatus(await visitor.get(`/api/payments/invoice/${id}/file`), 404);
  });

  test('answer the owner, and nobody else', async () => {
    const { id } = await buy(visitor);
    expectStatus(await ask(id), 202);
    expectStatus(await visitor.get(`${ADMIN}?page=1`), 401);
    expectStatus(await visitor.put(`${ADMIN}/${id}`, { state: 'cancelled' }), 401);
    expect(await answerOf(owner.post(`${ADMIN}/${id}/retry`))).toEqual([409, 'wrong_state']);
    expect(
      await answerOf(owner.put(`${ADMIN}/${id}`, { state: 'issued', number: '1', url: 'javascript:alert(1)' })),
    ).toEqual([422, 'invalid']);
    expectStatus(await owner.put(`${ADMIN}/${id}`, { state: 'failed', error: 'Sem inscrição' }), 200);
    expect((await owner.post(`${ADMIN}/${id}/retry`)).json()).toMatchObject({
      state: 'queued',
      document: '•••.982.247-••',
    });
    const csv = expectStatus(await owner.get(`${ADMIN}/export.csv?state=queued`), 200);
    expect(csv.text).toContain('529.982.247-25');
    expectStatus(await owner.get('/admin/notas-fiscais'), 200);
    expect(store.output()).not.toMatch(/52998224725|529\.982|Ana Conce/);
  });

  test('want a document with each order where every sale gets an invoice, also without script', async () => {
    await setMode('every_sale');
    const wanted = {
      customerName: 'Bia Prado',
      customerEmail: 'bia@exemplo.com.br',
      productId: 'lote',
      paymentMethod: 'pix',
    };
    const refused = expectStatus(await visitor.post('/api/payments/create', wanted), 422);
    expect(refused.json<{ fields: object }>().fields).toEqual({ document: expect.stringContaining('CPF ou do CNPJ') });
    expectStatus(await visitor.post('/api/payments/create', { ...wanted, document: '12.ABC.345/01DE-35' }), 200);
    const post = (document: string) =>
      visitor.fetch('/checkout/lote', {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ ...wanted, intent: 'pay', document }),
      });
    const page = await post('');
    expect([page.status, await page.text()]).toEqual([
      422,
      expect.stringContaining('a nota precisa do CPF ou do CNPJ'),
    ]);
    expect((await post('529.982.247-25')).status).toBe(303);
    await setMode('on_request');
  });
});
