import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createTarDecoder } from 'modern-tar';
import { packTar } from 'modern-tar/fs';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { isSettingsError, settingsError } from '#src/wire/basics/settings-error.ts';
import { isOfBackup, MANIFEST, type Manifest, parseManifest, readManifest, writeFrom } from './backup-files.ts';

/** A backup as one file: a tar of its folder, and that encrypted as the command `age` does it. */
export const ARCHIVE = '.tar';
export const ENCRYPTED_ARCHIVE = '.tar.age';

/** The manifest comes first. Holds a few megabytes in memory, however large the files are. */
export async function readAsArchive(folder: string): Promise<Readable> {
  const { files } = await readManifest(folder);
  const names = [MANIFEST, ...files.map(({ path }) => path)];
  const usual = { type: 'file', mode: 0o600, uid: 0, gid: 0 } as const;
  return packTar(
    names.map((name) => ({ ...usual, source: join(folder, name), target: name })),
    { concurrency: 1 },
  );
}

/** Throws where the file does not begin with one. */
export async function readArchiveManifest(path: string): Promise<Manifest> {
  const source = createReadStream(path);
  try {
    for await (const { header, body } of toWeb(source).pipeThrough(createTarDecoder({ strict: true }))) {
      if (header.name !== MANIFEST || header.size > LARGEST_MANIFEST_BYTES) break;
      return parseManifest(await new Response(body).text());
    }
  } finally {
    source.destroy();
  }
  throw notABackup(path);
}

/** Some 100,000 files. */
const LARGEST_MANIFEST_BYTES = 16 * 1024 ** 2;

export async function encrypt(
  chunks: AsyncIterable<Uint8Array>,
  passphrase: string,
): Promise<AsyncIterable<Uint8Array>> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(WORK_FACTOR);
  return encrypter.encrypt(toWeb(chunks));
}

/** It takes 64 MB to try one passphrase; age's own 18 would take 256, which the smallest servers do not have. */
const WORK_FACTOR = 16;

/** Writes the archive's files into a folder that does not exist yet; a passphrase is asked for where it is encrypted. */
export async function extractArchive(
  path: string,
  folder: string,
  askPassphrase: () => Promise<string>,
): Promise<void> {
  const content = createReadStream(path);
  const tar = path.endsWith('.age') ? await decrypt(content, await askPassphrase()) : toWeb(content);
  try {
    for await (const { header, body } of tar.pipeThrough(createTarDecoder({ strict: true }))) {
      // No name leads out of the folder.
      if (header.type !== 'file' || !isOfBackup(header.name)) throw notABackup(path);
      await writeFrom(body, join(folder, header.name));
    }
  } catch (error) {
    if (isSettingsError(error) || /^E[A-Z]/.test(errorCode(error))) throw error;
    throw notABackup(path, error);
  }
}

/** Throws a sentence where the passphrase is another one. */
export async function decrypt(
  content: AsyncIterable<Uint8Array>,
  passphrase: string,
): Promise<ReadableStream<Uint8Array>> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return await decrypter.decrypt(toWeb(content));
  } catch (error) {
    throw settingsError('A senha não abre este backup.', error);
  }
}

function notABackup(path: string, cause?: unknown): Error {
  return settingsError(`O arquivo ${path} não é um backup inteiro desta loja.`, cause);
}

export function toWeb(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(chunks, { objectMode: false })) as ReadableStream<Uint8Array>;
}
