import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ActivationKey, KeyStock, KeysAdded } from '#src/wire/activation-keys.ts';
import type { Page } from '#src/wire/lists.ts';
import type { LicenseAnswer, Purchase } from '#src/wire/purchases.ts';
import { atTheBank, BUYER, buy, expectStatus, startPurchase } from '../support/buy.ts';
import { type Client, login, openClient } from '../support/client.ts';
import { buyWithoutKeys, purchaseRow } from '../support/purchases.ts';
import { lookAtSales } from '../support/sales.ts';
import { type Store, startStore } from '../support/store.ts';

const PATH = '/api/admin/activation-keys';

let store: Store;
let visitor: Client;
let owner: Client;
const { license } = lookAtSales(() => ({ store, visitor }));

beforeAll(async () => {
  store = await startStore();
  visitor = openClient(store.url);
  owner = await login(store);
});
afterAll(() => store.stop());

let imports = 0;
/** Keys that nobody has used before. */
const newKeys = (count: number) => {
  imports += 1;
  return Array.from({ length: count }, (_, index) => `LOJA-${imports}-${String(index).padStart(3, '0')}`);
};
const add = (productId: string, keys: string[] | string) =>
  owner.post(`${PATH}/bulk`, { productId, keys: Array.isArray(keys) ? keys.join('\n') : keys });
const added = async (productId: string, keys: string[] | string) =>
  expectStatus(await add(productId, keys), 201).json<KeysAdded>();
const page = async (query: string) =>
  expectStatus(await owner.get(`${PATH}?${query}`), 200).json<Page<ActivationKey>>();
const keyOf = async (id: string) => (await license(id)).json<LicenseAnswer>();
const stockOf = async (productId: string) =>
  (await owner.get(`${PATH}/stock`)).json<KeyStock[]>().find((product) => product.productId === productId);
const count = async () =>
  (
    await store
      .database()
      .selectFrom('activationKeys')
      .select(({ fn }) => fn.countAll<number>().as('keys'))
      .executeTakeFirstOrThrow()
  ).keys;
const auditOf = (entityId: string) =>
  store.database().selectFrom('audit').selectAll().where('entityId', '=', entityId).orderBy('id', 'desc').execute();

