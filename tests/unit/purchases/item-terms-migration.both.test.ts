import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { createDatabase, isOnPostgres } from '../../support/postgres/postgres-databases.ts';
import { migrateBefore } from '../../support/store/earlier-schema.ts';

test('the first item gets the terms of its purchase, a further one those of its product', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'terms-'));
  const made = isOnPostgres() ? await createDatabase() : null;
  const { db, close } = await openDatabase(made?.url ?? `file:${join(folder, 'store.sqlite')}`);
  await migrateBefore(db, '0047-item-terms');
  const at = '2026-11-01T12:00:00.000Z';
  for (const [id, terms, version] of [['p', 'Licença de hoje', 3] as const, ['q', 'Licença anual', 2] as const]) {
    await sql`insert into products (id, name, slug, description, "priceCents", status, image, "systemRequirements", "isFeatured",
        "downloadUrl", "requiresActivation", downloads, "createdAt", "updatedAt", "licenseTerms", "termsVersion")
      values (${id}, ${id}, ${id}, '', 100, 'active', '', '', 0, '', 0, 0, ${at}, ${at}, ${terms}, ${version})`.execute(
      db,
    );
  }
  await sql`insert into customers (id, name, email, "createdAt") values ('c', 'Ana', 'ana@exemplo.com.br', ${at})`.execute(
    db,
  );
  for (const [id, terms, version] of [['own', 'Licença de então', 1] as const, ['usual', null, null] as const]) {
    await sql`insert into purchases (id, "transactionId", "providerReference", provider, "customerId", "productId", "productName",
        "licenseTerms", "termsVersion", "priceCents", "discountCents", "totalCents", status, "chargeState", "completedAt", "expiresAt", "createdAt", "checkCount")
      values (${id}, ${id}, ${id}, 'sandbox', 'c', 'p', 'p', ${terms}, ${version}, 200, 0, 200, 'COMPLETED', 'closed', ${at}, ${at}, ${at}, 0)`.execute(
      db,
    );
    for (const [position, productId] of ['p', 'q'].entries()) {
      await sql`insert into "purchaseItems" (id, "purchaseId", position, "productId", "productName", "priceCents", "totalCents",
          "requiresActivation", "downloadCount")
        values (${position === 0 ? id : `${id}-2`}, ${id}, ${position}, ${productId}, ${productId}, 100, 100, 0, 0)`.execute(
        db,
      );
    }
  }

  await migrate(db);

  const items = await db
    .selectFrom('purchaseItems')
    .select(['id', 'licenseTerms', 'termsVersion'])
    .orderBy('id')
    .execute();
  expect(items).toEqual([
    { id: 'own', licenseTerms: 'Licença de então', termsVersion: 1 },
    { id: 'own-2', licenseTerms: 'Licença anual', termsVersion: 2 },
    { id: 'usual', licenseTerms: null, termsVersion: null },
    { id: 'usual-2', licenseTerms: 'Licença anual', termsVersion: 2 },
  ]);
  await close();
  await made?.leave();
  await rm(folder, { recursive: true, force: true });
});
