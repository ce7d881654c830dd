import { readFile, stat } from 'node:fs/promises';
import * as z from 'zod';
import { errorCode } from '#src/wire/basics/error-code.ts';
import type { Release } from '#src/wire/upkeep/release.ts';
import { inProject } from './project-folder.ts';

const FINGERPRINT_LETTERS = 8;

export async function readRelease(): Promise<Release> {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(inProject('package.json'), 'utf8')));
  try {
    const build = (await readFile(inProject('dist/fingerprint'), 'utf8')).slice(0, FINGERPRINT_LETTERS);
    return { version, build, builtAt: (await stat(inProject('dist/server/store.mjs'))).mtime.toISOString() };
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    return { version, build: '', builtAt: null };
  }
}