describe('the list', () => {
  test('comes whole, newest first, and says who bought what', async () => {
    const [key = ''] = newKeys(1);
    await added('lote', key);
    const sold = await buy(visitor, { productId: 'grade-cinema', customerName: 'Bento Ramalho' });
    const keys = (await owner.get(PATH)).json<ActivationKey[]>();

    expect(keys).toHaveLength(await count());
    expect(keys.map(({ createdAt }) => createdAt)).toEqual(
      keys
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .reverse(),
    );
    expect(keys[0]).toEqual({
      id: expect.any(String),
      key,
      productId: 'lote',
      product: { name: 'Lote' },
      isAssigned: false,
      status: 'available',
      purchaseId: null,
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(keys.find(({ purchaseId }) => purchaseId === sold.id)).toMatchObject({
      isAssigned: true,
      status: 'assigned',
      product: { name: 'Grade Cinema' },
      purchase: { customerName: 'Bento Ramalho', customerEmail: BUYER.customerEmail },
    });
  });

  test('comes in pages, each key once, whatever it is sorted by', async () => {
    const total = await count();
    for (const query of ['', 'sort=key&', 'sort=key&order=desc&', 'sort=product&', 'sort=product&order=desc&']) {
      const ids = new Set<string>();
      for (let number = 1; number <= Math.ceil(total / 100); number += 1) {
        const found = await page(`${query}page=${number}&pageSize=100`);
        expect(found).toMatchObject({ total, page: number, pageSize: 100 });
        for (const { id } of found.items) ids.add(id);
      }
      expect(ids.size, query).toBe(total);
    }
    const byKey = (await page('sort=key&pageSize=50')).items.map(({ key }) => key);
    expect(byKey).toEqual(byKey.toSorted());
    const products = (await page('sort=product&order=desc&pageSize=100')).items.map(({ product }) => product.name);
    expect(products).toEqual(products.toSorted((one, other) => other.localeCompare(one, 'pt-BR')));
    expect((await page('page=100000')).items).toEqual([]);
  });

  test('is narrowed by state and product, and every total is right', async () => {
    const rows = (await owner.get(PATH)).json<ActivationKey[]>();
    for (const status of ['available', 'assigned', 'revoked']) {
      for (const productId of ['', 'lote', 'grade-cinema', 'nada']) {
        const wanted = rows.filter((row) => row.status === status && (!productId || row.productId === productId));
        const found = await page(`status=${status}&productId=${productId}&pageSize=100`);
        expect(found.total, `${status} ${productId}`).toBe(wanted.length);
        expect(found.items).toEqual(wanted.slice(0, 100));
      }
    }
  });

  test('finds keys by their text, and by name and e-mail of their buyers, but not by what they bought', async () => {
    const keys = newKeys(3);
    await added('lote', keys);
    const { id } = await buy(visitor, {
      productId: 'onda-audio',
      customerName: 'Íris Penteado',
      customerEmail: 'iris.p@exemplo.com.br',
    });
    expect((await page(`q=${keys[1]?.toLowerCase()}`)).items.map(({ key }) => key)).toEqual([keys[1]]);
    for (const q of ['iris penteado', 'Íris P', 'iris.p@exem']) {
      expect(
        (await page(`q=${encodeURIComponent(q)}`)).items.map(({ purchaseId }) => purchaseId),
        q,
      ).toEqual([id]);
    }
    expect(await page('q=iris.p@exem&status=available')).toMatchObject({ items: [], total: 0 });
    expect((await page('q=iris.p@exem&sort=product&status=assigned')).total).toBe(1);
    expect((await page(`q=${encodeURIComponent('Onda Áudio')}`)).total).toBe(0);
    expect((await page('q=%25')).total).toBe(0);
    expect((await page(`q=${encodeURIComponent(`"' OR 1 --`)}`)).total).toBe(0);
  });
});

describe('adding keys', () => {
  test('trims lines, drops empty ones, and stores a repeated key once', async () => {
    const [first = '', second = '', third = ''] = newKeys(3);
    await added('lote', second);
    const before = await count();
    const answer = await add('lote', `  ${first} \r\n\r\n${second}\n${third}\n${third}\n   \n${first}`);

    expect(answer.status).toBe(201);
    expect(answer.json<KeysAdded>()).toEqual({
      success: true,
      message: '2 chaves adicionadas.',
      created: 2,
      duplicates: [first, second, third],
      delivered: 0,
    });
    expect(await count()).toBe(before + 2);
    expect(await added('lote', [first, second])).toMatchObject({ created: 0, message: 'Nenhuma chave nova.' });
    expect(await count()).toBe(before + 2);
  });

  test('lets two products have the same key', async () => {
    const keys = newKeys(1);
    expect(await added('lote', keys)).toMatchObject({ created: 1 });
    expect(await added('onda-audio', keys)).toMatchObject({ created: 1, duplicates: [] });
  });

  test('says when the product asks for no key', async () => {
    expect(await added('grao-16', newKeys(1))).toMatchObject({
      created: 1,
      message: '1 chave adicionada. Este produto não pede ativação: elas ficam guardadas.',
    });
  });

  test('is noted without the keys, which stand in no log either', async () => {
    const [key = ''] = newKeys(1);
    await added('onda-audio', key);
    const [change] = await auditOf('onda-audio');
    expect(change).toMatchObject({ action: 'key.import', entity: 'product', fields: '["keys"]' });
    expect(store.output()).not.toContain(key);
  });

  test.each([
    [{ productId: 'lote', keys: ' \n ' }, 'keys', 'Por favor, insira pelo menos uma chave de ativação.'],
    [{ productId: 'lote' }, 'keys', 'Por favor, insira pelo menos uma chave de ativação.'],
    [{ keys: 'A' }, 'productId', 'Por favor, selecione um produto para associar as chaves.'],
    [{ productId: '', keys: 'A' }, 'productId', 'Por favor, selecione um produto para associar as chaves.'],
    [{ productId: 'lote', keys: `A\n\n${'B'.repeat(201)}` }, 'keys', /^A linha 3 tem mais de 200 caracteres/],
    [{ productId: 'lote', keys: numbers(10_001) }, 'keys', /^São no máximo 10\.000 chaves/],
  ])('refuses %o at its field, and stores nothing', async (body, field, sentence) => {
    const before = await count();
    const answer = await owner.post(`${PATH}/bulk`, body);
    expect(answer.status).toBe(422);
    const { message, fields } = answer.json<{ message: string; fields: Record<string, string> }>();
    expect(fields[field]).toMatch(sentence);
    expect(message).toMatch(sentence);
    expect(await count()).toBe(before);
  });

  test('refuses a product that is unknown or withdrawn, unless somebody waits for its key', async () => {
    expect((await add('nada', 'A')).status).toBe(404);
    const withdrawn = await withdraw('rastro');
    expect((await add(withdrawn, 'A')).status).toBe(404);
    await setWaiting((await buy(visitor, { productId: 'lote' })).id, withdrawn);
    expect(await added(withdrawn, newKeys(2))).toMatchObject({ created: 2, delivered: 1 });
  });

  test('refuses what is larger than 2 MB', async () => {
    expect((await add('lote', 'K'.repeat(2 * 1024 * 1024))).status).toBe(413);
  });

  test('of 10,000 keys keeps nobody waiting', { timeout: 60_000 }, async () => {
    const importing = add('lote', numbers(10_000));
    const started = performance.now();
    let longest = 0;
    let isDone = false;
    const looking = (async () => {
      while (!isDone) {
        const from = performance.now();
        // Needs no database: it is as late as the process is busy.
        await visitor.get('/healthz');
        longest = Math.max(longest, performance.now() - from);
        await wait(5);
      }
    })();
    expect((await importing).json()).toMatchObject({ created: 10_000 });
    isDone = true;
    await looking;
    expect(longest, `while the import took ${Math.round(performance.now() - started)} ms`).toBeLessThan(500);
  });
});

describe('buyers who wait', () => {
  test('get the next keys, the longest wait first, by mail and on their open page', async () => {
    const waiting = [await buyWithoutKeys(store, visitor, 'transita')];
    for (let buyer = 1; buyer < 3; buyer += 1) waiting.push((await buy(visitor, { productId: 'transita' })).id);
    const [first = '', second = '', third = ''] = waiting;
    // Given: the one who bought last has waited longest.
    await waitsSince(third, '2020-01-01T00:00:00.000Z');
    expect(await stockOf('transita')).toMatchObject({ keysAvailable: 0, buyersWaiting: 3, isRunningLow: true });
    const mails = (await store.mailbox()).length;
    const page = await listen(first);
    expect(await page.next()).toMatchObject({ isKeyOnItsWay: true, paymentStatus: 'COMPLETED' });

    expect(await added('transita', newKeys(2))).toMatchObject({
      created: 2,
      delivered: 2,
      message: '2 chaves adicionadas. 2 compradores que esperavam já receberam a sua.',
    });

    expect(await page.next()).toMatchObject({ isKeyOnItsWay: false });
    page.close();
    expect((await keyOf(third)).activationKey).toMatch(/^LOJA-/);
    const { activationKey } = await keyOf(first);
    expect(activationKey).toMatch(/^LOJA-/);
    expect((await keyOf(second)).activationKey).toBeNull();
    expect(await stockOf('transita')).toMatchObject({ keysAvailable: 0, buyersWaiting: 1 });
    const events = await store
      .database()
      .selectFrom('purchaseEvents')
      .select(['event', 'source'])
      .where('purchaseId', '=', first)
      .execute();
    expect(events).toContainEqual({ event: 'key_given', source: 'admin' });
    await expect
      .poll(
        async () => (await store.mailbox()).slice(mails).filter((mail) => mail.text?.includes(activationKey ?? '-')),
        {
          timeout: 15_000,
        },
      )
      .toHaveLength(1);

    expect(await added('transita', newKeys(3))).toMatchObject({ created: 3, delivered: 1 });
    expect((await keyOf(second)).activationKey).toMatch(/^LOJA-/);
  });

  test('get a key that came in by another way too, and whoever disputes the payment gets none', {
    timeout: 90_000,
  }, async () => {
    const served = await buyWithoutKeys(store, visitor, 'lote');
    const disputing = (await buy(visitor, { productId: 'lote' })).id;
    await waitsSince(disputing, '2020-01-01T00:00:00.000Z');
    const books = store.database();
    await books.updateTable('purchases').set({ review: 'dispute' }).where('id', '=', disputing).execute();
    const keys = newKeys(2).map((key) => ({ id: key, key, productId: 'lote', createdAt: '2026-01-01' }));
    await books.insertInto('activationKeys').values(keys).execute();

    await expect.poll(async () => (await keyOf(served)).activationKey, { timeout: 40_000 }).toMatch(/^LOJA-/);
    expect((await keyOf(disputing)).activationKey).toBeNull();
    await books.updateTable('purchases').set({ review: null }).where('id', '=', disputing).execute();
    await expect.poll(async () => (await keyOf(disputing)).activationKey, { timeout: 40_000 }).toMatch(/^LOJA-/);
  });

  test('and buyers who come while keys are loaded: every key once, nobody waits beside a free key', {
    timeout: 60_000,
  }, async () => {
    await buyWithoutKeys(store, visitor, 'grade-cinema');
    const open = await Promise.all(
      Array.from({ length: 60 }, () => startPurchase(visitor, { productId: 'grade-cinema' })),
    );
    const pay = open.map(({ transactionId }) => atTheBank(visitor, transactionId, 'pay'));
    const load = [newKeys(7), newKeys(20), newKeys(13)].map((keys) => added('grade-cinema', keys));
    await Promise.all([...pay, ...load]);

    const sold = await store
      .database()
      .selectFrom('purchases')
      .leftJoin('activationKeys', 'activationKeys.purchaseId', 'purchases.id')
      .select(['purchases.status', 'purchases.keyWaitingSince', 'activationKeys.key', 'activationKeys.productId'])
      .where(
        'purchases.id',
        'in',
        open.map(({ purchaseId }) => purchaseId),
      )
      .execute();
    expect(sold.every(({ status }) => status === 'COMPLETED')).toBe(true);
    expect(sold.every(({ key, keyWaitingSince }) => (key === null) === (keyWaitingSince !== null))).toBe(true);
    expect(new Set(sold.flatMap(({ productId }) => productId ?? []))).toEqual(new Set(['grade-cinema']));
    // One of the 40 went to the buyer who waited before.
    expect(sold.filter(({ key }) => key)).toHaveLength(39);
    expect(await stockOf('grade-cinema')).toMatchObject({ keysAvailable: 0, buyersWaiting: 21 });
  });

  test('by the hundred are all served at once', { timeout: 60_000 }, async () => {
    const one = await buyWithoutKeys(store, visitor, 'onda-audio');
    await copyPurchase(one, 399);
    expect(await stockOf('onda-audio')).toMatchObject({ buyersWaiting: 400 });

    expect(await added('onda-audio', newKeys(450))).toMatchObject({ created: 450, delivered: 400 });

    expect(await stockOf('onda-audio')).toMatchObject({ buyersWaiting: 0, keysAvailable: 50, isRunningLow: false });
    const given = await store
      .database()
      .selectFrom('activationKeys')
      .select(({ fn }) => fn.count<number>('purchaseId').distinct().as('buyers'))
      .where('productId', '=', 'onda-audio')
      .where('key', 'like', 'LOJA-%')
      .executeTakeFirstOrThrow();
    expect(given.buyers).toBeGreaterThanOrEqual(400);
    const queued = store.database().selectFrom('outbox').select('id').where('kind', '=', 'key');
    expect((await queued.execute()).length).toBeGreaterThanOrEqual(400);
  });
});

describe('removing a key', () => {
  const only = async (key: string) => {
    const [found] = (await page(`q=${key}`)).items;
    if (!found) throw new Error(`There is no key ${key}.`);
    return found;
  };

  test('that is free makes it as if it had never been', async () => {
    const [key = ''] = newKeys(1);
    await added('lote', key);
    const { id } = await only(key);
    expectStatus(await owner.delete(`${PATH}/${id}`), 200);
    expect((await page(`q=${key}`)).total).toBe(0);
    expect((await auditOf(id))[0]).toMatchObject({ action: 'key.delete', entity: 'activation_key' });
    expect((await owner.delete(`${PATH}/${id}`)).status).toBe(404);
    expect(await added('lote', key)).toMatchObject({ created: 1 });
  });

  test('that was sold takes it from its buyer, who is told', async () => {
    const keys = newKeys(40);
    await buyWithoutKeys(store, visitor, 'lote');
    await added('lote', keys);
    const sold = await buy(visitor, { productId: 'lote' });
    const { activationKey } = await keyOf(sold.id);
    const key = await only(activationKey ?? '-');
    expect((await visitor.post('/api/licenses/validate', { key: key.key })).json()).toMatchObject({ valid: true });

    expectStatus(await owner.delete(`${PATH}/${key.id}`), 200);

    expect(await keyOf(sold.id)).toEqual({
      activationKey: null,
      message: 'Esta chave foi revogada. Fale com o suporte para saber o motivo.',
    });
    expect((await visitor.post('/api/licenses/validate', { key: key.key })).json()).toEqual({
      valid: false,
      code: 'revoked',
    });
    expect(await only(key.key)).toMatchObject({ status: 'revoked', isAssigned: true, purchaseId: sold.id });
    expect((await auditOf(key.id))[0]).toMatchObject({ action: 'key.revoke' });
    const again = await owner.delete(`${PATH}/${key.id}`);
    expect(again.status).toBe(409);
    expect(again.json()).toMatchObject({ code: 'already_revoked', message: 'Esta chave já foi revogada.' });
    expect(await auditOf(key.id)).toHaveLength(1);
    expect(await added('lote', key.key)).toMatchObject({ created: 0, duplicates: [key.key] });
  });

  test('that was sold since the owner looked is refused, and the buyer keeps it', async () => {
    const sold = await buy(visitor, { productId: 'lote' });
    const { activationKey } = await keyOf(sold.id);
    const { id } = await only(activationKey ?? '-');
    const refused = await owner.delete(`${PATH}/${id}?status=available`);
    expect(refused.status).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'state_changed' });
    expect(await keyOf(sold.id)).toEqual({ activationKey });
    expect(await auditOf(id)).toEqual([]);
  });

  test('that is unknown is refused', async () => {
    expect((await owner.delete(`${PATH}/nada`)).status).toBe(404);
  });
});

describe('the export', () => {
  test('holds what the list shows, and nothing that a spreadsheet would run', async () => {
    const [plain = ''] = newKeys(1);
    await added('lote', ['=1+1', '+55', '@SUM(A1)', '-2', `"aspas"; ${plain}`]);
    const answer = await owner.get(`${PATH}/export.csv?productId=lote&status=available&sort=key`);

    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="chaves-de-ativacao.csv"');
    const lines = answer.text.split('\n').filter(Boolean);
    expect(lines[0]?.replace('\ufeff', '')).toBe(
      'Chave;Produto;Status;Cliente;E-mail;Data de criação;Data de entrega;Compra',
    );
    expect(lines).toHaveLength((await page('productId=lote&status=available')).total + 1);
    for (const line of lines.slice(1)) {
      expect(line).toMatch(/;Lote;Disponível;;;\d\d\/\d\d\/\d{4} \d\d:\d\d;;$/);
      expect(line).not.toMatch(/^"?[=+@-]/);
    }
    expect(answer.text).toContain("'=1+1");
    expect(answer.text).toContain(`"""aspas""; ${plain}"`);
  });

  test('tells of buyers too', async () => {
    const { id } = await buy(visitor, { productId: 'onda-audio', customerName: '=HYPERLINK(1)' });
    const { text } = await owner.get(`${PATH}/export.csv?status=assigned&q=HYPERLINK`);
    expect(text).toContain(`;Onda Áudio;Utilizada;'=HYPERLINK(1);${BUYER.customerEmail};`);
    expect(text.trim().endsWith(`;${id}`)).toBe(true);
  });
});

describe('who may', () => {
  const calls: [method: 'get' | 'delete' | 'post', path: string][] = [
    ['get', PATH],
    ['get', `${PATH}/stock`],
    ['get', `${PATH}/export.csv`],
    ['post', `${PATH}/bulk`],
    ['delete', `${PATH}/x`],
  ];

  test.each(calls)('%s %s: nobody without a session', async (method, path) => {
    expect((await visitor[method](path)).status).toBe(401);
  });

  test('with an enforced gate: read always, change only behind it', { timeout: 60_000 }, async () => {
    const guarded = await startStore({ ADMIN_GATES: 'enforce' });
    try {
      const client = await login(guarded);
      const send = () => client.post(`${PATH}/bulk`, { productId: 'lote', keys: 'PORTAO-1' });
      const { id } = (await client.get(`${PATH}?status=available`)).json<Page<ActivationKey>>().items[0] ?? { id: '' };
      for (const refused of [await send(), await client.delete(`${PATH}/${id}`)]) {
        expect(refused.status).toBe(403);
        expect(refused.json()).toMatchObject({ code: 'gate_required' });
      }
      expect((await client.get(`${PATH}?q=PORTAO-1`)).json()).toMatchObject({ total: 0 });
      expect((await client.get(`${PATH}/export.csv`)).status).toBe(200);
      expectStatus(await client.post('/api/admin/gates/activation-keys', { password: guarded.gatePassword }), 200);
      expect((await send()).status).toBe(201);
      expect((await client.delete(`${PATH}/${id}`)).status).toBe(200);
    } finally {
      await guarded.stop();
    }
  });
});

function numbers(count: number): string {
  return Array.from({ length: count }, (_, index) => `NUMERO-${index}`).join('\n');
}

async function waitsSince(purchaseId: string, keyWaitingSince: string): Promise<void> {
  await store.database().updateTable('purchases').set({ keyWaitingSince }).where('id', '=', purchaseId).execute();
}

/** Given: a product that is no longer sold. */
async function withdraw(id: string): Promise<string> {
  const books = store.database();
  const {
    withdrawnAt: _,
    keysAvailable: _keys,
    buyersWaiting: _buyers,
    nameOrder: _order,
    ...like
  } = await books.selectFrom('products').selectAll().where('id', '=', 'lote').executeTakeFirstOrThrow();
  await books
    .insertInto('products')
    .values({ ...like, id, name: 'Rastro', withdrawnAt: '2026-01-01T00:00:00.000Z' })
    .execute();
  return id;
}

/** Given: a purchase of another product that waits for its key. */
async function setWaiting(purchaseId: string, productId: string): Promise<void> {
  const books = store.database();
  await books.deleteFrom('activationKeys').where('purchaseId', '=', purchaseId).execute();
  await books.updateTable('purchases').set({ productId }).where('id', '=', purchaseId).execute();
  await waitsSince(purchaseId, '2026-01-01T00:00:00.000Z');
}

/** Given: so many more purchases like that one. */
async function copyPurchase(id: string, copies: number): Promise<void> {
  const { customerOrder: _customer, productOrder: _product, ...purchase } = await purchaseRow(store, id);
  const rows = Array.from({ length: copies }, (_, index) => ({
    ...purchase,
    id: `${index}`.padStart(32, 'a'),
    transactionId: `${index}`.padStart(32, 'b'),
    providerReference: `${index}`.padStart(32, 'c'),
    providerChargeId: null,
    idempotencyKeyHash: null,
    customerEmail: null,
  }));
  for (let start = 0; start < rows.length; start += 100) {
    await store
      .database()
      .insertInto('purchases')
      .values(rows.slice(start, start + 100))
      .execute();
  }
}

/** A purchase page that stays open: `next` answers what the shop tells it next. */
async function listen(purchaseId: string) {
  const closing = new AbortController();
  const response = await visitor.fetch(`/api/payments/purchase/${purchaseId}/events`, { signal: closing.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  return {
    async next(): Promise<Purchase> {
      for (;;) {
        const told = /^data: (.*)\n\n/m.exec(heard);
        if (told?.[1]) {
          heard = heard.slice(told.index + told[0].length);
          return JSON.parse(told[1]);
        }
        const part = await reader?.read();
        if (!part || part.done) throw new Error('The stream ended.');
        heard += part.value;
      }
    },
    close: () => closing.abort(),
  };
}
