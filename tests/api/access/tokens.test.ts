import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { TOKENS_PATH, type TokenCreated } from '#src/wire/access/api-tokens.ts';
import { SCOPES, type Scope } from '#src/wire/access/scopes.ts';
import type { AuditEntry } from '#src/wire/audit/audit.ts';
import { SECOND_MS } from '#src/wire/basics/durations.ts';
import type { Coupon } from '#src/wire/coupons/coupons.ts';
import type { CustomerSummary } from '#src/wire/customers/customers.ts';
import type { CursorPage, Page } from '#src/wire/lists/lists.ts';
import type { AdminProduct, ProductDetails } from '#src/wire/products/products.ts';
import { TRANSFER_PATH } from '#src/wire/releases/releases.ts';
import type { Sale } from '#src/wire/sales/sales.ts';
import { loginForFile, openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { type Client, openClient } from '../../support/calls/client.ts';
import { send } from '../../support/calls/raw-http.ts';
import { buy, expectStatus } from '../../support/purchases/buy.ts';

const ALL = Object.keys(SCOPES) as Scope[];
const store = startStoreForFile({ ADMIN_GATES: 'enforce' });
const owner = loginForFile(store);
const visitor = openClientForFile(store);

const create = async (name: string, scopes: readonly Scope[]) =>
  expectStatus(await owner.post(TOKENS_PATH, { name, scopes }), 201).json<TokenCreated>();
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('the scopes of the back-office', () => {
  const folder = fileURLToPath(new URL('../../../src/pages/api/', import.meta.url));
  let calls: { method: string; path: string; scope: string | null }[];

  beforeAll(async () => {
    const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.ts'));
    calls = (await Promise.all(files.map(readCalls))).flat();
  });

  async function readCalls(file: string) {
    const text = await readFile(folder + file, 'utf8');
    const path = `/api/${file.replace(/(?:\/?index)?\.ts$/, '').replace(/\[[^\]]+\]/g, 'nao-existe')}`;
    const declared = text.matchAll(/export const ([A-Z]+) = endpoint\(\{\s*(?:scope: '([a-z:]+)',\s*)?allow: /g);
    const found = [...declared].map(([, method = '', scope]) => ({ method, path, scope: scope ?? null }));
    expect(found, file).toHaveLength(text.match(/\ballow: /g)?.length ?? 0);
    return found.map((call) => (call.method === 'ALL' ? { ...call, method: 'GET' } : call));
  }

  test('open each call to its scope alone, and keep it from all others together', async () => {
    expect(calls.length).toBeGreaterThan(150);
    const tokens = new Map<string, { alone: string; others: string }>();
    for (const scope of ALL) {
      const alone = await create(`Só ${scope}`, [scope]);
      const others = await create(
        `Sem ${scope}`,
        ALL.filter((each) => each !== scope),
      );
      tokens.set(scope, { alone: alone.token, others: others.token });
    }
    const { token: everything } = await create('Tudo', ALL);
    const wrong: unknown[] = [];
    for (const call of calls) {
      const { alone, others } = tokens.get(call.scope ?? '') ?? { alone: everything, others: everything };
      const found = [await ask(call, bearer(alone)), await ask(call, bearer(others))].join();
      const wanted =
        { null: 'not_by_token,not_by_token', any: 'open,open' }[String(call.scope)] ?? 'open,missing_scope';
      if (found !== wanted) wrong.push([call, found]);
    }
    expect(wrong).toEqual([]);
    await store.database().deleteFrom('apiTokens').execute();
  });

  test('open nothing without a token, or with one that is none', async () => {
    const wrong: unknown[] = [];
    for (const call of calls) {
      if (call.path === '/api/admin/backups/external') continue;
      const found = [await ask(call, {}), await ask(call, bearer(`cf_${'x'.repeat(43)}`)), await ask(call, bearer(''))];
      if (found.join() !== 'unauthenticated,invalid_token,invalid_token') wrong.push([call.method, call.path, found]);
    }
    expect(wrong).toEqual([]);
  });

  /** Ids are unknown, so that nothing is changed. */
  async function ask({ method, path }: { method: string; path: string }, headers: Record<string, string>) {
    const response = await visitor.fetch(`${path}?page=1&pageSize=1`, { method, headers });
    const text = await response.text();
    if (response.status !== 401 && response.status !== 403) return 'open';
    return JSON.parse(text).code as string;
  }
});

describe('a call by token', () => {
  test('needs no origin and no gate, and takes no cookie along', async () => {
    const { token } = await create('n8n', ['products:write']);
    const [product] = (await owner.get('/api/admin/products')).json<AdminProduct[]>();
    const path = `/api/admin/products/${product?.id}/duplicate`;
    expect((await owner.post(path)).json()).toMatchObject({ code: 'gate_required' });
    const foreign = { ...bearer(token), origin: 'https://n8n.exemplo.com.br', 'sec-fetch-site': 'cross-site' };
    expectStatus(await visitor.post(path, undefined, foreign), 201);
    const cookie = [...owner.cookies].map((pair) => pair.join('=')).join('; ');
    const both = await send(store.url, '/api/admin/audit', { headers: { ...bearer(token), cookie } });
    expect([both.status, JSON.parse(both.text).code]).toEqual([403, 'not_by_token']);
    const page = await send(store.url, '/admin/products', { headers: { ...bearer(token), cookie } });
    expect([page.status, page.headers['location']]).toEqual([302, '/login']);
    const metadata = { 'tus-resumable': '1.0.0', 'upload-length': '5', 'content-length': '0' };
    const transfer = await send(store.url, TRANSFER_PATH, {
      method: 'POST',
      headers: { ...bearer(token), ...metadata },
    });
    expect([transfer.status, JSON.parse(transfer.text).code]).toEqual([422, 'invalid']);
  });

  test('is in the trail under the name of the token, which is nowhere else', async () => {
    const { id, token } = await create('Planilha', ['sales:read', 'customers:read']);
    expectStatus(await visitor.get('/api/admin/purchases/export.csv', bearer(token)), 200);
    const { items } = (await owner.get('/api/admin/audit?q=planilha')).json<Page<AuditEntry>>();
    expect(items.map(({ action, actorName }) => [action, actorName])).toContainEqual([
      'purchase.export',
      'Token Planilha',
    ]);
    expect((await visitor.get('/api/admin/purchases', bearer(token))).json()).toBeTruthy();
    const secret = token.slice(7);
    const rows = await store.database().selectFrom('apiTokens').selectAll().where('id', '=', id).execute();
    for (const text of [store.output(), (await owner.get(TOKENS_PATH)).text, JSON.stringify(rows)]) {
      expect(text).not.toContain(secret);
    }
    const revoked = await owner.delete(`${TOKENS_PATH}/${id}`);
    expectStatus(revoked, 200);
    expect((await visitor.get('/api/admin/purchases', bearer(token))).json()).toMatchObject({ code: 'invalid_token' });
  });

  test('reads no key without keys:read', async () => {
    const { id } = await buy(visitor, { productId: 'grade-cinema' });
    const { activationKey: key } = (await visitor.get(`/api/payments/license/${id}`)).json<{ activationKey: string }>();
    const customers = (await owner.get('/api/admin/customers?q=ana')).json<Page<CustomerSummary>>();
    const paths = [`/purchases/${id}`, `/customers/${customers.items[0]?.id}/export`].map(
      (path) => `/api/admin${path}`,
    );
    const blind = await create('Sem chaves', ['sales:read', 'customers:read', 'sales:refund', 'licenses:write']);
    const seeing = await create('Com chaves', ['sales:read', 'customers:read', 'keys:read']);
    for (const path of paths) {
      expect((await visitor.get(path, bearer(blind.token))).text).not.toContain(key);
      expect((await visitor.get(path, bearer(seeing.token))).text).toContain(key);
    }
    const refunded = await visitor.post(`/api/admin/purchases/${id}/refund`, {}, bearer(blind.token));
    expect([200, 202]).toContain(refunded.status);
    expect(refunded.text).not.toContain(key);
    expect(refunded.text).toContain('•••••');
  });

  test('is done once with the same key, whoever calls at once', async () => {
    const { token } = await create('Cupons', ['coupons:write', 'coupons:read']);
    const form = {
      name: 'De uma vez',
      type: 'PERCENT',
      discount: '10',
      maxUses: 1,
      validFrom: '2026-01-01',
      validTo: '2030-01-01',
    };
    const post = (code: string, key: string) =>
      visitor.post('/api/admin/coupons', { ...form, code }, { ...bearer(token), 'idempotency-key': key });
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('UMAVEZ', 'a')));
    const first = answers.find(({ status, headers }) => status === 201 && !headers.has('idempotency-replayed'));
    const meanwhile = JSON.stringify({
      message: 'A primeira chamada com esta chave ainda não terminou.',
      code: 'in_progress',
    });
    for (const { status, text } of answers)
      expect(['201', first?.text, '409', meanwhile].join()).toContain(`${status},${text}`);
    const again = await post('UMAVEZ', 'a');
    expect([again.status, again.headers.get('idempotency-replayed'), again.text]).toEqual([201, 'true', first?.text]);
    expect((await post('OUTRO', 'a')).json()).toMatchObject({ code: 'idempotency_mismatch' });
    expect((await post('UMAVEZ', 'b')).status).toBe(409);
    const rest = await visitor.get('/api/admin/coupons?q=umavez', bearer(token));
    expect(rest.json<Page<Coupon>>().total).toBe(1);
  });

  test('has an ETag, by which one of twenty writers wins', async () => {
    const { token } = await create('Escritor', ['products:read', 'products:write', 'coupons:read', 'coupons:write']);
    const coupon = (await owner.get('/api/admin/coupons')).json<Coupon[]>()[0];
    const [product] = (await owner.get('/api/admin/products')).json<AdminProduct[]>();
    const rows = [
      { read: `/api/admin/coupons/${coupon?.id}`, write: `/api/admin/coupons/${coupon?.id}`, field: 'description' },
      {
        read: `/api/admin/products/${product?.id}/details`,
        write: `/api/admin/products/${product?.id}`,
        field: 'name',
      },
    ];
    for (const { read, write, field } of rows) {
      const seen = expectStatus(await visitor.get(read, bearer(token)), 200);
      const etag = seen.headers.get('etag') ?? '';
      expect((await visitor.get(read, { ...bearer(token), 'if-none-match': etag })).status).toBe(304);
      const put = (value: string) => visitor.put(write, { [field]: value }, { ...bearer(token), 'if-match': etag });
      const written = await Promise.all(Array.from({ length: 20 }, (_, at) => put(`Mudança ${at}`)));
      expect(written.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const { status } of written) expect([200, 409, 412]).toContain(status);
      expect((await put('Tarde')).json()).toMatchObject({ code: 'changed_meanwhile' });
      const deletion = await visitor.delete(write, { ...bearer(token), 'if-match': etag });
      expect([deletion.status, deletion.json()]).toMatchObject([400, { code: 'if_match_unread' }]);
      expect((await visitor.get(read, { ...bearer(token), 'if-none-match': etag })).status).toBe(200);
      expect((await visitor.get(read, bearer(token))).json<ProductDetails>()).not.toMatchObject({ [field]: 'Tarde' });
    }
  });

  test('walks the lists by cursor, past rows that come meanwhile', async () => {
    const { token } = await create('Passeio', ALL);
    const reader = openClient(store.url);
    expect(await walk(reader, '/api/admin/purchases', token, 7)).toEqual(await idsOf('/api/admin/purchases'));
    await walk(reader, '/api/admin/customers', token, 9);
    for (const list of ['customers', 'activation-keys', 'coupons', 'products', 'affiliates']) {
      const walked = await walk(reader, `/api/admin/${list}`, token, 50);
      expect(walked.toSorted(), list).toEqual((await idsOf(`/api/admin/${list}`)).toSorted());
    }
    const first = await page(reader, '/api/admin/purchases?status=completed&cursor=', token);
    const bought = await buy(visitor, { productId: 'lote' });
    const next = await page(reader, `/api/admin/purchases?status=completed&cursor=${first.nextCursor}`, token);
    expect(next.items.some(({ id }) => id === bought.id || first.items.some((item) => item.id === id))).toBe(false);
    const broken = await reader.get('/api/admin/purchases?cursor=%00~x', bearer(token));
    expect([broken.status, broken.json<{ fields: object }>().fields]).toMatchObject([
      422,
      { cursor: expect.any(String) },
    ]);
  });

  async function page(client: Client, path: string, token: string) {
    return expectStatus(await client.get(path, bearer(token)), 200).json<CursorPage<Pick<Sale, 'id'>>>();
  }

  async function walk(client: Client, list: string, token: string, pageSize: number): Promise<string[]> {
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { items, nextCursor }: CursorPage<{ id: string }> = await page(
        client,
        `${list}?pageSize=${pageSize}&cursor=${cursor}`,
        token,
      );
      ids.push(...items.map(({ id }) => id));
      cursor = nextCursor;
    }
    return ids;
  }

  async function idsOf(list: string): Promise<string[]> {
    return (await owner.get(list)).json<{ id: string }[]>().map(({ id }) => id);
  }
});

test('tokens are made and listed by administrators alone, with their password', async () => {
  expect((await visitor.get(TOKENS_PATH)).status).toBe(401);
  const refused = await owner.post(TOKENS_PATH, { name: 'x', scopes: [] });
  expect([refused.status, refused.json<{ fields: object }>().fields]).toMatchObject([
    422,
    { scopes: expect.any(String) },
  ]);
  const aWhileAgo = Math.floor(Date.now() / SECOND_MS) - 11 * 60;
  await store.database().updateTable('sessions').set({ created_at: aWhileAgo }).execute();
  expect((await owner.post(TOKENS_PATH, { name: 'x', scopes: ['sales:read'] })).json()).toMatchObject({
    code: 'confirm_identity',
  });
});
