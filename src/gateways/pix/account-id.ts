import { createHash } from 'node:crypto';

/** A fingerprint of what stays the same when token, secret or certificate change; contains no secret. */
export function accountId(provider: string, ...identity: string[]): string {
  return createHash('sha256')
    .update([provider, ...identity].join('\n'))
    .digest('hex')
    .slice(0, 32);
}
