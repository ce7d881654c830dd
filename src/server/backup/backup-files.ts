import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, type ReadStream } from 'node:fs';
import { link, mkdir, mkdtemp, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';

export const DATABASE = 'store.sqlite';
/** Decrypts what the owner typed on the screen; a backup has it by choice alone. */
export const KEY_FILE = 'store.sqlite.key';
/** Pictures and videos lie in the first, files that are sold in the second. */
export const UPLOADS = 'uploads/';
export const SOLD = 'files/';
export const MANIFEST = 'manifest.json';

export type Manifest = z.infer<typeof Manifest>;
export type Entry = Manifest['files'][number];

const Manifest = z.object({
  createdAt: z.iso.datetime(),
  schema: z.string(),
  hasKeyFile: z.boolean().default(false),
  files: z.array(
    z.object({ path: z.string(), size: z.number().int().nonnegative(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
});

/** Throws a sentence about the first file that differs from the manifest. */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const named = manifest.files.map(({ path }) => path);
  const found = (await listFiles(folder)).filter((path) => path !== MANIFEST);
  // Checks both directions, so that no name leads out of the folder.
  const missing = named.find((path) => !found.includes(path));
  if (missing) throw settingsError(`Falta um arquivo no backup: ${missing}.`);
  const added = found.find(
    (path) => !named.includes(path) || !(path === DATABASE || path === KEY_FILE || isStored(path)),
  );
  if (added) throw settingsError(`Há no backup um arquivo que não é dele: ${added}.`);
  if (!named.includes(DATABASE)) throw settingsError(`Falta um arquivo no backup: ${DATABASE}.`);
  for (const entry of manifest.files) assertSame(entry, await hashFile(join(folder, entry.path)));
  return manifest;
}

export function isStored(path: string): boolean {
  return path.startsWith(UPLOADS) || path.startsWith(SOLD);
}

/** A name that a backup may have; none leads out of its folder. */
export function isOfBackup(name: string): boolean {
  const segments = name.split('/');
  if (segments.some((segment) => segment === '' || segment.startsWith('.'))) return false;
  return [MANIFEST, DATABASE, KEY_FILE].includes(name) || (isStored(name) && !/[\\\0]/.test(name));
}

/** The manifest says it of a file's content. */
export type Digest = Omit<Entry, 'path'>;

export async function copyFile(from: string, to: string): Promise<Digest> {
  return writeFrom(await openToRead(from), to);
}

/** Rejects where there is no such file, which a stream would tell before anybody listens. */
export async function openToRead(path: string): Promise<ReadStream> {
  return (await open(path)).createReadStream();
}

/** Both places may share the bytes, since what is sold never changes. */
export async function linkFile(from: string, to: string): Promise<Digest> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    await link(from, to);
  } catch (error) {
    if (!NO_LINKS.includes(errorCode(error))) throw error;
    return copyFile(from, to);
  }
  return hashFile(to);
}

/** The other place is on another file system, or on one that has no links. */
const NO_LINKS = ['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP'];

export async function writeFrom(source: AsyncIterable<Uint8Array>, to: string): Promise<Digest> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const target = createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true });
  return readThrough(source, (chunks) => pipeline(chunks, target));
}

export function hashFile(path: string): Promise<Digest> {
  return hashOf(createReadStream(path));
}

export function hashOf(source: AsyncIterable<Uint8Array>): Promise<Digest> {
  return readThrough(source, async (chunks) => {
    for await (const _ of chunks);
  });
}

/** A new folder for unfinished work. What a killed process left of its own goes first; younger ones may still be at work. */
export async function openWorkplace(folder: string, prefix: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const left = (await readdir(folder)).filter((name) => name.startsWith(prefix));
  // What another account left stays, and another process may have removed it already: neither hinders the work.
  await Promise.allSettled(left.map((name) => removeAbandoned(join(folder, name))));
  return mkdtemp(join(folder, prefix));
}

async function removeAbandoned(path: string): Promise<void> {
  const { mtimeMs } = await stat(path);
  if (Date.now() - mtimeMs > ABANDONED_MS) await rm(path, { recursive: true, force: true });
}

const ABANDONED_MS = 3 * DAY_MS;

export function assertSame(entry: Entry, { size, sha256 }: Digest): void {
  if (entry.size !== size || entry.sha256 !== sha256)
    throw settingsError(`O arquivo ${entry.path} do backup foi alterado.`);
}

/**
 * Skips unfinished uploads; refuses links and pipes, which lead elsewhere or never end. With `leaveOut` these are left out
 * and told, as are names that no archive keeps: with a backslash, or other than UTF-8.
 */
export async function listFiles(folder: string, leaveOut?: LeaveOut): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = (await readdir(folder, { withFileTypes: true })).filter(({ name }) => !name.startsWith('.'));
  const lists = entries.map(async (entry) => {
    const path = join(folder, entry.name);
    const isOrdinary = entry.isFile() || entry.isDirectory();
    if (leaveOut && (!isOrdinary || /[\\\uFFFD]/.test(entry.name))) {
      leaveOut(path);
      return [];
    }
    if (!isOrdinary) throw settingsError(`${path} não é um arquivo nem uma pasta comum.`);
    if (entry.isFile()) return [entry.name];
    return (await listFiles(path, leaveOut)).map((below) => `${entry.name}/${below}`);
  });
  return (await Promise.all(lists)).flat().sort();
}

export type LeaveOut = (path: string) => void;

export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, MANIFEST);
  if (!existsSync(path)) throw settingsError(`Não há backup em ${folder}: falta ${MANIFEST}.`);
  try {
    return parseManifest(await readFile(path, 'utf8'));
  } catch (error) {
    throw settingsError(`O ${MANIFEST} do backup não pode ser lido.`, error);
  }
}

export function parseManifest(text: string): Manifest {
  return Manifest.parse(JSON.parse(text));
}

/** Passes each chunk on to `take` and counts it. */
export async function readThrough(
  source: AsyncIterable<Uint8Array>,
  take: (chunks: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<Digest> {
  const hash = createHash('sha256');
  let size = 0;
  const chunks = async function* () {
    for await (const chunk of source) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  };
  await take(chunks());
  return { size, sha256: hash.digest('hex') };
}
