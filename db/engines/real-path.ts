import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { errorCode } from '#src/wire/basics/error-code.ts';

/** Resolves links and works for files that do not exist yet, so that every process uses the same path. */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  const folder = realPathOf(dirname(path));
  const target = targetOf(path);
  return target === undefined ? join(folder, basename(path)) : realPathOf(resolve(folder, target));
}

function targetOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch (error) {
    if (!['ENOENT', 'EINVAL'].includes(errorCode(error))) throw error;
    return undefined;
  }
}
