import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import type { ErrorBody } from '#src/wire/basics/errors.ts';
import type { CustomerExport } from '#src/wire/customers/customer-export.ts';
import { CUSTOMER_LIST, type Customer, type CustomerSummary } from '#src/wire/customers/customers.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import { loginForFile, openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { actAtSandbox, buy, expectStatus, startPurchase } from '../../support/purchases/buy.ts';
import { receiptSent } from '../../support/purchases/purchases.ts';

const PATH = '/api/admin/customers';

const store = startStoreForFile();
const visitor = openClientForFile(store);
const owner = loginForFile(store);

const readPage = async (query: string) =>
  expectStatus(await owner.get(`${PATH}?${query}`), 200).json<Page<CustomerSummary>>();
const readOne = async (id: string) => expectStatus(await owner.get(`${PATH}/${id}`), 200).json<Customer>();
const findByEmail = async (email: string) => (await readPage(`q=${encodeURIComponent(email)}`)).items[0];
const auditOf = (action: string) =>
  store.database().selectFrom('audit').selectAll().where('action', '=', action).orderBy('id').execute();

describe('a stranger', () => {
  test.each([
    ['GET', PATH],
    ['GET', `${PATH}?page=1`],
    ['GET', `${PATH}/export.csv`],
    ['GET', `${PATH}/some-id`],
    ['GET', `${PATH}/some-id/export`],
    ['DELETE', `${PATH}/some-id`],
  ])('is rejected: %s %s', async (method, path) => {
    const response = await visitor.fetch(path, { method });
    expect(response.status).toBe(401);
    expect(await response.text()).not.toContain('@');
  });
});

