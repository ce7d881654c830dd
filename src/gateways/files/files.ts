import { realpath, stat } from 'node:fs/promises';
import { basename, extname, join, resolve, sep } from 'node:path';
import type { FileStore, StoredFile } from '#src/domain/shop.ts';
import { namesTakenBefore, removeIfThere, takeIn } from './intake.ts';

/** The uploaded files. What an address means is decided here alone, and it never means a file outside the folder. */
export function openFiles({ uploadsDir }: { uploadsDir: string }): FileStore {
  return {
    async find(address) {
      const segments = readAddress(address);
      return segments && lookUp(uploadsDir, segments);
    },
    take: (pieces) => takeIn(uploadsDir, pieces),
    async listTakenBefore(moment) {
      return (await namesTakenBefore(uploadsDir, moment)).map((name) => PREFIX + name);
    },
    async giveUp(address) {
      const [name, ...further] = readAddress(address) ?? [];
      if (name && further.length === 0) await removeIfThere(join(uploadsDir, name));
    },
  };
}

const PREFIX = '/uploads/';

/** The names along the way, decoded once; undefined for anything that is no plain address of an upload. */
function readAddress(address: string): string[] | undefined {
  if (!address.startsWith(PREFIX)) return undefined;
  const path = decoded(address.slice(PREFIX.length));
  const segments = path?.split('/');
  return segments?.every(isPlainName) ? segments : undefined;
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** Names with a dot in front are unfinished uploads, or a way out. */
function isPlainName(segment: string): boolean {
  return segment !== '' && !segment.startsWith('.') && !/[\\\0]/.test(segment);
}

async function lookUp(uploadsDir: string, segments: string[]): Promise<StoredFile | undefined> {
  try {
    const root = await realpath(resolve(uploadsDir));
    const path = await realpath(join(root, ...segments));
    if (!path.startsWith(root + sep)) return undefined;
    const found = await stat(path);
    if (!found.isFile()) return undefined;
    const name = basename(path);
    return { path, name, sizeBytes: found.size, type: typeOf(name), modifiedAt: found.mtime };
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

function isAbsence(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ABSENCES.includes(String(error.code));
}

const ABSENCES = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'];

/** By the name's ending. Nothing here is a document that a browser would run. */
function typeOf(name: string): string {
  return TYPES[extname(name).toLowerCase()] ?? 'application/octet-stream';
}

const TYPES: Record<string, string> = {
  '.7z': 'application/x-7z-compressed',
  '.dmg': 'application/x-apple-diskimage',
  '.gif': 'image/gif',
  '.gz': 'application/gzip',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.mp4': 'video/mp4',
  '.ogv': 'video/ogg',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.rar': 'application/vnd.rar',
  '.txt': 'text/plain; charset=utf-8',
  '.webm': 'video/webm',
  '.webp': 'image/webp',
  '.zip': 'application/zip',
};
