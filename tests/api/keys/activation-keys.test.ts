import { describe, expect, test } from 'vitest';
import type { ActivationKey } from '#src/wire/keys/activation-keys.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import { loginForFile, openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { login } from '../../support/calls/client.ts';
import { BUYER, buy, expectStatus } from '../../support/purchases/buy.ts';
import { handleKeys, KEYS, newKeys } from '../../support/purchases/keys.ts';
import { startStore } from '../../support/store/store.ts';

const store = startStoreForFile();
const visitor = openClientForFile(store);
const owner = loginForFile(store);
const { added, count, page } = handleKeys(() => ({ store, owner }));

describe('the list of keys', () => {
  test('returns the whole list, newest first, with buyers and products', async () => {
    const [key = ''] = newKeys(1);
    await added('lote', key);
    const sold = await buy(visitor, { productId: 'grade-cinema', customerName: 'Bento Ramalho' });
    const keys = (await owner.get(KEYS)).json<ActivationKey[]>();

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
      machines: null,
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(keys.find(({ purchaseId }) => purchaseId === sold.id)).toMatchObject({
      isAssigned: true,
      status: 'assigned',
      product: { name: 'Grade Cinema' },
      purchase: { customerName: 'Bento Ramalho', customerEmail: BUYER.customerEmail },
    });
  });

  test('returns each key on exactly one page, whatever the sort order', async () => {
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

  test('filters by status and product, with correct totals', async () => {
    const rows = (await owner.get(KEYS)).json<ActivationKey[]>();
    for (const status of ['available', 'assigned', 'revoked']) {
      for (const productId of ['', 'lote', 'grade-cinema', 'nada']) {
        const wanted = rows.filter((row) => row.status === status && (!productId || row.productId === productId));
        const found = await page(`status=${status}&productId=${productId}&pageSize=100`);
        expect(found.total, `${status} ${productId}`).toBe(wanted.length);
        expect(found.items).toEqual(wanted.slice(0, 100));
      }
    }
  });

  test('finds keys by their text and by the name and e-mail of their buyers, but not by product', async () => {
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

describe('the export', () => {
  test('contains what the list shows, with formulas escaped', async () => {
    const [plain = ''] = newKeys(1);
    await added('lote', ['=1+1', '+55', '@SUM(A1)', '-2', `"aspas"; ${plain}`]);
    const response = await owner.get(`${KEYS}/export.csv?productId=lote&status=available&sort=key`);

    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="chaves-de-ativacao.csv"');
    const lines = response.text.split('\n').filter(Boolean);
    expect(lines[0]?.replace('\ufeff', '')).toBe(
      'Chave;Produto;Status;Cliente;E-mail;Data de criação;Data de entrega;Compra;Pedido',
    );
    expect(lines).toHaveLength((await page('productId=lote&status=available')).total + 1);
    for (const line of lines.slice(1)) {
      expect(line).toMatch(/;Lote;Disponível;;;\d\d\/\d\d\/\d{4} \d\d:\d\d;;;$/);
      expect(line).not.toMatch(/^"?[=+@-]/);
    }
    expect(response.text).toContain("'=1+1");
    expect(response.text).toContain(`"""aspas""; ${plain}"`);
  });

  test('contains buyers', async () => {
    const { id, number } = await buy(visitor, { productId: 'onda-audio', customerName: '=HYPERLINK(1)' });
    const { text } = await owner.get(`${KEYS}/export.csv?status=assigned&q=HYPERLINK`);
    expect(text).toContain(`;Onda Áudio;Utilizada;'=HYPERLINK(1);${BUYER.customerEmail};`);
    expect(text.trim().endsWith(`;${id};${number}`)).toBe(true);
  });
});

describe('access', () => {
  const calls: [method: 'get' | 'delete' | 'post', path: string][] = [
    ['get', KEYS],
    ['get', `${KEYS}/stock`],
    ['get', `${KEYS}/export.csv`],
    ['post', `${KEYS}/bulk`],
    ['delete', `${KEYS}/x`],
  ];

  test.each(calls)('%s %s requires a session', async (method, path) => {
    expect((await visitor[method](path)).status).toBe(401);
  });

  test('with enforced gates always allows reading and requires the gate for changes', async () => {
    const guarded = await startStore({ ADMIN_GATES: 'enforce' });
    try {
      const client = await login(guarded);
      const send = () => client.post(`${KEYS}/bulk`, { productId: 'lote', keys: 'PORTAO-1' });
      const { id } = (await client.get(`${KEYS}?status=available`)).json<Page<ActivationKey>>().items[0] ?? { id: '' };
      for (const refused of [await send(), await client.delete(`${KEYS}/${id}`)]) {
        expect(refused.status).toBe(403);
        expect(refused.json()).toMatchObject({ code: 'gate_required' });
      }
      expect((await client.get(`${KEYS}?q=PORTAO-1`)).json()).toMatchObject({ total: 0 });
      expect((await client.get(`${KEYS}/export.csv`)).status).toBe(200);
      expectStatus(await client.post('/api/admin/gates/activation-keys', { password: guarded.gatePassword }), 200);
      expect((await send()).status).toBe(201);
      expect((await client.delete(`${KEYS}/${id}`)).status).toBe(200);
    } finally {
      await guarded.stop();
    }
  });
});
