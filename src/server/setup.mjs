/**
 * Installs, then builds, what is missing before the store starts or its tests run. Needs only Node 20 or later.
 *
 *   node src/server/setup.mjs          for `npm start`
 *   node src/server/setup.mjs --tests  for `npm test`, with the tools of the tests
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lockSetUp } from './build/setup-lock.mjs';
import { switchRelease } from './build/switch.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const isForTests = process.argv.includes('--tests');
const SWITCHED = '--switched';
const QUIETLY = ['--no-audit', '--no-fund', '--loglevel=error'];

// Two at once would empty `node_modules` below each other.
const unlock = await lockSetUp(root, () => say('Outro comando está preparando esta pasta; este continua depois dele.'));
if (!isForTests && !process.argv.includes(SWITCHED) && switchRelease(root, say)) {
  unlock();
  // What is below belongs to the release that was here before.
  const { status } = spawnSync(process.execPath, [...process.argv.slice(1), SWITCHED], { stdio: 'inherit' });
  process.exit(status ?? 1);
}
const { keepFormerAssets, setAside } = await import('./build/former-assets.mjs');
const { dateFingerprint, fingerprintOfSources, isBuilt, writeFingerprint } = await import('./build/fingerprint.mjs');
if (!isInstalled(isForTests)) {
  say('Instalando as dependências. Na primeira vez leva alguns minutos.');
  // `ci` empties `node_modules` first, where a store may be running; what the tests need more is only added.
  const install = isForTests && isInstalled(false) ? ['install', '--no-save'] : ['ci'];
  // Skips package scripts, because npm would compile better-sqlite3, which ships its binary.
  run('npm', [...install, '--ignore-scripts', ...QUIETLY, isForTests ? '--include=dev' : '--omit=dev']);
}
if (!hasOwnNode()) run('npm', ['rebuild', 'node', ...QUIETLY]);
const [dist, aside] = [join(root, 'dist'), join(root, 'dist-former')];
// The time comes before the sources are read, so that a change during the build counts.
const checkedAt = new Date();
const fingerprint = fingerprintOfSources();
if (!isBuilt(fingerprint)) {
  say('Preparando as páginas da loja.');
  setAside(dist, aside);
  run('astro', ['build', '--silent']);
  writeFingerprint(fingerprint);
}
for (const former of [aside, join(root, '.update/former/dist'), join(root, '../current/dist')]) {
  if (existsSync(former) && realpathSync(former) !== realpathSync(dist)) keepFormerAssets(former, dist);
}
rmSync(aside, { recursive: true, force: true });
dateFingerprint(checkedAt);
unlock();

function isInstalled(withTools) {
  const wanted = readLock('package-lock.json');
  const installed = readLock('node_modules/.package-lock.json');
  if (!wanted || !installed) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    const isNeeded = path !== '' && !entry.optional && !entry.devOptional && (withTools || !entry.dev);
    return !isNeeded || installed[path]?.version === entry.version;
  });
}

/** Node is a package here, whose own script downloads the binary. */
function hasOwnNode() {
  return ['node', 'node.exe'].some((name) => existsSync(join(root, 'node_modules/node/bin', name)));
}

function readLock(path) {
  return existsSync(join(root, path)) ? JSON.parse(readFileSync(join(root, path), 'utf8')).packages : undefined;
}

function run(command, args) {
  const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH: path, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: undefined };
  const isWindows = process.platform === 'win32';
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: isWindows,
  });
  if (status === 0) return;
  say(`Não deu certo: ${command} ${args.join(' ')}${error ? ` (${error.message})` : ''}`);
  process.exit(status ?? 1);
}

function say(sentence) {
  process.stdout.write(`${sentence}\n`);
}
