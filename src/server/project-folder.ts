import { fileURLToPath } from 'node:url';

/** A path of the installation, which `src/server` and the built `dist/server` are equally deep in. */
export function inProject(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}
