import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto';

export const CURVE = 'prime256v1';

/** RFC 8292: `publicKey` is the uncompressed point in base64url. */
export type PushKey = { publicKey: string; privateKey: KeyObject };

/** Returns the private number of a new pair in base64url. */
export function makePushKey(): string {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  return pair.getPrivateKey('base64url');
}

export function openPushKey(secret: string): PushKey {
  const pair = createECDH(CURVE);
  pair.setPrivateKey(secret, 'base64url');
  const point = pair.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const jwk = { kty: 'EC', crv: 'P-256', d: secret.padStart(43, 'A'), x, y };
  return { publicKey: point.toString('base64url'), privateKey: createPrivateKey({ key: jwk, format: 'jwk' }) };
}
