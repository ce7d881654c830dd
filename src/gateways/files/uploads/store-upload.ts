import { randomBytes } from 'node:crypto';
import { type FileHandle, lstat, mkdir, open, readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { UploadOutcome } from '#src/domain/files/file-store.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { inspectUpload, STORED_NAME, withFullHead } from './inspect-upload.ts';

/** Renames a synced draft, so the file is whole or missing. Rethrows when the stream breaks off. */
export async function storeUpload(uploadsDir: string, pieces: AsyncIterable<Uint8Array>): Promise<UploadOutcome> {
  const id = randomBytes(16).toString('hex');
  const draft = join(uploadsDir, `.upload-${id}`);
  let file: FileHandle | undefined;
  try {
    const inspection = inspectUpload();
    for await (const piece of withFullHead(pieces)) {
      const reason = await inspection.findRefusal(piece);
      if (reason) return { state: 'refused', reason };
      file ??= await create(uploadsDir, draft);
      await file.appendFile(piece);
    }
    if (!file) return { state: 'refused', reason: 'empty' };
    await file.sync();
    await file.close();
    file = undefined;
    const name = `${id}.${inspection.extension()}`;
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
  return namesBefore(uploadsDir, STORED_NAME, moment);
}

export async function removeIfThere(path: string): Promise<void> {
  await unlink(path).catch(ignoreAbsence);
}

const DRAFT = /^\.upload-[0-9a-f]{32}$/;

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

async function create(uploadsDir: string, path: string): Promise<FileHandle> {
  await mkdir(uploadsDir, { recursive: true, mode: 0o700 });
  return open(path, 'wx', 0o600);
}

/** A rename survives a power cut only after the folder is synced. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS'].includes(errorCode(error));
}
