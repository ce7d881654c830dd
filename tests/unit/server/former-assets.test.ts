import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepFormerAssets, setAside } from '#src/server/build/former-assets.mjs';
import { DAY_MS } from '#src/wire/basics/durations.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assets-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('styles and scripts of a former release stay for a day, however often the next is built meanwhile', async () => {
  const [dist, aside] = [join(folder, 'dist'), join(folder, 'dist-former')];
  const build = async (names: string[], at: number) => {
    setAside(dist, aside);
    await rm(join(dist, 'client'), { recursive: true, force: true });
    await mkdir(join(dist, 'client/_astro'), { recursive: true });
    for (const name of names) await writeFile(join(dist, 'client/_astro', name), name);
    keepFormerAssets(aside, dist, at);
    await rm(aside, { recursive: true, force: true });
  };
  const served = async () => (await readdir(join(dist, 'client/_astro'))).toSorted();

  await build(['both.js', 'first.js'], 0);
  expect(await served()).toEqual(['both.js', 'first.js']);
  await build(['both.js', 'second.js'], 10 * DAY_MS);
  expect(await served()).toEqual(['both.js', 'first.js', 'second.js']);
  await build(['both.js', 'third.js'], 10.9 * DAY_MS);
  expect(await served()).toEqual(['both.js', 'first.js', 'second.js', 'third.js']);
  await build(['both.js', 'third.js'], 11.1 * DAY_MS);
  expect(await served()).toEqual(['both.js', 'second.js', 'third.js']);
  // What is a release's own again is nobody's former file.
  await build(['both.js', 'second.js'], 11.2 * DAY_MS);
  await build(['both.js', 'second.js'], 13 * DAY_MS);
  expect(await served()).toEqual(['both.js', 'second.js']);
});
