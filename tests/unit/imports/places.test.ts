import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const QUERIES = new URL('../../../db/queries/', import.meta.url);

/** Each file whose statements look for paid purchases, and what it does with those that were paid on another platform. */
const DECIDED: Record<string, 'leaves them out' | 'counts them' | 'never meets one'> = {
  'buyers/buyers.ts': 'counts them',
  'customers/customer-merge.ts': 'leaves them out',
  'customers/erasure-obstacles.ts': 'never meets one',
  'imports/imported-sales.ts': 'counts them',
  'invoices/invoice-list.ts': 'never meets one',
  'invoices/invoices.ts': 'never meets one',
  'keys/activation-keys.ts': 'counts them',
  'keys/key-purchases.ts': 'counts them',
  'keys/key-stock.ts': 'leaves them out',
  'mail/failed-mail.ts': 'never meets one',
  'offers/offers.ts': 'never meets one',
  'payments/refunds.ts': 'leaves them out',
  'payments/restores.ts': 'never meets one',
  'purchases/bought-together.ts': 'counts them',
  'purchases/due-purchases.ts': 'never meets one',
  'purchases/owned-items.ts': 'counts them',
  'purchases/purchase-reviews.ts': 'never meets one',
  'purchases/purchase-status.ts': 'counts them',
  'purchases/purchases.ts': 'counts them',
  'releases/announcements.ts': 'counts them',
  'reminders/reminders.ts': 'counts them',
  'reports/analytics.ts': 'leaves them out',
  'reports/report-parts.ts': 'leaves them out',
  'reports/sales-by-origin.ts': 'leaves them out',
  'reviews/reviews.ts': 'counts them',
  'sales/sales.ts': 'counts them',
  'takeout/takeout.ts': 'counts them',
  'upkeep/attention.ts': 'leaves them out',
  'upkeep/readiness.ts': 'leaves them out',
};

test('whoever reads paid purchases has decided about those of other platforms', async () => {
  const files = (await readdir(QUERIES, { recursive: true })).filter((name) => name.endsWith('.ts')).toSorted();
  const texts = await Promise.all(
    files.map(async (name) => [name, await readFile(new URL(name, QUERIES), 'utf8')] as const),
  );
  const readers = texts.filter(([, text]) => /COMPLETED/.test(text));

  expect(readers.map(([name]) => name).filter((name) => !(name in DECIDED))).toEqual([]);
  expect(Object.keys(DECIDED).filter((name) => !files.includes(name))).toEqual([]);
  const leaving = readers.filter(([name]) => DECIDED[name] === 'leaves them out');
  expect(leaving.filter(([, text]) => !/soldBy\(|IMPORT_PROVIDER/.test(text)).map(([name]) => name)).toEqual([]);
});
