import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { copyDatabase, openSqlite } from '#db/client.ts';
import { countMatches, indexNewWords, SEARCHABLE } from '#db/queries/lists/full-text-search.ts';
import type { Database } from '#db/tables.ts';
import { removeCustomer } from '#src/domain/customers/erasure.ts';
import { receiveImport } from '#src/domain/imports/check-import.ts';
import { runImport, workOnImports } from '#src/domain/imports/run-import.ts';
import { indexWords } from '#src/domain/lists/search-words.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import { listSalePage } from '#src/domain/sales/sales.ts';
import type { Shop } from '#src/domain/shop.ts';
import { openShopForEachTest } from '../../support/before-tests/shop.ts';

const opened = openShopForEachTest();
let shop: Shop;

beforeEach(async () => {
  shop = opened.shop;
});

test('the index gives way to sales that come in from another platform', async () => {
  const newIds = Array.from({ length: 250 }, (_, number) => `customer-${number}`);
  await shop.db
    .insertInto('customers')
    .values(newIds.map((id) => ({ id, name: id, email: `${id}@exemplo.com`, createdAt: '2026-01-01', erasedAt: null })))
    .execute();
  const pieces = Readable.from([
    Buffer.from('Pedido;E-mail;Produto;Valor;Pago em\n1;rui@exemplo.com;Grade;10,00;14/03/2026\n'),
  ]);
  const { id } = await receiveImport(shop, { id: 'dona' }, { pieces, fileName: () => 'vendas.csv' });
  await runImport(shop, { id: 'dona' }, id, { products: [] });
  const before = await countUnindexed();

  await indexWords(shop);
  expect(await countUnindexed()).toBe(before - 100);

  await workOnImports(shop);
  await indexWords(shop);
  expect(await countUnindexed()).toBe(0);
});

async function countUnindexed(): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from "customerWords"
    where number > (select coalesce(max(id), 0) from "customerSearch_docsize")`.execute(shop.db);
  return rows[0]?.total ?? 0;
}

describe.each([
  ['before', async () => undefined],
  ['after', () => indexWords(shop)],
])('a sale %s the worker has indexed it', (_when, index) => {
  test('is found by any part of its buyer, and only by those', async () => {
    const { purchaseId, transactionId } = await order('Zuleika Quixote', 'zuleika.q@correio.example');
    await index();
    for (const q of ['ZULEÍKA', 'ika qui', 'zuleika.q@', 'q@correio.example', transactionId.slice(8, 20), purchaseId]) {
      expect(await found(q), q).toEqual([purchaseId]);
    }
    expect(await found('zuleika.q@outro.example')).toEqual([]);
    expect(await found('zuleikas')).toEqual([]);
  });

  test('is found by the name that it was given since, and no longer by the former one', async () => {
    const { purchaseId } = await order('Zuleika Quixote', 'zuleika@correio.example');
    await index();
    await shop.db.updateTable('purchases').set({ customerName: 'Ypiranga' }).where('id', '=', purchaseId).execute();
    expect([await found('quixote'), await found('ypiranga')]).toEqual([[], [purchaseId]]);
    await indexWords(shop);
    expect([await found('quixote'), await found('ypiranga')]).toEqual([[], [purchaseId]]);
    await expectWholeIndex(shop.db);
  });

  test('is not found by a buyer who was erased, whom no part of the index knows any more', async () => {
    await order('Zuleika Quixote', 'zuleika@correio.example');
    await index();
    const { id } = await shop.db
      .selectFrom('customers')
      .select('id')
      .where('email', '=', 'zuleika@correio.example')
      .executeTakeFirstOrThrow();
    await removeCustomer(shop, { id: 'dona' }, id);
    await indexWords(shop);
    expect([await found('zuleika'), await countMatches(shop.db, 'customer', 'zuleika')]).toEqual([[], 0]);
    expect(await partsKnown(['zul', 'uix'])).toEqual([]);
    await expectWholeIndex(shop.db);
  });

  test('leaves nothing behind and hides nothing that comes later when its words are dropped', async () => {
    const gone = await order('Zuleika Quixote', 'zuleika@correio.example');
    await index();
    await shop.db.deleteFrom('purchaseWords').where('id', '=', gone.purchaseId).execute();
    const { purchaseId } = await order('Ypiranga Xavier', 'ypiranga@correio.example');
    expect([await found('zuleika'), await found('ypiranga')]).toEqual([[], [purchaseId]]);
    await indexWords(shop);
    expect([await found('zuleika'), await found('ypiranga')]).toEqual([[], [purchaseId]]);
    await expectWholeIndex(shop.db);
  });
});

test('a backup made before the worker came, or a store that was killed then, forgets no sale', async () => {
  const { purchaseId } = await order('Zuleika Quixote', 'zuleika@correio.example');
  const path = `${opened.file}.copy`;
  await copyDatabase(opened.file, path);
  const { db, close } = openSqlite(`file:${path}`);
  try {
    expect(await countMatches(db, 'purchase', 'zuleika')).toBe(1);
    for (const kind of SEARCHABLE) expect(await indexNewWords(db, kind, 100_000)).toBeGreaterThan(0);
    expect(await countMatches(db, 'purchase', 'zuleika')).toBe(1);
    expect(await countMatches(db, 'purchase', purchaseId)).toBe(1);
    await expectWholeIndex(db);
  } finally {
    await close();
  }
});

test('many new sales are indexed oldest first, in steps, each once', async () => {
  await indexWords(shop);
  for (let at = 0; at < 5; at += 1) await order(`Zuleika ${at}`, 'zuleika@correio.example');
  const steps = [];
  for (let step = 0; step < 4; step += 1) {
    steps.push(await indexNewWords(shop.db, 'purchase', 2));
    expect(await countMatches(shop.db, 'purchase', 'zuleika')).toBe(5);
  }
  expect(steps).toEqual([2, 2, 1, 0]);
  await indexWords(shop);
  await expectWholeIndex(shop.db);
});

function order(customerName: string, customerEmail: string) {
  const wanted = { customerName, customerEmail, paymentMethod: 'pix', productId: 'lote' } as const;
  return startPayment(shop, wanted, { idempotencyKey: null, clientNetwork: '' });
}

async function found(q: string): Promise<string[]> {
  const narrowed = { status: null, period: null, from: null, to: null, origem: null } as const;
  const page = { sort: 'createdAt', order: 'desc', page: 1, pageSize: 10 } as const;
  return (await listSalePage(shop, { q, ...narrowed, ...page })).items.map(({ id }) => id);
}

/** Throws where the index differs from the words by one letter. */
async function expectWholeIndex(db: Database): Promise<void> {
  for (const kind of SEARCHABLE) {
    const index = sql.table(`${kind}Search`);
    await sql`insert into ${index} (${index}, rank) values ('integrity-check', 1)`.execute(db);
  }
}

async function partsKnown(parts: string[]): Promise<string[]> {
  const { rows } = await shop.db.connection().execute(async (connection) => {
    await sql`create virtual table temp.parts using fts5vocab('main', 'purchaseSearch', 'row')`.execute(connection);
    return sql<{ term: string }>`select term from temp.parts where term in (${sql.join(parts)})`.execute(connection);
  });
  return rows.map(({ term }) => term);
}
