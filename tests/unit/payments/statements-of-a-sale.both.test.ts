import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { isSqlite } from '#db/engine.ts';
import type { Database } from '#db/tables.ts';
import { simulatePayment } from '#src/domain/payments/simulate-payment.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import { openShopForFile } from '../../support/before-tests/shop.ts';

const opened = openShopForFile();

/** On PostgreSQL each is a way to the server and back. What others hear of it is one more. Those of limits and of the sandbox bank are not among them. */
const OF_A_SALE = {
  sqlite: { order: { statements: 11, transactions: 2 }, payment: { statements: 11, transactions: 1 } },
  postgres: { order: { statements: 5, transactions: 1 }, payment: { statements: 6, transactions: 1 } },
};

test('an order and its payment take no more statements than they need', async () => {
  const { shop } = opened;
  const { db, countSince } = countStatements(shop.db);
  const counted = { ...shop, db };
  const order = {
    productId: 'grade-cinema',
    customerName: 'Ana Conceição',
    customerEmail: 'ana@exemplo.com.br',
    paymentMethod: 'pix',
  } as const;

  const { transactionId } = await startPayment(counted, order, { idempotencyKey: 'uma-vez', clientNetwork: '' });
  const ofOrder = countSince();
  await simulatePayment(counted, transactionId, 'pay');
  const ofPayment = countSince();

  expect({ order: ofOrder, payment: ofPayment }).toEqual(OF_A_SALE[isSqlite(db) ? 'sqlite' : 'postgres']);
});

function countStatements(db: Database) {
  const counts = { statements: 0, transactions: 0 };
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      counts.statements += 1;
      return result;
    },
  };
  const counting = new Proxy(db.withPlugin(counter), {
    get(target, name) {
      if (name === 'transaction') counts.transactions += 1;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return {
    db: counting,
    countSince() {
      const since = { ...counts };
      Object.assign(counts, { statements: 0, transactions: 0 });
      return since;
    },
  };
}
