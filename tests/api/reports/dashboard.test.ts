import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { DashboardStats, SaleUpdate } from '#src/wire/reports/dashboard.ts';
import { loginForFile, openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { type Client, login } from '../../support/calls/client.ts';
import { actAtSandbox, buy, readPurchase, startPurchase } from '../../support/purchases/buy.ts';

const store = startStoreForFile();
const visitor = openClientForFile(store);
const owner = loginForFile(store);

const PATHS = ['/api/admin/dashboard-stats', '/api/admin/events'];
const readStats = async () => (await owner.get('/api/admin/dashboard-stats')).json<DashboardStats>();

describe('a stranger', () => {
  test.each(PATHS)('is rejected at %s', async (path) => {
    const response = await visitor.get(path);
    expect(response.status).toBe(401);
    expect(response.text).not.toContain('recentOrders');
  });

  test.each(['/admin', '/admin/', '/%61dmin', '/admin/sales', '/admin/nowhere'])('does not see %s', async (path) => {
    const response = await visitor.get(path);
    expect(response.status).not.toBe(200);
    expect(response.text).not.toMatch(/Pedidos recentes|astro-island|Vendas totais/);
  });
});

describe('the dashboard of the demo shop', () => {
  test('agrees with the books to the centavo', async () => {
    const stats = await readStats();
    const sold = store.database().selectFrom('purchases').where('status', '=', 'COMPLETED');
    const { cents, count } = await sold
      .select((row) => [row.fn.sum<number>('totalCents').as('cents'), row.fn.countAll<number>().as('count')])
      .executeTakeFirstOrThrow();

    expect(Math.round(stats.totalSales * 100)).toBe(cents);
    expect(stats.totalProductsSold).toBe(count);
    expect(stats.totalCustomers).toBeGreaterThan(0);
    expect(stats.monthlyData).toHaveLength(12);
    expect(stats.recentOrders).toHaveLength(10);
    const dates = stats.recentOrders.map((order) => order.date);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  test('counts a sale when it is paid, and no open order', async () => {
    const before = await readStats();
    const created = await startPurchase(visitor);
    const open = await readStats();
    expect(open.totalSales).toBe(before.totalSales);
    expect(open.recentOrders[0]).toMatchObject({ id: created.purchaseId, status: 'Processando' });

    await actAtSandbox(visitor, created.transactionId, 'pay');
    await expect.poll(async () => (await readStats()).recentOrders[0]?.status).toBe('Completado');
    const after = await readStats();
    expect(after.recentOrders[0]?.amount).toBe(created.amount);
    expect(after.totalProductsSold).toBe(before.totalProductsSold + 1);
    const grown = Math.round((after.totalSales - before.totalSales) * 100);
    expect(grown).toBe(Math.round((lastMonthOf(after) - lastMonthOf(before)) * 100));
  });

  test('shows a refused payment as Falha', async () => {
    const created = await startPurchase(visitor);
    await actAtSandbox(visitor, created.transactionId, 'reject');
    await expect.poll(async () => (await readStats()).recentOrders[0]?.status).toBe('Falha');
  });

  test('is rendered with its figures', async () => {
    const page = await owner.get('/admin');
    expect(page.status).toBe(200);
    expect(page.text).toContain('Pedidos recentes');
    expect(page.headers.get('cache-control')).toContain('no-store');
    expect(page.headers.get('content-security-policy')).toMatch(/style-src 'self' 'nonce-[0-9a-f-]{36}'/);
  });

  test('has a new nonce in each response', async () => {
    const nonces = await Promise.all([owner.get('/admin'), owner.get('/admin')]).then((pages) =>
      pages.map((page) => /'nonce-([^']+)'/.exec(page.headers.get('content-security-policy') ?? '')?.[1]),
    );
    expect(nonces[0]).toBeTruthy();
    expect(nonces[0]).not.toBe(nonces[1]);
  });
});

describe('other back-office addresses', () => {
  test('return 404 when unknown', async () => {
    const page = await owner.get('/admin/nowhere');
    expect(page.status).toBe(404);
    expect(page.text).toContain('Página não encontrada');
  });

  test('redirect the signed-in owner away from the login', async () => {
    const response = await owner.get('/login');
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe('/admin');
  });
});

describe('the stream of sales', () => {
  test('reports a paid sale at once', async () => {
    const news = await listen(owner);
    const purchase = await buy(visitor);

    const paid = { id: purchase.id, status: 'Completado', amount: purchase.totalAmount };
    const isTold = ({ recentOrders: [newest] }: SaleUpdate) => newest?.id === paid.id && newest.status === paid.status;
    const told = salesIn(await news.until((text) => salesIn(text).some(isTold))).find(isTold);
    expect(told?.recentOrders[0]).toMatchObject(paid);
    await news.close();
  });

  test('ends with the session', async () => {
    const leaving = await login(store);
    const news = await listen(leaving);
    await leaving.get('/api/logout');

    const { purchaseId } = await startPurchase(visitor);
    await readPurchase(visitor, purchaseId);

    const heard = await news.rest();
    expect(heard).not.toContain(purchaseId);
  });
});

/** Reads what the stream has told of sales, each piece that has come whole. */
function salesIn(text: string): SaleUpdate[] {
  return [...text.matchAll(/^event: sale\ndata: (.*)\n\n/gm)].map(([, data = '']) => JSON.parse(data));
}

function lastMonthOf(stats: DashboardStats): number {
  return stats.monthlyData.at(-1)?.vendas ?? 0;
}

type News = {
  /** All that was said, once it satisfies. */
  until(isEnough: (text: string) => boolean): Promise<string>;
  /** All that was said until the store ends the stream. */
  rest(): Promise<string>;
  close(): Promise<void>;
};

async function listen(client: Client): Promise<News> {
  const response = await client.fetch('/api/admin/events');
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error('The stream has no body.');
  let text = '';
  const readOn = async () => {
    const { done, value } = await Promise.race([reader.read(), late()]);
    text += value ?? '';
    return !done;
  };
  return {
    async until(isEnough) {
      while (!isEnough(text)) if (!(await readOn())) throw new Error(`The stream ended after: ${text}`);
      return text;
    },
    async rest() {
      while (await readOn());
      return text;
    },
    close: () => reader.cancel(),
  };
}

async function late(): Promise<never> {
  await wait(40_000, undefined, { ref: false });
  throw new Error('The stream said nothing for 40 s.');
}
