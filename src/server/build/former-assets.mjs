/**
 * Pages of the former release ask for its styles and scripts, of which each name has a hash: they stay for a day beside those
 * of the next.
 */
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const ASSETS = 'client/_astro';
/** Says which of the files are a former release's, and until when, in milliseconds since 1970. */
const NOTE = 'former-assets.json';
const DAY_MS = 86_400_000;

/** A build empties `dist`; one that was interrupted leaves what lies aside for the next. */
export function setAside(dist, aside) {
  for (const name of listAssets(dist)) place(join(dist, ASSETS, name), join(aside, ASSETS, name));
  if (!existsSync(join(dist, NOTE))) return;
  writeNote(aside, { ...readNote(aside), ...readNote(dist) });
  rmSync(join(dist, NOTE));
}

export function keepFormerAssets(from, dist, now = Date.now()) {
  const known = readNote(from);
  const kept = readNote(dist);
  for (const name of listAssets(from)) {
    const until = known[name] ?? now + DAY_MS;
    if (until <= now || existsSync(join(dist, ASSETS, name))) continue;
    place(join(from, ASSETS, name), join(dist, ASSETS, name));
    kept[name] = until;
  }
  for (const [name, until] of Object.entries(kept)) {
    if (until > now) continue;
    rmSync(join(dist, ASSETS, name), { force: true });
    delete kept[name];
  }
  if (Object.keys(kept).length > 0 || existsSync(join(dist, NOTE))) writeNote(dist, kept);
}

function listAssets(dist) {
  const folder = join(dist, ASSETS);
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

function place(file, target) {
  if (existsSync(target)) return;
  mkdirSync(dirname(target), { recursive: true });
  try {
    linkSync(file, target);
  } catch (error) {
    if (!['EPERM', 'EXDEV', 'ENOTSUP', 'EMLINK', 'EOPNOTSUPP'].includes(error.code)) throw error;
    copyFileSync(file, target);
  }
}

function readNote(dist) {
  const file = join(dist, NOTE);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

function writeNote(dist, kept) {
  mkdirSync(dist, { recursive: true });
  writeFileSync(join(dist, NOTE), JSON.stringify(kept));
}
