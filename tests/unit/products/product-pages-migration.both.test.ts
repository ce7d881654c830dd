import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { createDatabase, isOnPostgres } from '../../support/postgres/postgres-databases.ts';
import { migrateBefore } from '../../support/store/earlier-schema.ts';

test('products of before get addresses from their names, the oldest the plain one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pages-'));
  const made = isOnPostgres() ? await createDatabase() : null;
  const { db, close } = await openDatabase(made?.url ?? `file:${join(folder, 'store.sqlite')}`);
  await migrateBefore(db, '0025-product-pages');
  const names = ['Névoa Fina', 'Grão', 'nevoa fina', '字幕', 'Névoa-fina', '字幕'];
  for (const [index, name] of names.entries()) {
    await sql`insert into products (id, name, description, "priceCents", status, image, "systemRequirements", "isFeatured",
        "downloadUrl", "requiresActivation", downloads, "createdAt", "updatedAt", "withdrawnAt")
      values (${`p${index}`}, ${name}, '', 100, 'active', '', '', 0, '', 1, 0, ${`2026-01-0${9 - index}`}, '2026-02-01',
        ${index === 4 ? '2026-03-01' : null})`.execute(db);
  }

  await migrate(db);

  const products = await db
    .selectFrom('products')
    .select(['id', 'slug', 'media', 'termsVersion'])
    .orderBy('id')
    .execute();
  expect(products.map(({ slug }) => slug)).toEqual([
    'nevoa-fina-3',
    'grao',
    'nevoa-fina-2',
    'plugin-2',
    'nevoa-fina',
    'plugin',
  ]);
  expect(products.every(({ media, termsVersion }) => media === '[]' && termsVersion === 1)).toBe(true);
  const twice = db.updateTable('products').set({ slug: 'grao' }).where('id', '=', 'p0').execute();
  await expect(twice).rejects.toThrow(/unique/i);

  await close();
  await made?.leave();
  await rm(folder, { recursive: true, force: true });
});
