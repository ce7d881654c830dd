/**
 * Sets up what is missing before the store starts or its tests run: installs, then builds. Runs on whatever Node the
 * system has (20 or later) and needs nothing installed.
 *
 *   node src/server/setup.mjs          for `npm start`
 *   node src/server/setup.mjs --tests  for `npm test`, with the tools of the tests
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const isForTests = process.argv.includes('--tests');
const QUIETLY = ['--no-audit', '--no-fund', '--loglevel=error'];

if (!isInstalled()) {
  say('Instalando as dependências. Na primeira vez leva alguns minutos.');
  // Without the scripts of packages: npm would start a compiler for better-sqlite3, which brings what it needs with it.
  run('npm', ['ci', '--ignore-scripts', ...QUIETLY, isForTests ? '--include=dev' : '--omit=dev']);
}
if (!hasOwnNode()) run('npm', ['rebuild', 'node', ...QUIETLY]);
const fingerprint = fingerprintOfSources();
if (!isBuilt(fingerprint)) {
  say('Preparando as páginas da loja.');
  run('astro', ['build', '--silent']);
  writeFileSync(join(root, 'dist/fingerprint'), fingerprint);
}

/** Compares what the lock file asks for with what npm noted as installed. */
function isInstalled() {
  const wanted = readLock('package-lock.json');
  const installed = readLock('node_modules/.package-lock.json');
  if (!wanted || !installed) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    const isNeeded = path !== '' && !entry.optional && !entry.devOptional && (isForTests || !entry.dev);
    return !isNeeded || installed[path]?.version === entry.version;
  });
}

/** The Node that the store runs on is a package, whose own script fetches the program for this system. */
function hasOwnNode() {
  return ['node', 'node.exe'].some((name) => existsSync(join(root, 'node_modules/node/bin', name)));
}

function readLock(path) {
  return existsSync(join(root, path)) ? JSON.parse(readFileSync(join(root, path), 'utf8')).packages : undefined;
}

function isBuilt(wanted) {
  const path = join(root, 'dist/fingerprint');
  return existsSync(path) && readFileSync(path, 'utf8') === wanted;
}

/** Everything that the built pages are made from. */
function fingerprintOfSources() {
  const hash = createHash('sha256');
  for (const path of ['package-lock.json', 'astro.config.mjs', 'tsconfig.json', 'src', 'db', 'public']) {
    for (const file of filesBelow(path))
      hash
        .update(file)
        .update('\0')
        .update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

function filesBelow(path) {
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || !/\.sqlite|\.eml$|\.lock/.test(entry.name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => filesBelow(join(path, entry.name)));
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
