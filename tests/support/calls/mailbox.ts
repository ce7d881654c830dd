import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';

export type Mail = Email & { raw: string };

export async function readMail(raw: string | Buffer): Promise<Mail> {
  const { html, ...mail } = await PostalMime.parse(raw);
  return { ...mail, ...(html !== undefined && { html: withMails(html) }), raw: raw.toString() };
}

/** Letters beyond ASCII are entities in the shop's messages. */
export function withMails(html: string): string {
  return html.replace(/&#(\d{3,});/g, (_entity, code: string) => String.fromCodePoint(Number(code)));
}

/** Oldest first; a missing folder is empty. */
export async function readMailbox(folder: string): Promise<Mail[]> {
  const mails = (await namesIn(folder)).sort().map(async (name) => {
    // The store may delete a message after it was listed.
    const bytes = await readFile(join(folder, name)).catch(ignoreMissing);
    return bytes ? [await readMail(bytes)] : [];
  });
  return (await Promise.all(mails)).flat();
}

async function namesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
  return names.filter((name) => name.endsWith('.eml'));
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

export async function waitForMail(folder: string, count: number, timeoutMs = 40_000): Promise<Mail[]> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const { length } = await namesIn(folder);
    // Read once all are there, and not at each look.
    if (length >= count) {
      const mails = await readMailbox(folder);
      if (mails.length >= count) return mails;
    }
    if (Date.now() > deadline) throw new Error(`${count} messages were expected, ${length} arrived.`);
    await wait(50);
  }
}
