import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEncryption } from '#src/server/shop/open-encryption.ts';

const PROGRAM = fileURLToPath(import.meta.resolve('#src/server/shop/open-encryption.ts'));
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'key-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const place = () => ({ DATABASE_URL: `file:${folder}/store.sqlite`, SECRETS_KEY: '', SHARED_SECRET: '' });

test('two that begin at once have one key', async () => {
  const [one, other] = [openEncryption(place()), openEncryption(place())];
  const [a, b] = await Promise.all([one.encrypt('senha', 'a'), other.encrypt('senha', 'b')]);
  expect([await other.decrypt('senha', a), await one.decrypt('senha', b)]).toEqual(['a', 'b']);
  expect(await readdir(folder)).toEqual(['store.sqlite.key']);
});

test.runIf(process.platform === 'linux')(
  'a disk that was full when the key was made leaves no half of one',
  async () => {
    const words = `const { openEncryption } = await import(${JSON.stringify(PROGRAM)});
    await openEncryption(${JSON.stringify(place())}).encrypt('senha', 'a');`;
    const make = (words: string[]) => execFileSync('prlimit', words, { stdio: 'pipe' });
    expect(() => make(['--fsize=16', process.execPath, '--input-type=module', '-e', words])).toThrow('EFBIG');
    expect(await readdir(folder)).toEqual([]);
    const encryption = openEncryption(place());
    expect(await encryption.decrypt('senha', await encryption.encrypt('senha', 'a'))).toBe('a');
  },
);
