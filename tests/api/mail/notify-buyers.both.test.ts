import { describe, expect, test } from 'vitest';
import type { AuditEntry } from '#src/wire/audit/audit.ts';
import type { BuyersNotified, NoticePlan } from '#src/wire/buyers/buyer-notices.ts';
import type { CustomerSummary } from '#src/wire/customers/customers.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import type { SaleDetails } from '#src/wire/sales/sales.ts';
import { loginForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { openClient } from '../../support/calls/client.ts';
import { buy, expectStatus } from '../../support/purchases/buy.ts';

const SALES = '/api/admin/purchases/notify';
const CUSTOMERS = '/api/admin/customers/notify';

const store = startStoreForFile();
const owner = loginForFile(store);

test('chosen sales are planned, then told, and the trail and the time line say so', async () => {
  const visitor = openClient(store.url);
  const buyer = { customerName: 'Ana Avisada', productId: 'grade-cinema' };
  const paid = await buy(visitor, { ...buyer, customerEmail: 'ana.avisada@exemplo.com.br' });
  const fresh = await buy(visitor, { ...buyer, customerEmail: 'bia.avisada@exemplo.com.br' });
  await store.database().deleteFrom('outbox').where('purchaseId', '=', paid.id).execute();
  const ids = [paid.id, fresh.id];

  const plan = expectStatus(await owner.get(`${SALES}?ids=${ids.join(',')}`), 200).json<NoticePlan>();
  expect(plan).toMatchObject({ receipts: 1, reminders: 0, leftOut: [{ reason: 'told', count: 1 }] });
  const result = expectStatus(await owner.post(SALES, { ids }), 200).json<BuyersNotified>();
  expect(result).toEqual({
    changed: 1,
    receipts: 1,
    reminders: 0,
    refused: [{ id: fresh.id, message: 'Fica de fora a venda avisada há menos de uma hora.' }],
  });
  expect((await owner.post(SALES, { ids })).json<BuyersNotified>().changed).toBe(0);
  const { items } = (await owner.get('/api/admin/audit?pageSize=1')).json<Page<AuditEntry>>();
  expect(items[0]).toMatchObject({ action: 'purchase.resend_email' });
  const { timeline } = (await owner.get(`/api/admin/purchases/${paid.id}`)).json<SaleDetails>();
  expect(timeline).toContainEqual(expect.objectContaining({ event: 'resend_requested', source: 'admin' }));
});

test('chosen customers are counted apart from their receipts', async () => {
  const visitor = openClient(store.url);
  const buyer = {
    customerName: 'Duda Contada',
    customerEmail: 'duda.contada@exemplo.com.br',
    productId: 'grade-cinema',
  };
  const purchases = [await buy(visitor, buyer), await buy(visitor, buyer)];
  const ofPurchases = purchases.map(({ id }) => id);
  await store.database().deleteFrom('outbox').where('purchaseId', 'in', ofPurchases).execute();
  const { items } = (await owner.get('/api/admin/customers?q=duda.contada')).json<Page<CustomerSummary>>();
  const ids = items.map(({ id }) => id);

  const plan = expectStatus(await owner.get(`${CUSTOMERS}?ids=${ids.join(',')}`), 200).json<NoticePlan>();
  expect(plan).toEqual({
    ...{ receipts: 2, reminders: 0, remindersFrom: null, endsAt: null },
    ...{ customers: 1, withoutKey: 0, leftOut: [] },
  });
  expect(expectStatus(await owner.post(CUSTOMERS, { ids }), 200).json<BuyersNotified>()).toMatchObject({
    changed: 2,
    receipts: 2,
    refused: [],
  });
});

describe.each([SALES, CUSTOMERS])('%s', (path) => {
  const MANY = Array.from({ length: 101 }, (_, at) => `id${at}`);

  test.each([
    ['no row', [], 'Escolha ao menos uma linha.'],
    ['too many', MANY, 'Escolha até 100 linhas por vez.'],
    ['what is no id', ["'; DROP"], 'Uma das linhas escolhidas não existe.'],
  ])('refuses %s, asked and sent', async (_, ids, message) => {
    for (const response of [
      await owner.post(path, { ids }),
      await owner.get(`${path}?ids=${encodeURIComponent(ids.join(','))}`),
    ]) {
      expect(response.status).toBe(422);
      expect(response.json()).toMatchObject({ message });
    }
  });

  test('is the administrator’s alone', async () => {
    const stranger = openClient(store.url);
    expect((await stranger.get(`${path}?ids=a`)).status).toBe(401);
    expect((await stranger.post(path, { ids: ['a'] })).status).toBe(401);
  });
});
