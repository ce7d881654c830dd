import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type OpenedTicket = { header: Record<string, unknown>; claims: Record<string, unknown>; isGenuine: boolean };

/** The command `openssl` judges a ticket: none of our code, and none of our libraries. */
export async function openWithOpenssl(ticket: string, publicKey: string): Promise<OpenedTicket> {
  const [header = '', claims = '', signature = ''] = ticket.split('.');
  const folder = await mkdtemp(join(tmpdir(), 'ticket-'));
  const pathOf = (name: string) => join(folder, name);
  try {
    await writeFile(pathOf('key.der'), Buffer.concat([ED25519_IN_DER, Buffer.from(publicKey, 'base64url')]));
    await writeFile(pathOf('signed'), `${header}.${claims}`);
    await writeFile(pathOf('signature'), Buffer.from(signature, 'base64url'));
    const key = ['-pubin', '-inkey', pathOf('key.der'), '-keyform', 'DER'];
    const isGenuine = await succeeds('openssl', [
      ...['pkeyutl', '-verify', ...key, '-rawin', '-in', pathOf('signed'), '-sigfile', pathOf('signature')],
    ]);
    return { header: read(header), claims: read(claims), isGenuine };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export function fingerprintInTicket(fingerprint: string): string {
  return createHash('sha256').update(fingerprint).digest('base64url');
}

/** DER says it before the 32 bytes of an Ed25519 key. */
const ED25519_IN_DER = Buffer.from('302a300506032b6570032100', 'hex');

/** Other codes than 0 and 1 mean that there was no answer. */
function succeeds(program: string, options: string[]): Promise<boolean> {
  return new Promise((resolve, reject) => {
    execFile(program, options, (error, _output, trouble) => {
      if (!error) resolve(true);
      else if (error.code === 1 && !/unable|error:/i.test(trouble)) resolve(false);
      else reject(new Error(trouble, { cause: error }));
    });
  });
}

function read(part: string): Record<string, unknown> {
  const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  if (typeof value !== 'object' || value === null) throw new Error('The ticket holds no object.');
  return { ...value };
}