describe('the whole list of customers', () => {
  test('contains everybody with all purchases, as in the books', async () => {
    const response = expectStatus(await owner.get(PATH), 200);
    const customers = response.json<Customer[]>();
    const { count } = await store
      .database()
      .selectFrom('customers')
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();

    expect(customers).toHaveLength(count);
    expect(new Set(customers.map(({ id }) => id)).size).toBe(count);
    expect(customers.flatMap(({ purchases }) => purchases).length).toBeGreaterThan(count / 2);
    for (const { email, purchases } of customers) {
      for (const purchase of purchases) expect(purchase).toMatchObject({ customerEmail: email, paymentMethod: 'pix' });
      const dates = purchases.map(({ createdAt }) => createdAt);
      expect(dates).toEqual(dates.toSorted().toReversed());
    }
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});

describe('a page of customers', () => {
  test('has ten rows, newest first, and the total', async () => {
    const { items, total, page, pageSize } = await readPage('page=1');
    expect(items).toHaveLength(10);
    expect({ page, pageSize }).toEqual({ page: 1, pageSize: 10 });
    expect(total).toBeGreaterThan(300);
    const dates = items.map(({ createdAt }) => createdAt);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  test.each(CUSTOMER_LIST.sorts)('sorted by %s, both ways, contains each customer exactly once', async (sort) => {
    const all = async (order: string) => {
      const pages = await Promise.all(
        [1, 2, 3, 4].map((page) => readPage(`sort=${sort}&order=${order}&page=${page}&pageSize=100`)),
      );
      return pages.flatMap(({ items }) => items);
    };
    const [up, down] = await Promise.all([all('asc'), all('desc')]);
    expect(up.map(({ id }) => id)).toEqual(down.map(({ id }) => id).toReversed());
    expect(new Set(up.map(({ id }) => id)).size).toBe((await readPage('page=1')).total);
    const values = up.map((customer) => customer[sort]).filter((value) => value !== null);
    const inOrder = values.every((value, at) => at === 0 || compare(values[at - 1] ?? '', value) <= 0);
    expect(inOrder).toBe(true);
  });

  test('past the end is empty and still has the total', async () => {
    const { items, total, page } = await readPage('page=9999');
    expect({ items, page }).toEqual({ items: [], page: 9999 });
    expect(total).toBeGreaterThan(300);
  });

  test('finds people by name or e-mail, ignoring case and accents', async () => {
    await startPurchase(visitor, {
      customerName: 'Íris Gonçález Ñandu',
      customerEmail: 'iris+teste_1@exemplo.com.br',
    });
    for (const search of ['iris goncalez', 'ÍRIS', 'Nandu', 'TESTE_1@EXEMPLO', 'ñ', 'gonçá']) {
      const { items } = await readPage(`q=${encodeURIComponent(search)}`);
      expect(
        items.map(({ email }) => email),
        search,
      ).toContain('iris+teste_1@exemplo.com.br');
    }
    for (const search of ['iris_', '"', "' or 1=1 --", 'NEAR(iris)', '_%']) {
      const { items } = await readPage(`q=${encodeURIComponent(search)}`);
      expect(items.every(({ name, email }) => `${name}\n${email}`.toLowerCase().includes(search.toLowerCase()))).toBe(
        true,
      );
    }
  });

  test('ignores an invalid page, order and sort column', async () => {
    const usual = await readPage('page=1');
    expect(await readPage('page=-3&pageSize=0x&sort=passwordHash;drop&order=sideways')).toEqual(usual);
    expect((await readPage('pageSize=100000')).items).toHaveLength(100);
  });

  test('counts paid and pending purchases, and sums only paid ones', async () => {
    const person = { customerName: 'Soma de Tudo', customerEmail: 'soma@exemplo.com.br' };
    const paid = await buy(visitor, person);
    await startPurchase(visitor, person);
    const rejected = await startPurchase(visitor, person);
    await actAtSandbox(visitor, rejected.transactionId, 'reject');
    const expired = await startPurchase(visitor, person);
    await actAtSandbox(visitor, expired.transactionId, 'expire');

    const summary = await findByEmail(person.customerEmail);
    expect(summary).toMatchObject({ name: person.customerName, purchaseCount: 2 });
    expect(`R$ ${summary?.totalSpent.toFixed(2).replace('.', ',')}`).toBe(paid.totalAmount);
    const { purchases, lastPurchaseDate } = await readOne(summary?.id ?? '');
    expect(purchases.map(({ paymentStatus }) => paymentStatus)).toEqual(['FAILED', 'FAILED', 'PENDING', 'COMPLETED']);
    expect(lastPurchaseDate).toBe(purchases[2]?.createdAt);
  });
});

test('a customer with only refused orders has no purchases', async () => {
  const person = { customerName: 'Rita Recusada', customerEmail: 'rita@exemplo.com.br' };
  const { transactionId } = await startPurchase(visitor, person);
  await actAtSandbox(visitor, transactionId, 'reject');
  expect(await findByEmail(person.customerEmail)).toMatchObject({ purchaseCount: 0, lastPurchaseDate: null });
});

describe('one customer', () => {
  test('returns 404 with a sentence when unknown', async () => {
    for (const response of [
      await owner.get(`${PATH}/nobody`),
      await owner.get(`${PATH}/nobody/export`),
      await owner.delete(`${PATH}/nobody`),
    ]) {
      expect(response.status).toBe(404);
      expect(response.json<ErrorBody>()).toEqual({ code: 'not_found', message: 'Cliente não encontrado' });
    }
  });

  test('is exported as a file, and the export is audited', async () => {
    const person = {
      customerName: 'Lia Acesso',
      customerEmail: 'lia.acesso@exemplo.com.br',
      productId: 'grade-cinema',
    };
    const { id: purchaseId } = await buy(visitor, person);
    await visitor.get(`/api/payments/download/${purchaseId}`);
    await receiptSent(store, purchaseId);
    const { id = '' } = (await findByEmail(person.customerEmail)) ?? {};

    const response = expectStatus(await owner.get(`${PATH}/${id}/export`), 200);
    const data = response.json<CustomerExport>();
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="cliente-${id}.json"`);
    expect(data.customer).toMatchObject({
      id,
      name: person.customerName,
      email: person.customerEmail,
      purchaseCount: 1,
    });
    expect(data.purchases).toHaveLength(1);
    const [purchase] = data.purchases;
    expect(purchase).toMatchObject({ id: purchaseId, status: 'Completo' });
    expect(purchase?.activationKeys[0]?.key).toMatch(/\S{8,}/);
    expect(purchase).toMatchObject({ activationKey: purchase?.activationKeys[0] });
    expect(purchase?.emails).toMatchObject([{ kind: 'receipt', state: 'sent' }]);
    const events = purchase?.events.map(({ event }) => event);
    expect(events).toEqual(expect.arrayContaining(['created', 'paid', 'key_given', 'mailed']));
    expect((await auditOf('customer.export')).at(-1)).toMatchObject({ entity: 'customer', entityId: id, fields: '[]' });
  });
});

describe('the exported list', () => {
  const download = async (query = '') => {
    const response = expectStatus(await owner.get(`${PATH}/export.csv${query}`), 200);
    const rows: string[][] = parse(response.text, { delimiter: ';', bom: true });
    return { response, rows };
  };

  test('contains everybody or the search results, and is audited', async () => {
    const { response, rows } = await download();
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="clientes.csv"');
    expect(rows[0]).toEqual(['Nome', 'E-mail', 'Cadastro', 'Última compra', 'Compras', 'Total gasto']);
    const { total } = await readPage('page=1');
    expect(rows).toHaveLength(total + 1);
    expect(new Set(rows.map((row) => row[1])).size).toBe(total + 1);

    await buy(visitor, { customerName: 'Ficha Única', customerEmail: 'ficha@exemplo.com.br' });
    const found = await download('?q=ficha%40exemplo');
    expect(found.rows).toHaveLength(2);
    expect(found.rows[1]).toMatchObject({ 0: 'Ficha Única', 4: '1' });
    expect((await auditOf('customer.export')).at(-1)).toMatchObject({ entityId: 'list', fields: '["q"]' });
  });

  test('escapes formulas', async () => {
    for (const [at, customerName] of ['=HYPERLINK("http://x")', '+1+cmd', '-2+3', '@SUM(A1)'].entries()) {
      await startPurchase(visitor, { customerName, customerEmail: `formula${at}@exemplo.com.br` });
    }
    const { rows } = await download('?q=formula');
    expect(rows).toHaveLength(5);
    for (const row of rows) for (const cell of row) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
  });
});

function compare(left: string | number, right: string | number): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return plain(left) < plain(right) ? -1 : Number(plain(left) > plain(right));
}

function plain(text: string | number): string {
  return String(text).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
