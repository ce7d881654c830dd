import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Sale } from '#src/wire/sales/sales.ts';
import { loginForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { openClient } from '../../support/calls/client.ts';
import { newAffiliate } from '../../support/purchases/affiliates.ts';
import { actAtSandbox, expectStatus, startPurchase } from '../../support/purchases/buy.ts';
import { recordFigure, scaled } from '../../support/scale.ts';

const store = startStoreForFile({ LOG_LEVEL: 'warn' });
const owner = loginForFile(store);

const PURCHASES = scaled(60, 2_000);
const BUYERS = 6;
const COUPON = 'MARINA10';
/** It lies between two failures of a kind: on two cores the buyers want their share. */
const PAUSE_MS = scaled(100, 30);

/** The owner's calls fail at these, some before the books are touched, some in the middle of a transaction. */
const FAILURES: [name: string, path: string, body: object | string, status: number][] = [
  ['a product without a price', 'products', { name: 'Sem preço', price: 'muito', downloadUrl: '/uploads/a.zip' }, 422],
  [
    'a product of an unknown category',
    'products',
    { name: 'Perdido', price: 10, downloadUrl: 'https://arquivos.test/a.zip', categoryId: 'nenhuma' },
    422,
  ],
  [
    'a coupon whose code is taken',
    'coupons',
    { code: COUPON, name: 'De novo', type: 'PERCENT', discount: 5, validFrom: '2026-01-01', validTo: '2090-01-01' },
    409,
  ],
  ['an affiliate whose e-mail is taken', 'affiliates', { ...newAffiliate(), email: 'dona@loja.test' }, 409],
  ['an affiliate whose coupon is taken', 'affiliates', { ...newAffiliate(), couponCode: COUPON }, 409],
  ['keys of an unknown product', 'activation-keys/bulk', { productId: 'nenhum', keys: 'CHAVE-1\nCHAVE-2' }, 404],
  ['a body that is no JSON', 'products', '{"name": "Pela metade', 400],
];

test(`${PURCHASES} purchases and more are each completed once beside failing writes of the owner`, async ({ task }) => {
  const usesBefore = await usesOf(COUPON);
  const acknowledged: { id: string; email: string }[] = [];
  let isSelling = true;
  const failures = FAILURES.map(() => 0);
  const failing = FAILURES.map(async ([name, path, body, status], kind) => {
    while (isSelling) {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const headers = { 'content-type': 'application/json' };
      const response = await owner.fetch(`/api/admin/${path}`, { method: 'POST', headers, body: text });
      expect(response.status, `${name}: ${await response.text()}`).toBe(status);
      failures[kind] = (failures[kind] ?? 0) + 1;
      await wait(PAUSE_MS);
    }
  });
  const selling = Array.from({ length: BUYERS }, async (_, buyer) => {
    const visitor = openClient(store.url);
    // Until each kind of failure has happened beside them, however slow the machine is.
    for (let at = 0; at < PURCHASES / BUYERS || Math.min(...failures) < 4; at += 1) {
      const email = `comprador${buyer}-${at}@exemplo.com.br`;
      const wanted = { productId: 'lote', customerEmail: email, couponCode: COUPON };
      const { purchaseId, transactionId } = await startPurchase(visitor, wanted);
      await actAtSandbox(visitor, transactionId, 'pay');
      acknowledged.push({ id: purchaseId, email });
    }
  });
  await Promise.all(selling).finally(() => {
    isSelling = false;
  });
  await Promise.all(failing);

  expect(acknowledged.length).toBeGreaterThanOrEqual(PURCHASES);
  recordFigure(task, { name: 'purchases acknowledged', value: acknowledged.length });
  recordFigure(task, { name: 'failures beside them', value: failures.reduce((sum, count) => sum + count, 0) });
  const sales = expectStatus(await owner.get('/api/admin/purchases'), 200).json<Sale[]>();
  for (const { id, email } of acknowledged) {
    const found = sales.filter((sale) => sale.id === id);
    expect(found).toMatchObject([{ paymentStatus: 'COMPLETED', customerEmail: email }]);
  }
  const once = Object.fromEntries(acknowledged.map(({ id }) => [id, 1]));
  const ids = acknowledged.map(({ id }) => id);
  const books = store.database();
  const paid = books.selectFrom('purchaseEvents').select('purchaseId').where('event', '=', 'paid');
  expect(countEach(await paid.where('purchaseId', 'in', ids).execute())).toEqual(once);
  const commissions = books.selectFrom('affiliateSales').select('purchaseId').where('purchaseId', 'in', ids);
  expect(countEach(await commissions.execute())).toEqual(once);
  const mails = books.selectFrom('outbox').select('purchaseId').where('purchaseId', 'in', ids);
  expect(countEach(await mails.execute())).toEqual(once);
  expect(await usesOf(COUPON)).toBe(usesBefore + acknowledged.length);
  const lost = books.selectFrom('products').select('id').where('name', 'in', ['Sem preço', 'Perdido', 'Pela metade']);
  expect(await lost.execute(), 'what failed left nothing').toEqual([]);
});

async function usesOf(code: string): Promise<number> {
  const coupons = store.database().selectFrom('coupons').select('used').where('code', '=', code);
  return (await coupons.executeTakeFirstOrThrow()).used;
}

function countEach(rows: { purchaseId: string | null }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { purchaseId } of rows) {
    if (purchaseId) counts[purchaseId] = (counts[purchaseId] ?? 0) + 1;
  }
  return counts;
}
