import { randomBytes } from 'node:crypto';
import { type FileHandle, lstat, mkdir, open, readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Intake } from '#src/domain/shop.ts';
import { activeContentWatch } from './active-content.ts';
import { HEAD_BYTES, type Medium, mediumOf } from './media.ts';

/**
 * Takes a file in, piece by piece, and says under which name it now stands in the folder. It is there as a whole, and on the
 * disk, or not at all: also when the pieces break off, which is thrown on.
 */
export async function takeIn(uploadsDir: string, pieces: AsyncIterable<Uint8Array>): Promise<Intake> {
  const id = randomBytes(16).toString('hex');
  const draft = join(uploadsDir, `.upload-${id}`);
  let file: FileHandle | undefined;
  try {
    let medium: Medium | undefined;
    let sizeBytes = 0;
    const isActive = activeContentWatch();
    for await (const piece of withWholeHead(pieces)) {
      medium ??= await mediumOf(piece);
      if (!medium || isActive(piece)) return { state: 'refused', reason: 'wrong_type' };
      sizeBytes += piece.byteLength;
      if (sizeBytes > medium.limitBytes) return { state: 'refused', reason: medium.isTooLarge };
      file ??= await create(uploadsDir, draft);
      await file.appendFile(piece);
    }
    if (!medium || !file) return { state: 'refused', reason: 'empty' };
    await file.sync();
    await file.close();
    file = undefined;
    const name = `${id}.${medium.extension}`;
    await rename(draft, join(uploadsDir, name));
    await syncFolder(uploadsDir);
    return { state: 'stored', address: `/uploads/${name}` };
  } catch (error) {
    if (isNoRoom(error)) return { state: 'refused', reason: 'no_room' };
    throw error;
  } finally {
    await file?.close();
    await removeIfThere(draft);
  }
}

/** Drafts of a process that ended in the middle. Only one store at a time has the folder. */
export async function removeDrafts(uploadsDir: string): Promise<void> {
  const names = await namesIn(uploadsDir);
  for (const name of names.filter((known) => DRAFT.test(known))) await removeIfThere(join(uploadsDir, name));
}

/** The names that were given here before a moment. What the owner has laid into the folder has other names. */
export async function namesTakenBefore(uploadsDir: string, moment: Date): Promise<string[]> {
  const old: string[] = [];
  for (const name of (await namesIn(uploadsDir)).filter((known) => TAKEN.test(known))) {
    const found = await lstat(join(uploadsDir, name)).catch(ignoreAbsence);
    if (found?.isFile() && found.mtime < moment) old.push(name);
  }
  return old;
}

export async function removeIfThere(path: string): Promise<void> {
  await unlink(path).catch(ignoreAbsence);
}

const DRAFT = /^\.upload-[0-9a-f]{32}$/;
const TAKEN = /^[0-9a-f]{32}\.[a-z0-9]{3,4}$/;

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(ignoreAbsence)) ?? [];
}

function ignoreAbsence(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') throw error;
}

/** The same bytes; the first piece is long enough to tell what the file is. */
async function* withWholeHead(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
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
  await mkdir(uploadsDir, { recursive: true });
  return open(path, 'wx', 0o644);
}

/** A file's name is on the disk once its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function isNoRoom(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
