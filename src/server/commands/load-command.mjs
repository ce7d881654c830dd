import { existsSync } from 'node:fs';
import { enableOwnCompileCache } from '../build/compile-cache.mjs';
import { isBuilt } from '../build/fingerprint.mjs';

/** Builds nothing, since a store may be running on the build. An image has the build alone. */
export function loadCommand(name) {
  process.env.NODE_ENV ??= 'production';
  enableOwnCompileCache();
  const built = new URL(`../../../dist/server/${name}.mjs`, import.meta.url);
  const source = new URL(`./${name}.ts`, import.meta.url);
  const isUpToDate = existsSync(built) && (!existsSync(source) || isBuilt());
  return import(isUpToDate ? built.href : source.href);
}
