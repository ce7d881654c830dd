import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const FINGERPRINT = join(root, 'dist/fingerprint');

export function isBuilt(fingerprint = fingerprintOfSources()) {
  return existsSync(FINGERPRINT) && readFileSync(FINGERPRINT, 'utf8') === fingerprint;
}

export function writeFingerprint(fingerprint) {
  writeFileSync(FINGERPRINT, fingerprint);
}

/** `start.sh` compares this time with those of the files. Each start runs the set-up where it cannot be written. */
export function dateFingerprint(checkedAt) {
  try {
    utimesSync(FINGERPRINT, checkedAt, checkedAt);
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
  }
}

export function fingerprintOfSources() {
  const hash = createHash('sha256');
  const files = [
    'package-lock.json',
    'astro.config.mjs',
    'tsconfig.json',
    'CHANGELOG.md',
    ...['src', 'db', 'public', 'docs/manual'].flatMap(filesBelow),
  ];
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function filesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || !/\.sqlite|\.eml$|\.lock/.test(entry.name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(path) : [path];
    });
}
