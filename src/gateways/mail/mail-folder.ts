import { randomBytes } from 'node:crypto';
import { closeSync, fsync, openSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { errorCode } from '#src/wire/basics/error-code.ts';
import type { MailTransport } from './mail-transport.ts';

/** File names sort by time and carry no personal data. */
export function openMailFolder(folder: string): MailTransport {
  return {
    async deliver({ content }) {
      const name = fileName(new Date());
      await writeWhole(folder, name, content).catch(async (error: unknown) => {
        if (errorCode(error) !== 'ENOENT') throw error;
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeWhole(folder, name, content);
      });
    },
    close: () => undefined,
  };
}

function fileName(at: Date): string {
  return `${at.toISOString().replaceAll(':', '-')}-${randomBytes(6).toString('hex')}.eml`;
}

/** The wait for the disk alone leaves the thread, since each step that does costs more than the step. */
async function writeWhole(folder: string, name: string, content: Buffer): Promise<void> {
  const draft = join(folder, `.${name}.draft`);
  const file = openSync(draft, 'wx', 0o600);
  try {
    try {
      writeFileSync(file, content);
      await flush(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, join(folder, name));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

const flush = promisify(fsync);
