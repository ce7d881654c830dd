/**
 * Puts a release that `npm run update` has prepared in `.update/next` in the place of this folder's code, or the former
 * one back. It imports nothing of ours, because it runs between the two, and every step can be repeated after a kill.
 */
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const UPDATE = '.update';
const MOST_STARTS = 3;

/**
 * Called before each start, while the set-up is locked. Returns whether other code is in place than before.
 *
 * A release that has not served after three starts goes back, since nobody may be watching it.
 */
export function switchRelease(root, say) {
  const plan = readSwitch(root);
  if (!plan || listServing(root).length > 0) return false;
  if (plan.phase === 'returned' || (plan.phase === 'gone' && hasServed(root, plan))) {
    rmSync(join(root, UPDATE), { recursive: true, force: true });
    return false;
  }
  if (plan.phase === 'gone' && plan.starts < MOST_STARTS) {
    writeSwitch(root, { ...plan, starts: plan.starts + 1 });
    return false;
  }
  if (plan.phase === 'prepared' || plan.phase === 'going') return goForward(root, plan, say);
  if (plan.phase === 'gone' || plan.phase === 'returning') return goBack(root, plan, say);
  return false;
}

export function readSwitch(root) {
  const file = join(root, UPDATE, 'switch.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

export function isHalfSwitched(root) {
  return ['going', 'returning'].includes(readSwitch(root)?.phase);
}

export function writeSwitch(root, plan) {
  write(join(root, UPDATE, 'switch.json'), JSON.stringify(plan));
}

/** A store that was opened by this release says so once. */
export function noteServed(root, version) {
  if (readSwitch(root)?.phase === 'gone') write(join(root, UPDATE, 'served'), version);
}

export function hasServed(root, { to }) {
  const file = join(root, UPDATE, 'served');
  return existsSync(file) && readFileSync(file, 'utf8') === to;
}

/** The processes that serve this folder's code, which must not be changed below them; elsewhere than on Linux nobody knows. */
export function listServing(root) {
  if (process.platform !== 'linux') return [];
  const folder = realpathSync(root);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isServing(pid, folder));
}

function isServing(pid, folder) {
  try {
    if (readlinkSync(`/proc/${pid}/cwd`) !== folder) return false;
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes('src/server/main.mjs');
  } catch (error) {
    // It has ended, or is another user's.
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(error.code)) return false;
    throw error;
  }
}

function goForward(root, plan, say) {
  say(`Trocando a versão ${plan.from} pela ${plan.to}.`);
  writeSwitch(root, { ...plan, phase: 'going' });
  const [next, former] = [join(root, UPDATE, 'next'), join(root, UPDATE, 'former')];
  for (const path of plan.stale) {
    if (existsSync(join(root, path))) move(join(root, path), join(former, path));
    removeEmptyFolders(root, path);
  }
  for (const path of plan.files) {
    if (!existsSync(join(next, path))) continue;
    if (existsSync(join(root, path))) keep(join(root, path), join(former, path));
    move(join(next, path), join(root, path));
  }
  for (const path of plan.folders) exchange(join(next, path), join(root, path), join(former, path));
  writeSwitch(root, { ...plan, phase: 'gone', starts: 1 });
  return true;
}

function goBack(root, plan, say) {
  say(`A versão ${plan.to} não abriu; volta a ${plan.from}.`);
  writeSwitch(root, { ...plan, phase: 'returning' });
  const [next, former] = [join(root, UPDATE, 'next'), join(root, UPDATE, 'former')];
  for (const path of plan.folders) exchange(join(former, path), join(root, path), join(next, path));
  for (const path of plan.added) {
    rmSync(join(root, path), { force: true });
    removeEmptyFolders(root, path);
  }
  for (const path of [...plan.files, ...plan.stale]) {
    if (existsSync(join(former, path))) move(join(former, path), join(root, path));
  }
  for (const folder of [next, former]) rmSync(folder, { recursive: true, force: true });
  writeSwitch(root, { ...plan, phase: 'returned' });
  return true;
}

/** A folder cannot replace another at once; a start in between has none, and does this again. */
function exchange(from, place, aside) {
  if (!existsSync(from)) return;
  if (existsSync(place)) move(place, aside);
  move(from, place);
}

function keep(file, aside) {
  if (existsSync(aside)) return;
  mkdirSync(dirname(aside), { recursive: true, mode: 0o700 });
  try {
    linkSync(file, aside);
  } catch (error) {
    if (!['EPERM', 'EXDEV', 'ENOTSUP', 'EMLINK', 'EOPNOTSUPP'].includes(error.code)) throw error;
    copyFileSync(file, `${aside}.new`);
    renameSync(`${aside}.new`, aside);
  }
}

/** One release may have a folder where the other has a file. */
function removeEmptyFolders(root, path) {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    const place = join(root, folder);
    if (existsSync(place) && readdirSync(place).length > 0) return;
    rmSync(place, { recursive: true, force: true });
  }
}

function move(from, to) {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  renameSync(from, to);
}

function write(file, text) {
  writeFileSync(`${file}.new`, text, { flush: true });
  renameSync(`${file}.new`, file);
}
