import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { enableOwnCompileCache } from '../build/compile-cache.mjs';
import { isBuilt } from '../build/fingerprint.mjs';
import { isHalfSwitched } from '../build/switch.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Builds nothing, since a store may be running on the build. An image has the build alone. What a kill left between two versions is finished first. */
export function loadCommand(name, beside = import.meta.url) {
  takeEnvironmentFile(process.argv);
  if (isHalfSwitched(ROOT)) spawnSync(process.execPath, [`${ROOT}src/server/setup.mjs`], { stdio: 'inherit' });
  process.env.NODE_ENV ??= 'production';
  enableOwnCompileCache();
  const built = new URL(`../../../dist/server/${name}.mjs`, import.meta.url);
  const source = new URL(`./${name}.ts`, beside);
  const isUpToDate = existsSync(built) && (!existsSync(source) || isBuilt());
  return import(isUpToDate ? built.href : source.href);
}

/** Reads `--env-file` as the store reads `.env`: no shell takes part, for which a `<` would mean something else. */
function takeEnvironmentFile(words) {
  const at = words.findIndex((word) => /^--env-file(?:=|$)/.test(word));
  if (at === -1) return;
  const [, inWord] = /=(.*)/s.exec(words[at]) ?? [];
  const path = inWord ?? words[at + 1] ?? '';
  words.splice(at, inWord === undefined ? 2 : 1);
  try {
    process.loadEnvFile(path);
  } catch (error) {
    process.stderr.write(`O arquivo ${path} de --env-file não pôde ser lido (${error.code}).\n`);
    process.exit(1);
  }
}
