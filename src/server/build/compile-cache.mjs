import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Uses a folder of its own, because others could write to a shared one. */
export function enableOwnCompileCache() {
  enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url)));
}
