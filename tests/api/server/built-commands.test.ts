import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));
const TOLD_BY_A_BUILD = 'O build respondeu.';
/** A clone of the project that nobody has built yet. */
let clone: string;

beforeAll(async () => {
  clone = await realpath(await mkdtemp(join(tmpdir(), 'clone-')));
  for (const name of [
    'src',
    'db',
    'public',
    'docs/manual',
    'package.json',
    'package-lock.json',
    'astro.config.mjs',
    'tsconfig.json',
    'CHANGELOG.md',
  ]) {
    await cp(join(PROJECT, name), join(clone, name), { recursive: true });
  }
  await symlink(join(PROJECT, 'node_modules'), join(clone, 'node_modules'));
});
afterAll(() => rm(clone, { recursive: true, force: true }));

test('the commands work in a clone that is not built yet', async () => {
  expect(await run('backup.mjs', 'verify', 'nada')).toEqual({
    code: 1,
    stdout: '',
    stderr: `Não há backup em ${clone}/nada: falta manifest.json.\n`,
  });
  const check = await run('pix.mjs', 'check');
  expect(check).toMatchObject({ code: 0, stderr: '' });
  expect(check.stdout).toContain('Nenhum pagamento é real.');
  const files = await run('files.mjs');
  expect(files).toMatchObject({ code: 0, stderr: '' });
  expect(files.stdout).toContain('não há o que conferir.');
});

test('a command reads a file of settings as the store would, whatever a shell makes of its values', async () => {
  const settings = join(clone, 'shop.env');
  await writeFile(
    settings,
    `MAIL_FROM=Corte Final <loja@exemplo.com.br>\nDATABASE_URL=file:${clone}/a <b> $c.sqlite\n`,
  );
  expect((await run('../processes/migrate.mjs', '--plan', `--env-file=${settings}`)).stdout).toContain(
    'Ainda não há banco de dados',
  );
  expect((await run('../processes/migrate.mjs', '--env-file', settings)).stdout).toMatch(
    /^Feito: 0001-the-store, .*0060-leadership/,
  );
  expect(await readdir(clone)).toContain('a <b> $c.sqlite');
});

test('the commands run from the build only while it matches the sources', async () => {
  const text = `export const runBackup = async () => console.log('${TOLD_BY_A_BUILD}');`;
  await mkdir(join(clone, 'dist/server'), { recursive: true });
  await writeFile(join(clone, 'dist/server/backup-command.mjs'), text);
  await writeFile(join(clone, 'dist/fingerprint'), 'of other sources');
  expect((await run('backup.mjs', 'verify', 'nada')).stdout).not.toContain(TOLD_BY_A_BUILD);

  const { fingerprintOfSources, writeFingerprint } = await import(join(clone, 'src/server/build/fingerprint.mjs'));
  writeFingerprint(fingerprintOfSources());
  expect((await run('backup.mjs', 'verify', 'nada')).stdout).toBe(`${TOLD_BY_A_BUILD}\n`);
  await rm(join(clone, 'dist/server/backup-command.mjs'));
  expect((await run('backup.mjs', 'verify', 'nada')).stderr).toContain('falta manifest.json');
});

test('no built file takes two bytes for each of its characters in memory', async () => {
  const folder = join(PROJECT, 'dist/server');
  // Astro's own entry is bundled anew and not loaded.
  const files = (await readdir(folder)).filter((name) => name.endsWith('.mjs') && name !== 'entry.mjs');
  expect(files).toContain('store.mjs');
  for (const name of files)
    expect(/[^\0-\xff]/.exec(await readFile(join(folder, name), 'utf8'))?.[0], name).toBeUndefined();
});

function run(program: string, ...words: string[]) {
  const { PATH = '' } = process.env;
  const path = join(clone, 'src/server/commands', program);
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [path, ...words],
      { cwd: clone, env: { PATH } },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}
