import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSettings } from '#src/config.ts';
import { protectFiles } from '#src/server/private-files.ts';

let folder: string;
let warnings: object[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'private-'));
  warnings = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const log = {
  info: () => undefined,
  error: () => undefined,
  warn: (fields: object, message: string) => void warnings.push({ ...fields, message }),
};
const settingsOf = (changes: Record<string, string> = {}) =>
  readSettings({
    UPLOADS_DIR: join(folder, 'uploads'),
    FILES_DIR: join(folder, 'files'),
    MAIL_DIR: join(folder, 'mail'),
    ...changes,
  });
const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

test('a shared folder of the database stays open, but the shop’s own files do not', async () => {
  const database = join(folder, 'store.sqlite');
  for (const name of ['store.sqlite', 'client.ts']) await writeFile(join(folder, name), name, { mode: 0o644 });
  await chmod(folder, 0o755);
  await protectFiles(database, settingsOf(), log);
  expect([await modeOf(folder), await modeOf(join(folder, 'client.ts')), await modeOf(database)]).toEqual([
    0o755, 0o644, 0o600,
  ]);

  await rm(join(folder, 'client.ts'));
  await protectFiles(database, settingsOf(), log);
  expect(await modeOf(folder)).toBe(0o700);
  expect(warnings).toEqual([]);
});

test('permissions of a folder that contains the code are not changed', async () => {
  const code = join(folder, 'code');
  await mkdir(code, { mode: 0o755 });
  await writeFile(join(folder, 'readme'), 'for all', { mode: 0o644 });
  await chmod(folder, 0o755);
  const cwd = process.cwd();
  process.chdir(code);
  try {
    await protectFiles(
      join(code, 'store.sqlite'),
      settingsOf({ UPLOADS_DIR: folder, FILES_DIR: '/', MAIL_DIR: '/' }),
      log,
    );
  } finally {
    process.chdir(cwd);
  }
  expect([await modeOf(folder), await modeOf(join(folder, 'readme'))]).toEqual([0o755, 0o644]);
});

test('files of another user are reported and do not prevent the start', async () => {
  // The system's own: its rights can be changed by nobody, whoever runs the tests.
  await protectFiles('/proc/self/status', settingsOf(), log);
  expect(warnings).toEqual([
    { files: 1, first: '/proc/self/status', message: expect.stringContaining('belong to somebody else') },
  ]);
});
