import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Spool } from '#src/domain/imports/spool.ts';

/** A file of its own among the system's temporary ones, readable by this user alone. */
export const spool: Spool = async (pieces, read) => {
  const folder = await mkdtemp(join(tmpdir(), 'corte-final-'));
  try {
    const path = join(folder, 'upload');
    await pipeline(pieces, createWriteStream(path, { mode: 0o600 }));
    const { size } = await stat(path);
    return await read({ bytes: size, open: () => createReadStream(path) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
