import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenSqlite, openSqlite } from '#db/client.ts';
import { countAudit, listAudit } from '#db/queries/audit/audit.ts';
import { listCustomers } from '#db/queries/customers/customers.ts';
import { countMatches } from '#db/queries/lists/full-text-search.ts';
import { countMailSentSince } from '#db/queries/mail/mail-quota.ts';
import { listDueMail } from '#db/queries/mail/outbox.ts';
import { listSalesByCoupon, listSalesByProduct, sumRefunds, sumSold } from '#db/queries/reports/analytics.ts';
import { countSales, listSales } from '#db/queries/sales/sales.ts';
import type { Queryable } from '#db/tables.ts';
import { layNewestDatabase } from '../../support/store/test-database.ts';

let folder: string;
let database: OpenSqlite;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'statements-'));
  await layNewestDatabase(`${folder}/store.sqlite`);
  database = openSqlite(`file:${folder}/store.sqlite`);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const EVERY_SALE = { q: '', status: null, since: null, until: null, origin: null };

test('a word in the trail is looked up by an index for each of its meanings', async () => {
  const word = { text: 'product-42', actors: ['command'], entries: [], fields: [], purchaseNumber: 42 };
  const filter = { kind: 'product', words: [word], since: null, until: null } as const;
  for (const read of [
    (db: Queryable) => countAudit(db, filter),
    (db: Queryable) => listAudit(db, filter, { order: 'desc', limit: 10, offset: 20 }),
  ]) {
    const { steps } = await watch(read);
    expect(steps.filter((step) => /INDEX auditBy(Actor|Thing)/.test(step)).length).toBeGreaterThan(5);
    expect(steps.filter((step) => /^SCAN audit\b/.test(step))).toEqual([]);
  }
});

describe('a statement means the same on every engine, so', () => {
  test.each([
    ['asc', 'nulls first'],
    ['desc', 'nulls last'],
  ] as const)('what is sorted %s says %s where a column may be NULL, and its index serves', async (order, nulls) => {
    const plan = { slice: { order, limit: 10, offset: 20 }, strategy: 'sort-matches' } as const;
    for (const [index, read] of [
      ['customersByLastPurchase', (db: Queryable) => listCustomers(db, '', 'lastPurchaseAt', plan)],
      ['purchasesByCustomerName', (db: Queryable) => listSales(db, EVERY_SALE, 'customerOrder', plan)],
    ] as const) {
      const { sql, steps } = await watch(read);
      expect(sql.match(/order by/g)).toHaveLength(2);
      expect(sql.split(` ${nulls}, "id" ${order}`)).toHaveLength(3);
      const [page, ...sorting] = steps.filter((step) => /INDEX customersBy|INDEX purchasesBy|TEMP B-TREE/.test(step));
      expect(page).toContain(`INDEX ${index}`);
      // The ten rows of the page, and not the list that it is taken from.
      expect(sorting).toEqual(['USE TEMP B-TREE FOR ORDER BY']);
    }
  });

  test.each([
    [
      'sales by the words of a bank',
      (db: Queryable) => countSales(db, { ...EVERY_SALE, q: 'E00000000', status: 'completed' }),
    ],
    ['matches of two letters', (db: Queryable) => countMatches(db, 'customer', 'an')],
    ['matches of an address', (db: Queryable) => countMatches(db, 'customer', 'ana@exemplo')],
  ])('the subqueries that it reads from have names: %s', async (_case, read) => {
    const { sql } = await watch(read);
    expect(sql).toMatch(/from \(select/);
    expect(sql).not.toMatch(/from \((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\)(?! as )/);
  });

  test.each([
    ['products', listSalesByProduct],
    ['coupons', listSalesByCoupon],
    ['total', sumSold],
  ])('the sales of its %s are found by the time of their payment', async (_case, read) => {
    const { steps } = await watch((db) => read(db, { start: '2026-11-22', end: '2026-11-23' }));
    expect(steps[0]).toMatch(
      /^SEARCH purchases USING (COVERING )?INDEX purchasesSold \(completedAt>\? AND completedAt<\?\)$/,
    );
  });

  test('what was given back is found by its time', async () => {
    const { steps } = await watch((db) => sumRefunds(db, { start: '2026-11-22', end: '2026-11-23' }));
    expect(steps.filter((step) => step.startsWith('SEARCH'))).toEqual([
      'SEARCH purchases USING COVERING INDEX purchasesRefunded (refundedAt>? AND refundedAt<?)',
      'SEARCH purchases USING INDEX purchasesReturnedInPart (returnedAt>? AND returnedAt<?)',
    ]);
  });
});

test.each([true, false])('due mail is found by what waits, however much was sent, notices %s', async (areNotices) => {
  const due = { now: '2026-11-22T12:00:00.000Z', areNotices, withAbandoned: areNotices, limit: 40 };
  const { steps } = await watch((db) => listDueMail(db, due));
  expect(steps).toEqual(['SEARCH outbox USING INDEX outboxDue (isNotice=? AND nextAttemptAt<?)']);
});

test('what left lately is found by its lane and time, and no more of it is read than a quota asks', async () => {
  const sent = { lanes: [0, 1] as const, since: '2026-11-22T12:00:00.000Z', most: 400 };
  const { steps } = await watch((db) => countMailSentSince(db, sent));
  expect(steps).toContain('SEARCH outbox USING COVERING INDEX mailSent (isNotice=? AND sentAt>?)');
});

/** The one statement of `read`, and how SQLite goes about it. */
async function watch(read: (db: Queryable) => Promise<unknown>): Promise<{ sql: string; steps: string[] }> {
  const compiled: { sql: string; parameters: readonly unknown[] }[] = [];
  const watching = database.db.withPlugin({
    transformQuery({ node, queryId }) {
      compiled.push(database.db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await read(watching);
  // A plugin is shown the parts of a statement too.
  const [query] = compiled.sort((one, other) => other.sql.length - one.sql.length);
  if (!query) throw new Error('No statement was sent.');
  const steps = database.sqlite
    .prepare<unknown[], { detail: string }>(`explain query plan ${query.sql}`)
    .all(...query.parameters);
  return { sql: query.sql.replace(/\s+/g, ' '), steps: steps.map(({ detail }) => detail) };
}
