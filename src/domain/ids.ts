import { createHash, randomBytes } from 'node:crypto';

/** 128 random bits as 32 letters and digits, which also fits a Pix txid. */
export function newId(): string {
  return randomBytes(16).toString('hex');
}

export function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
