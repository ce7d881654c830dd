import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { CURVE } from './push-key.ts';

type Receiver = { publicKey: string; authSecret: string };

const RECORD_BYTES = 4_096;
/** It ends the last record, and nothing is padded. */
const LAST_RECORD = Buffer.from([2]);

/** RFC 8291: only the browser that gave these keys reads it, the push service does not. Throws where they are no keys. */
export function encryptMessage(text: string, { publicKey, authSecret }: Receiver): Buffer {
  const receiver = Buffer.from(publicKey, 'base64url');
  const pair = createECDH(CURVE);
  const sender = pair.generateKeys();
  const salt = randomBytes(16);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender]);
  const secret = derive(pair.computeSecret(receiver), Buffer.from(authSecret, 'base64url'), info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const sealed = [cipher.update(text), cipher.update(LAST_RECORD), cipher.final(), cipher.getAuthTag()];
  const header = Buffer.alloc(5);
  header.writeUInt32BE(RECORD_BYTES);
  header.writeUInt8(sender.length, 4);
  return Buffer.concat([salt, header, sender, ...sealed]);
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}
