import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { enableOwnCompileCache } from '../build/compile-cache.mjs';
import { isBuilt } from '../build/fingerprint.mjs';
import { isHalfSwitched } from '../build/switch.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Builds nothing, since a store may be running on the build. An image has the build alone. What a kill left between two versions is finished first. */
export function loadCommand(name, beside = import.meta.url) {
  if (isHalfSwitched(ROOT)) spawnSync(process.execPath, [`${ROOT}src/server/setup.mjs`], { stdio: 'inherit' });
  process.env.NODE_ENV ??= 'production';
  enableOwnCompileCache();
  const built = new URL(`../../../dist/server/${name}.mjs`, import.meta.url);
  const source = new URL(`./${name}.ts`, beside);
  const isUpToDate = existsSync(built) && (!existsSync(source) || isBuilt());
  return import(isUpToDate ? built.href : source.href);
}
