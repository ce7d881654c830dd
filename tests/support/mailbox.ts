import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';

/** A message as a mail program reads it, and the text that it was read from. */
export type Mail = Email & { raw: string };

/** Reads a message with a parser that shares no code with the writer. */
export async function readMail(raw: string | Buffer): Promise<Mail> {
  return { ...(await PostalMime.parse(raw)), raw: raw.toString() };
}

/** The `.eml` files of a folder, oldest first. A folder that was never made is an empty mailbox. */
export async function readMailbox(folder: string): Promise<Mail[]> {
  const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
  const messages = names.filter((name) => name.endsWith('.eml')).sort();
  const mails = messages.map(async (name) => {
    // A message may be forgotten by the store after it was listed.
    const bytes = await readFile(join(folder, name)).catch(ignoreMissing);
    return bytes ? [await readMail(bytes)] : [];
  });
  return (await Promise.all(mails)).flat();
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

export async function waitForMail(folder: string, count: number, timeoutMs = 40_000): Promise<Mail[]> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const mails = await readMailbox(folder);
    if (mails.length >= count) return mails;
    if (Date.now() > deadline) throw new Error(`${count} messages were expected, ${mails.length} arrived.`);
    await wait(50);
  }
}
