import { createHash } from 'node:crypto';

/** Derives the key from act and reference, so it survives restarts. The bank wants a version 4 UUID. */
export function idempotencyKey(act: 'create' | 'cancel' | 'refund', reference: string): string {
  const hash = createHash('sha256').update(`${act}:${reference}`).digest('hex');
  const variant = (8 + (Number.parseInt(hash.slice(16, 17), 16) % 4)).toString(16);
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `4${hash.slice(13, 16)}`,
    variant + hash.slice(17, 20),
    hash.slice(20, 32),
  ].join('-');
}
