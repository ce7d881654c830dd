import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { besideStore } from '#db/client.ts';
import { obeyAudit } from '#src/server/audit/audit-command.ts';
import { obeyBackupCommand } from '../../support/store/run-command.ts';
import { openTestShop } from '../../support/store/shop.ts';

let folder: string;
let databaseUrl: string;
let lines: string[];

beforeEach(async () => {
  const opened = await openTestShop();
  folder = await mkdtemp(join(tmpdir(), 'trail-'));
  databaseUrl = `file:${join(folder, 'store.sqlite')}`;
  await besideStore(`file:${opened.file}`, (db) => sql`vacuum into ${join(folder, 'store.sqlite')}`.execute(db));
  await copyFile(`${opened.file}.key`, join(folder, 'store.sqlite.key'));
  await opened.close();
  lines = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function verify(...words: string[]): Promise<boolean> {
  lines = [];
  const place = { DATABASE_URL: databaseUrl, SECRETS_KEY: '', SHARED_SECRET: '' };
  return obeyAudit(words, place, (line) => void lines.push(line));
}

function backup(...words: string[]) {
  const settings = {
    DATABASE_URL: databaseUrl,
    UPLOADS_DIR: join(folder, 'uploads'),
    FILES_DIR: join(folder, 'files'),
  };
  return obeyBackupCommand(words, { settings });
}

test('says that the trail is whole, also what commands wrote and after a restore, and knows a seal that was kept', async () => {
  for (const name of ['one', 'two']) expect(await backup('make', join(folder, name))).toMatchObject({ code: 0 });
  expect(await verify()).toBe(true);
  const kept = /Último selo: (\S+)/.exec(lines.join('\n'))?.[1] ?? '';
  expect(kept).toMatch(/^\d+:1:[0-9a-f]{32}$/);
  expect(await verify(kept)).toBe(true);

  expect(await backup('restore', join(folder, 'one'), '--overwrite', '--confirm=RESTAURAR')).toMatchObject({ code: 0 });
  expect(await verify()).toBe(true);
  expect(await verify(kept)).toBe(false);
});

test('says where the trail was changed, that its end was cut, and goes on when it is told to', async () => {
  for (const name of ['one', 'two', 'three']) await backup('make', join(folder, name));
  await verify();
  const kept = /Último selo: (\S+)/.exec(lines.join('\n'))?.[1] ?? '';
  const last = Number(kept.split(':')[0]);
  await besideStore(databaseUrl, async (db) => {
    for (const name of ['auditIsNeverChanged', 'auditIsNeverDeleted'])
      await sql`drop trigger ${sql.id(name)}`.execute(db);
    await db.deleteFrom('audit').where('id', '=', last).execute();
    await db.updateTable('tallies').set({ value: sql`value - 1` }).where('name', '=', 'audit:backup').execute();
  });
  expect(await verify()).toBe(true);
  expect(await verify(kept)).toBe(false);
  expect(lines).toContain(`✗ A entrada ${last} não tem o selo guardado.`);

  await besideStore(databaseUrl, (db) =>
    db
      .updateTable('audit')
      .set({ actorId: 'somebody' })
      .where('id', '=', last - 1)
      .execute(),
  );
  expect(await verify()).toBe(false);
  expect(lines).toContain(`✗ Foi mudada a entrada ${last - 1}.`);
  expect(await verify('--accept')).toBe(true);
  expect(await verify()).toBe(true);
  await expect(verify('--forget')).rejects.toThrow('npm run audit:verify');
});
