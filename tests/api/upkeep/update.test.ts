import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ROOT } from '../../support/architecture/source.ts';
import { freePort } from '../../support/store/free-port.ts';
import { openSupervision } from '../../support/supervised-store.ts';

const PROGRAM = [
  'src',
  'db',
  'public',
  'docs',
  'deploy',
  'package.json',
  'package-lock.json',
  'astro.config.mjs',
  'tsconfig.json',
  'CHANGELOG.md',
];
const RAISED = '99.0.0';

// Elsewhere nobody can say which processes serve a folder.
test.runIf(process.platform === 'linux')(
  'the store updates itself to a release while systemd restarts it',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'update-'));
    const [app, release] = [join(folder, 'app'), join(folder, 'release')];
    const port = await freePort();
    await copyProgram(app);
    await cp(join(ROOT, 'dist'), join(app, 'dist'), { recursive: true });
    await symlink(join(ROOT, 'node_modules'), join(app, 'node_modules'));
    await writeFile(join(app, '.env'), `PORT=${port}\nDEMO_DATA=false\nADMIN_PASSWORD=correta-9\nLOG_LEVEL=silent\n`);
    await copyProgram(release);
    await raise(release);
    await keepBuilt(release, join(app, '.update/next'));
    const supervision = await openSupervision(folder, { root: app, env: { PATH: process.env['PATH'] ?? '' } });
    const statusOf = (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`).then(
        ({ status }) => status,
        () => 0,
      );
    try {
      supervision.start();
      await expect.poll(() => statusOf('/readyz')).toBe(200);
      const words = ['src/server/commands/update.mjs', release, '--wait=60'];
      const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: app, env: supervision.env });
      expect(stdout).toContain(`A loja está na versão ${RAISED}.`);
      expect(JSON.parse(await readFile(join(app, 'package.json'), 'utf8')).version).toBe(RAISED);
      expect(await Promise.all(['/', '/login', '/api/public/products'].map(statusOf))).toEqual([200, 200, 200]);
    } finally {
      await supervision.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
);

async function copyProgram(place: string): Promise<void> {
  for (const name of PROGRAM)
    await cp(join(ROOT, name), join(place, name), {
      recursive: true,
      filter: (path) => !/\.sqlite|\.eml$|\.lock$/.test(path),
    });
}

async function raise(release: string): Promise<void> {
  for (const name of ['package.json', 'package-lock.json']) {
    const file = join(release, name);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/("version": ")[^"]+/, `$1${RAISED}`));
  }
}

/** As an attempt leaves it that was interrupted after the build, which takes a minute. */
async function keepBuilt(release: string, place: string): Promise<void> {
  await cp(join(ROOT, 'dist'), join(place, 'dist'), { recursive: true });
  const { fingerprintOfSources } = await import(join(release, 'src/server/build/fingerprint.mjs'));
  await writeFile(join(place, 'dist/fingerprint'), fingerprintOfSources());
}
