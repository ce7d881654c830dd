import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenDatabase, openSqlite } from '#db/client.ts';
import * as theStore from '#db/migrations/0001-the-store.ts';
import * as theBackOffice from '#db/migrations/0002-the-back-office.ts';
import * as publicationAndLicense from '#db/migrations/0010-publication-and-license.ts';

let folder: string;
let database: OpenDatabase;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'publication-'));
  database = openSqlite(`file:${join(folder, 'store.sqlite')}`);
  await takeSteps(theStore, theBackOffice);
  await sql`insert into products (id, name, description, "priceCents", status, image, "systemRequirements", "isFeatured",
      "downloadUrl", "requiresActivation", "createdAt", "updatedAt", "withdrawnAt")
    values ('on-sale', 'A', '', 100, 'active', '', '', 0, '', 1, '2026-01-01', '2026-05-01', null),
      ('draft', 'B', '', 100, 'Em revisão', '', '', 0, '', 1, '2026-02-01', '2026-05-01', null),
      ('was-sold', 'C', '', 100, 'Inativo', '', '', 0, '', 1, '2026-03-01', '2026-05-01', '2026-05-02')`.execute(
    database.db,
  );
  await sql`insert into customers (id, name, email, "createdAt") values ('ana', 'Ana', 'ana@a.test', '2026-04-01')`.execute(
    database.db,
  );
  await sql`insert into purchases (id, "transactionId", "providerReference", provider, "customerId", "productId", "productName",
      "priceCents", "discountCents", "totalCents", status, "chargeState", "requiresActivation", "expiresAt", "createdAt", "checkCount")
    values ('p', 't', 'r', 'sandbox', 'ana', 'was-sold', 'C', 100, 0, 100, 'PENDING', 'open', 1, '2026-04-01', '2026-04-01', 0)`.execute(
    database.db,
  );
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

test('the migration dates the publication of products that were ever on sale', async () => {
  await takeSteps(publicationAndLicense);
  const products = await database.db
    .selectFrom('products')
    .select(['id', 'publishedAt', 'licenseTerms'])
    .orderBy('id')
    .execute();
  expect(products).toEqual([
    { id: 'draft', publishedAt: null, licenseTerms: null },
    { id: 'on-sale', publishedAt: '2026-01-01', licenseTerms: null },
    { id: 'was-sold', publishedAt: '2026-03-01', licenseTerms: null },
  ]);
});

test('the publication date is written once, and license terms must be one non-empty line', async () => {
  await takeSteps(publicationAndLicense);
  const change = (id: string, values: { publishedAt?: string | null; licenseTerms?: string }) =>
    database.db.updateTable('products').set(values).where('id', '=', id).execute();
  await change('draft', { publishedAt: '2026-06-01' });
  await change('draft', { publishedAt: '2026-06-01', licenseTerms: 'Licença anual' });
  for (const publishedAt of ['2026-07-01', null]) {
    await expect(change('draft', { publishedAt })).rejects.toThrow('does not move');
  }
  for (const licenseTerms of ['', 'x'.repeat(61)]) {
    await expect(change('draft', { licenseTerms })).rejects.toThrow('CHECK');
  }
});

async function takeSteps(...steps: { up: (db: Kysely<never>) => Promise<void> }[]): Promise<void> {
  for (const { up } of steps) await up(database.db as unknown as Kysely<never>);
}
