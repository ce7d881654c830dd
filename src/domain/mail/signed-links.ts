import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { findOrInsertSecret } from '#db/queries/secrets/secrets.ts';
import type { Shop } from '../shop.ts';

/** Links of mails work without a session and for as long as the mail is kept. `purpose` keeps one kind's from working as another's. */
export async function signedToken({ db }: Pick<Shop, 'db'>, id: string, purpose = ''): Promise<string> {
  const key = await findOrInsertSecret(db, 'unsubscribe key', randomBytes(32).toString('hex'));
  const signature = createHmac('sha256', Buffer.from(key, 'hex')).update(purpose + id);
  return `${id}.${signature.digest('base64url').slice(0, 22)}`;
}

/** Null for a token that the shop did not make. */
export async function readSignedToken(shop: Pick<Shop, 'db'>, token: string, purpose = ''): Promise<string | null> {
  const [id = '', signature = ''] = token.split('.');
  const expected = Buffer.from(await signedToken(shop, id, purpose));
  const given = Buffer.from(`${id}.${signature}`);
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
}
