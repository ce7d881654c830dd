import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import addressparser from 'nodemailer/lib/addressparser';
import { errorCode } from '#src/wire/basics/error-code.ts';

export async function deleteMessagesTo(folder: string, email: string): Promise<void> {
  const names = await readdir(folder).catch(emptyWhenMissing);
  const queue = names.filter((name) => /\.eml(\.draft)?$/.test(name)).values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const name of queue) {
        const path = join(folder, name);
        if (isTo(await readHead(path), email)) await rm(path, { force: true });
      }
    }),
  );
}

const AT_ONCE = 8;
const HEAD_BYTES = 8_192;

async function readHead(path: string): Promise<string> {
  const file = await open(path).catch(emptyWhenMissing);
  if (Array.isArray(file)) return '';
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(HEAD_BYTES) });
    const [head = ''] = buffer.toString('utf8', 0, bytesRead).split('\r\n\r\n');
    return head.replace(/\r\n[ \t]+/g, ' ');
  } finally {
    await file.close();
  }
}

function isTo(head: string, email: string): boolean {
  const [, to = ''] = /^to: *(.*)$/im.exec(head) ?? [];
  return addressparser(to, { flatten: true }).some(({ address }) => address.toLowerCase() === email.toLowerCase());
}

function emptyWhenMissing(error: unknown): never[] {
  if (errorCode(error) === 'ENOENT') return [];
  throw error;
}
