import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { createDatabase, isOnPostgres } from '../../support/postgres/postgres-databases.ts';
import { migrateBefore } from '../../support/store/earlier-schema.ts';

test('notices of before stay those of their versions, and one to a system goes beside them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'late-'));
  const made = isOnPostgres() ? await createDatabase() : null;
  const { db, close } = await openDatabase(made?.url ?? `file:${join(folder, 'store.sqlite')}`);
  await migrateBefore(db, '0045-late-files');
  const day = '2026-11-01T12:00:00.000Z';
  await sql`insert into products (id, name, slug, description, "priceCents", status, image, "systemRequirements", "isFeatured",
      "downloadUrl", "requiresActivation", downloads, "createdAt", "updatedAt")
    values ('p', 'Curva', 'curva', '', 100, 'active', '', '', 0, '', 0, 0, ${day}, ${day})`.execute(db);
  await sql`insert into releases (id, "productId", version, channel, state, notes, "isCritical", "createdAt", "publishedAt")
    values ('r', 'p', '1.0', 'stable', 'published', 'Novo', 0, ${day}, ${day})`.execute(db);
  await sql`insert into "releaseFiles" (id, "releaseId", platform, label, "fileName", "sizeBytes", sha256, "storedAs",
      "createdAt", "sizeCheckedAt", "contentCheckedAt")
    values ('f', 'r', 'macos', '', 'a.dmg', 1, 'x', 's', ${day}, ${day}, ${day})`.execute(db);
  await sql`insert into customers (id, name, email, "createdAt") values ('c', 'Ana', 'ana@exemplo.com.br', ${day})`.execute(
    db,
  );
  await sql`insert into announcements ("releaseId", state, audience, "lastCustomerId", "createdAt")
    values ('r', 'sending', 7, 'c', ${day})`.execute(db);
  await sql`insert into outbox (kind, dedup, state, attempts, "nextAttemptAt", "createdAt", "customerId", "releaseId")
    values ('release', 'release:r:c', 'sent', 1, ${day}, ${day}, 'c', 'r')`.execute(db);

  await migrate(db);

  expect(await db.selectFrom('announcements').selectAll().execute()).toEqual([
    {
      ...{ releaseId: 'r', platform: '', state: 'sending', audience: 7, lastCustomerId: 'c' },
      ...{ queuedAt: null, createdAt: day, endedAt: null },
    },
  ]);
  expect(await db.selectFrom('releaseFiles').select('awaitsPublication').execute()).toEqual([{ awaitsPublication: 0 }]);
  const notice = { kind: 'release', state: 'waiting', attempts: 0, nextAttemptAt: day, createdAt: day } as const;
  const told = { ...notice, customerId: 'c', releaseId: 'r' };
  await db
    .insertInto('outbox')
    .values({ ...told, platform: 'windows', dedup: 'release:r:windows:c' })
    .execute();
  await expect(
    db
      .insertInto('outbox')
      .values({ ...told, platform: 'windows', dedup: 'another' })
      .execute(),
  ).rejects.toThrow(/unique/i);
  await expect(
    db
      .insertInto('outbox')
      .values({ ...told, dedup: 'another' })
      .execute(),
  ).rejects.toThrow(/unique/i);

  await close();
  await made?.leave();
  await rm(folder, { recursive: true, force: true });
});
