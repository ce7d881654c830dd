import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { errorCode } from '#src/wire/error-code.ts';
import type { MailTransport } from './mail-transport.ts';

/** File names sort by time and carry no personal data. */
export function openMailFolder(folder: string): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async deliver(message) {
      const { message: content } = await transport.sendMail(message);
      if (!Buffer.isBuffer(content)) throw new Error('The message was not composed in memory.');
      const name = fileName(new Date());
      await writeWhole(folder, name, content).catch(async (error: unknown) => {
        if (errorCode(error) !== 'ENOENT') throw error;
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeWhole(folder, name, content);
      });
    },
    close: () => transport.close(),
  };
}

function fileName(at: Date): string {
  return `${at.toISOString().replaceAll(':', '-')}-${randomBytes(6).toString('hex')}.eml`;
}

async function writeWhole(folder: string, name: string, content: Buffer): Promise<void> {
  const draft = join(folder, `.${name}.draft`);
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, join(folder, name));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
