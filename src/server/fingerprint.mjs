import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const FINGERPRINT = join(root, 'dist/fingerprint');

export function isBuilt(fingerprint = fingerprintOfSources()) {
  return existsSync(FINGERPRINT) && readFileSync(FINGERPRINT, 'utf8') === fingerprint;
}

export function keepFingerprint(fingerprint) {
  writeFileSync(FINGERPRINT, fingerprint);
}

export function fingerprintOfSources() {
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
