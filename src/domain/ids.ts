import { createHash, randomBytes } from 'node:crypto';

/** 128 random bits as 32 letters and digits: nobody guesses it, and a Pix txid (26 to 35 of them) may be one. */
export function newId(): string {
  return randomBytes(16).toString('hex');
}

/** SHA-256 in hex. */
export function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
