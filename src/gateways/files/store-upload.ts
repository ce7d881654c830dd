import { randomBytes } from 'node:crypto';
import { type FileHandle, lstat, mkdir, open, readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { UploadOutcome } from '#src/domain/shop.ts';
import { errorCode } from '#src/wire/error-code.ts';
import { activeContentDetector } from './active-content.ts';
import { detectMediaType, HEAD_BYTES, type MediaType } from './detect-media-type.ts';

/** Renames a synced draft, so the file is whole or missing. Rethrows when the stream breaks off. */
export async function storeUpload(uploadsDir: string, pieces: AsyncIterable<Uint8Array>): Promise<UploadOutcome> {
  const id = randomBytes(16).toString('hex');
  const draft = join(uploadsDir, `.upload-${id}`);
  let file: FileHandle | undefined;
  try {
    let mediaType: MediaType | undefined;
    let sizeBytes = 0;
    const hasActiveContent = activeContentDetector();
    for await (const piece of withFullHead(pieces)) {
      mediaType ??= await detectMediaType(piece);
      if (!mediaType || hasActiveContent(piece)) return { state: 'refused', reason: 'wrong_type' };
      sizeBytes += piece.byteLength;
      if (sizeBytes > mediaType.limitBytes) return { state: 'refused', reason: mediaType.tooLargeReason };
      file ??= await create(uploadsDir, draft);
      await file.appendFile(piece);
    }
    if (!mediaType || !file) return { state: 'refused', reason: 'empty' };
    await file.sync();
    await file.close();
    file = undefined;
    const name = `${id}.${mediaType.extension}`;
    await rename(draft, join(uploadsDir, name));
    await syncFolder(uploadsDir);
    return { state: 'stored', address: `/uploads/${name}` };
  } catch (error) {
    if (isDiskFull(error)) return { state: 'refused', reason: 'no_room' };
    throw error;
  } finally {
    await file?.close();
    await removeIfThere(draft);
  }
}

/** Younger drafts may still be written by another process. */
export async function removeDraftsBefore(uploadsDir: string, moment: Date): Promise<void> {
  for (const name of await namesBefore(uploadsDir, DRAFT, moment)) await removeIfThere(join(uploadsDir, name));
}

/** Skips files that the owner put into the folder by hand, which have other names. */
export function listUploadsBefore(uploadsDir: string, moment: Date): Promise<string[]> {
  return namesBefore(uploadsDir, STORED, moment);
}

export async function removeIfThere(path: string): Promise<void> {
  await unlink(path).catch(ignoreAbsence);
}

const DRAFT = /^\.upload-[0-9a-f]{32}$/;
const STORED = /^[0-9a-f]{32}\.[a-z0-9]{3,4}$/;

async function namesBefore(folder: string, pattern: RegExp, moment: Date): Promise<string[]> {
  const names = (await readdir(folder).catch(ignoreAbsence)) ?? [];
  const old: string[] = [];
  for (const name of names.filter((known) => pattern.test(known))) {
    const found = await lstat(join(folder, name)).catch(ignoreAbsence);
    if (found?.isFile() && found.mtime < moment) old.push(name);
  }
  return old;
}

function ignoreAbsence(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ENOTDIR') throw error;
}

async function* withFullHead(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Uint8Array[] | null = [];
  let headBytes = 0;
  for await (const piece of pieces) {
    if (!head) {
      yield piece;
      continue;
    }
    head.push(piece);
    headBytes += piece.byteLength;
    if (headBytes < HEAD_BYTES) continue;
    yield Buffer.concat(head);
    head = null;
  }
  if (head && headBytes > 0) yield Buffer.concat(head);
}

async function create(uploadsDir: string, path: string): Promise<FileHandle> {
  await mkdir(uploadsDir, { recursive: true, mode: 0o700 });
  return open(path, 'wx', 0o600);
}

/** A rename survives a power cut only after the folder is synced. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS'].includes(errorCode(error));
}
