import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import * as z from 'zod';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import { compareVersions, isVersion } from '#src/wire/upkeep/versions.ts';

const run = promisify(execFile);

/** What an earlier attempt installed and built is looked at again by the set-up. */
const KEPT = ['node_modules', 'dist', '.astro'];
const PROGRAM = [
  'package-lock.json',
  'src/server/setup.mjs',
  'src/server/start.sh',
  'src/server/main.mjs',
  'src/server/build/switch.mjs',
];

/** Puts the files of a release, which is a folder or an archive, into `place`. */
export async function unpackRelease(root: string, source: string, place: string): Promise<void> {
  if (!existsSync(source)) throw settingsError(`${source} não existe ou não pode ser lido.`);
  await mkdir(place, { recursive: true, mode: 0o700 });
  for (const name of await readdir(place)) {
    if (!KEPT.includes(name)) await rm(join(place, name), { recursive: true, force: true });
  }
  if ((await stat(source)).isDirectory()) return copyFolder(root, source, place);
  const opening = source.toLowerCase().endsWith('.zip')
    ? unpackZip(source, place)
    : run('tar', ['-xzf', source, '--strip-components=1', '--no-same-owner', '-C', place]);
  await opening.catch((error: unknown) => {
    throw settingsError(`${source} não é um .tar.gz ou .zip inteiro: copie ou baixe o arquivo outra vez.`, error);
  });
}

async function copyFolder(root: string, source: string, place: string): Promise<void> {
  if (resolve(source) === resolve(root)) throw settingsError('Esta é a própria pasta da loja. Diga a da versão nova.');
  if (existsSync(join(source, '.git'))) throw settingsError(A_CLONE);
  const packed = `${place}.tar`;
  await run('tar', ['-C', source, `--exclude-from=${join(root, 'deploy/not-of-a-release.txt')}`, '-cf', packed, '.']);
  await run('tar', ['-xf', packed, '--no-same-owner', '-C', place]);
  await rm(packed);
}

const A_CLONE =
  'Esta pasta é um clone do git, e pode ter mais do que uma versão. Faça um arquivo com git archive e diga o nome dele.';

async function unpackZip(source: string, place: string): Promise<void> {
  for (const [name, bytes] of Object.entries(unzipSync(await readFile(source)))) {
    const path = resolve(place, name.split('/').slice(1).join('/'));
    if (!path.startsWith(resolve(place) + sep) || name.endsWith('/')) continue;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, bytes, { mode: 0o600 });
  }
}

const Package = z.object({
  name: z.literal('corte-final'),
  version: z.string().refine(isVersion),
  engines: z.object({ node: z.string().regex(/^>=\d+$/) }),
});
const Lock = z.object({
  version: z.string(),
  packages: z.record(z.string(), z.object({ version: z.string().optional() })),
});

export type Release = { version: string };

/** Throws a sentence unless it is the store's program, whole, and not older than the one that is here. */
export async function judgeRelease(root: string, place: string, maySameVersion: boolean): Promise<Release> {
  const found = Package.safeParse(await readJson(join(place, 'package.json')));
  if (!found.success || !PROGRAM.every((file) => existsSync(join(place, file)))) {
    throw settingsError('Isto não é uma versão da loja, ou não é inteira.');
  }
  const { version, engines } = found.data;
  const lock = Lock.safeParse(await readJson(join(place, 'package-lock.json')));
  if (!lock.success || lock.data.version !== version) {
    throw settingsError('O package-lock.json desta versão não é o dela: copie ou baixe o arquivo outra vez.');
  }
  const here = await versionHere(root);
  const order = compareVersions(version, here);
  if (order < 0) {
    throw settingsError(
      `A loja está na versão ${here}, mais nova do que ${version}. Para voltar a uma anterior, veja Voltar atrás em docs/operations.md.`,
    );
  }
  if (order === 0 && !maySameVersion) {
    throw settingsError(`A loja já está na versão ${here}. Para pôr a mesma outra vez, acrescente --same-version.`);
  }
  const needed = Number(engines.node.slice(2));
  if (Number.parseInt(process.versions.node, 10) < needed) {
    throw settingsError(`A versão ${version} pede o Node ${needed} ou mais novo; este é o ${process.versions.node}.`);
  }
  return { version };
}

export async function versionHere(root: string): Promise<string> {
  return z.object({ version: z.string() }).parse(await readJson(join(root, 'package.json'))).version;
}

async function readJson(file: string): Promise<unknown> {
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw settingsError(`${file} não pode ser lido.`, error);
  }
}

/** Whether both ask for the same packages, so that one's may serve the other. */
export async function haveSamePackages(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map(packagesOf));
  return a !== undefined && a === b;
}

async function packagesOf(folder: string): Promise<string | undefined> {
  const lock = Lock.safeParse(await readJson(join(folder, 'package-lock.json')));
  if (!lock.success) return undefined;
  const packages = Object.entries(lock.data.packages).filter(([path]) => path !== '');
  return JSON.stringify(packages.map(([path, { version }]) => [path, version]));
}
